import type { Exchange } from '#engine/ports/index.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { factsOfKind } from '#engine/steps/facts.ts'
import { messageTexts } from '../results/message-texts.ts'

const texts = messageTexts.exchange

/** What remains of a sign-in that the user ended: a window, or a code. */
export function givenUpText(outcome: OutcomeName | undefined, exchanges: readonly Exchange[]): string | undefined {
  if (outcome !== 'cancelled') return undefined
  const last = exchanges.findLast(({ purpose }) => purpose === 'authorization' || purpose === 'device-authorization')
  if (last?.purpose === 'authorization' && !last.response) return texts.loginGivenUp
  const got = exchanges.some(({ purpose, response }) => purpose === 'token' && response?.status === 200)
  return last?.purpose === 'device-authorization' && last.response && !got ? texts.deviceGivenUp : undefined
}

/** Why there are no messages of a step. */
export function noMessages(
  step: Partial<Pick<StepReport, 'kind' | 'outcome'>> | undefined,
  /** `isEarlier`: what is shown is of an earlier run; `own`: the step that is selected, or the one whose messages it looks at. */
  {
    isEarlier,
    own,
    goesOn,
  }: { isEarlier: boolean; own: Partial<Pick<StepReport, 'outcome' | 'message'>> | undefined; goesOn: boolean },
): { title: string; text: string } {
  if (isEarlier) return texts.notKept
  if (own?.outcome === undefined) return goesOn ? texts.waiting : texts.notRun
  if (own.outcome === 'skipped') return texts.skipped(own.message)
  if (!step) return texts.none
  return factsOfKind(step.kind)?.getsToken && step.outcome === 'passed' ? texts.cached : texts.none
}
