import { createContext, useContext } from 'solid-js'
import type { RunDetails, RunSession } from './session/run-session-type.ts'
import type { StepAccess } from './step-access.ts'

/** What the parts of the run panel share. */
export interface RunContext {
  session: RunSession
  details: RunDetails
  /** The steps of the open project; absent where there is none. */
  steps?: StepAccess | undefined
  openStep(caseId: string, stepId: string): void
  /** Shows one of the tabs. */
  showTab(tab: RunTab): void
}

/** Where the run panel is; absent if it is a separate page. */
export interface PanelRoom {
  /** It is next to the rest, not below it. */
  beside(): boolean
  /** It has the whole page. */
  fills(): boolean
  /** Other work has the page: the panel is one line. */
  isLine(): boolean
  /** The case whose steps are listed, with their outcomes. */
  listed(): string | undefined
  /** Gives the panel its height back. */
  expand(): void
  setBeside(beside: boolean): void
  setFills(fills: boolean): void
  hide(): void
}

/** The tabs right of the results. */
export type RunTab = 'exchange' | 'response' | 'variables' | 'cookies' | 'log'

const Context = createContext<RunContext>()

/** Wraps the run panel. */
export const RunContextProvider = Context.Provider

/** The run panel's context; throws outside it. */
export function useRun(): RunContext {
  const context = useContext(Context)
  if (!context) throw new Error('No RunContextProvider above this part of the run panel')
  return context
}
