import type { StepCheck } from '../step-check.ts'
import type { LoopStartStep } from './schema.ts'

/** See {@link StepCheck}. */
export const loopStartCheck: StepCheck<LoopStartStep> = {
  problems: ({ from, to }) =>
    from !== undefined && to !== undefined && to < from
      ? [{ place: ['to'], text: `the loop goes from row ${from} to row ${to}, which is none` }]
      : [],
}
