import { createSignal } from 'solid-js'

/** Milliseconds after a field was left: what was pressed to leave it must not move. */
const pause = 1000

const [fresh, setFresh] = createSignal<ReadonlySet<string>>(new Set())

/** Reactive: the step was just added, and nothing is missing from it yet. */
export const isFreshStep = (stepId: string): boolean => fresh().has(stepId)

/** Keeps problems of a step that was just added from being shown until someone works on it. */
export const markFreshStep = (stepId: string): void => void setFresh((all) => new Set(all).add(stepId))

/** Shows the problems of a step from now on. */
export function settleStep(stepId: string): void {
  if (fresh().has(stepId)) setFresh((all) => new Set([...all].filter((id) => id !== stepId)))
}

/** Shows the problems of a step one of whose fields was left. */
export function settleStepLater(stepId: string): void {
  if (fresh().has(stepId)) setTimeout(() => settleStep(stepId), pause)
}
