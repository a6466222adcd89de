import { lazy, type Component } from 'solid-js'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { overviewTexts } from './overview-texts.ts'

/** A tab of the project's overview. */
export interface ProjectTab {
  /** In the URL. */
  id: string
  title: string
  content: Component
  /** How many there are of what it is about. */
  count?(head: ProjectHead): number
}

const { tabs } = overviewTexts

/** The tabs of the project's overview, left to right. */
export const projectTabs: readonly ProjectTab[] = [
  { id: 'overview', title: tabs.overview, content: lazy(() => import('./GeneralTab.tsx')) },
  {
    id: 'data',
    title: tabs.data,
    content: lazy(() => import('../data/DataTab.tsx')),
    count: ({ dataSources }) => dataSources.length,
  },
  {
    id: 'connections',
    title: tabs.connections,
    content: lazy(() => import('../connections/Connections.tsx')),
    count: ({ connections }) => connections.length,
  },
  {
    id: 'apis',
    title: tabs.apis,
    content: lazy(() => import('../apis/ApisTab.tsx')),
    count: ({ apis }) => apis.length,
  },
  {
    id: 'designs',
    title: tabs.designs,
    content: lazy(() => import('../design/DesignsTab.tsx')),
    count: ({ designs }) => designs.length,
  },
  {
    id: 'load',
    title: tabs.load,
    content: lazy(() => import('../load/LoadTab.tsx')),
    count: ({ loadTests }) => loadTests.length,
  },
  { id: 'runs', title: tabs.runs, content: lazy(() => import('./RunsTab.tsx')) },
]
