import { lazy, type Component } from 'solid-js'
import { overviewTexts } from './overview-texts.ts'

/** A tab of the project's overview. */
export interface ProjectTab {
  id: string
  title: string
  content: Component
}

const { tabs } = overviewTexts

/** The tabs of the project's overview, left to right. */
export const projectTabs: readonly ProjectTab[] = [
  { id: 'overview', title: tabs.overview, content: lazy(() => import('./GeneralTab.tsx')) },
  { id: 'runs', title: tabs.runs, content: lazy(() => import('./RunsTab.tsx')) },
]
