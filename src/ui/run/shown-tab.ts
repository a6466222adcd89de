import type { StepReport } from '#engine/runner/report/report.ts'
import { factsOfKind } from '#engine/steps/facts.ts'
import type { RunTab } from './run-context.ts'

/** What there is to be seen of a selected step: an answer, an exchange of messages (also why a step broke), or neither. */
export type Sight = 'answer' | 'messages' | 'else'

/** What a user chose: a tab for steps of one sort, or one that is the same for all steps. */
export interface TabWish {
  /** Variables, Cookies or Log: stays until another tab is chosen. */
  always?: RunTab | undefined
  /** Exchange or Response, by what there is to be seen. */
  bySight?: Partial<Record<Sight, RunTab>>
}

/** What is to be seen of a step; of a suite, a case or a row, which have no step, their messages. */
export function sightOf(step: Pick<StepReport, 'kind' | 'outcome' | 'hint' | 'message'> | undefined): Sight {
  if (!step) return 'messages'
  const facts = factsOfKind(step.kind)
  const wrong = step.outcome === 'failed' || step.outcome === 'broken' || step.outcome === 'cancelled'
  // The diagnosis is in the exchange.
  if (facts?.getsToken || (wrong && (step.hint || step.outcome !== 'failed'))) return 'messages'
  return facts?.gives || facts?.refers?.step ? 'answer' : 'else'
}

/** The tab that is shown: what was wished, else the response after a request and the exchange after a sign-in. */
export function tabFor(sight: Sight, wish: TabWish = {}): RunTab {
  return wish.always ?? wish.bySight?.[sight] ?? (sight === 'answer' ? 'response' : 'exchange')
}

/** The wishes after a tab was chosen. */
export function wishFor(sight: Sight, tab: RunTab, before: TabWish = {}): TabWish {
  if (tab === 'variables' || tab === 'cookies' || tab === 'log') return { ...before, always: tab }
  return { bySight: { ...before.bySight, [sight]: tab } }
}
