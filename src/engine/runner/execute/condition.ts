import type { Case, Step } from '#engine/project/format/schema.ts'
import { judgeCondition } from '#engine/steps/conditions/judge-condition.ts'
import { looksAtResult, referredId } from '#engine/steps/references.ts'
import type { Outcome, RunContext } from '#engine/steps/step-kind.ts'
import type { CaseResults } from './case-results.ts'
import { runnerTexts as texts } from '../texts.ts'

/**
 * Why a step is skipped: its condition isn't met, or it reads the response of a step skipped for this reason. Undefined if it
 * runs. Rejects with AssayError if the condition can't be judged.
 */
export async function heldBack(step: Step, context: RunContext, results: CaseResults): Promise<Outcome | undefined> {
  const absentAnswer = (wanted?: string): string | undefined => {
    const found = results.absent(wanted)
    if (!found) return undefined
    const name = context.nameOf?.(found.step) ?? found.step
    return found.absence === 'skipped' ? texts.answerSkipped(name) : texts.noAnswer(name)
  }
  const gone = looksAtResult(step) ? absentAnswer(referredId(step, 'step')) : undefined
  return skipped(gone ?? (step.onlyIf && (await judgeCondition(step.onlyIf, context, absentAnswer))))
}

/** The same for a case, before it has any response. */
export const caseHeldBack = async ({ onlyIf = [] }: Case, context: RunContext): Promise<Outcome | undefined> =>
  skipped(await judgeCondition(onlyIf, context, () => undefined))

const skipped = (message: string | undefined): Outcome | undefined =>
  message === undefined ? undefined : { outcome: 'skipped', message }
