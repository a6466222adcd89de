import type { Told } from '#engine/base/secrets/masked.ts'
import { judgeChecks } from '../assertion/run.ts'
import { readableOfResult } from '../readable.ts'
import { brokenBy, type Outcome, type RunContext, type StepDetail, type StepResult } from '../step-kind.ts'
import type { SendRequestStep } from './schema.ts'
import { sendRequestTexts as texts } from './texts.ts'

/** How many messages that did not yet match are reported; of the others only the last. */
const mostTold = 20

/**
 * Sends a request again until checks of its response hold. Passed when they do; failed when the time is over, with the last
 * response and what did not hold in it; broken when sending breaks or a check can't be judged. Of a response that is not yet
 * the last, only its message is reported.
 */
export async function runUntil(
  until: NonNullable<SendRequestStep['until']>,
  context: RunContext,
  send: (context: RunContext) => Promise<Outcome>,
): Promise<Outcome> {
  const start = context.elapsed()
  for (let attempt = 1; ; attempt++) {
    const details: Told<StepDetail>[] = []
    const tell = (wanted: (detail: Told<StepDetail>) => boolean): void => details.filter(wanted).forEach(context.emit)
    let kept: StepResult | undefined
    let outcome: Outcome
    try {
      const keep = (result: StepResult): void => context.keep((kept = result))
      outcome = await send({ ...context, emit: (detail) => void details.push(detail), keep })
    } catch (thrown) {
      tell(() => true)
      throw thrown
    }
    if (outcome.outcome !== 'passed' || kept === undefined) {
      tell(() => true)
      return outcome
    }
    const { results, failed, error } = await judgeChecks(until.checks, readableOfResult(kept, context), context)
    const waited = context.elapsed() - start
    const isOver = waited + until.every * 1000 > until.atMost * 1000
    if (error !== undefined || failed.length === 0 || isOver) {
      tell(() => true)
      for (const check of results) context.emit({ type: 'checked', check })
      if (error) return brokenBy(error)
      const [first] = failed
      if (first) return { outcome: 'failed', message: texts.neverHeld(first), hint: texts.neverHeldHint(until.atMost, attempt) }
      if (attempt > 1)
        context.emit({ type: 'noted', level: 'info', text: context.redactor.mask(texts.heldAfter(attempt, waited)) })
      return outcome
    }
    tell(({ type }) => type === 'exchanged' && attempt <= mostTold)
    await context.ports.clock.sleep(until.every * 1000, context.signal)
  }
}
