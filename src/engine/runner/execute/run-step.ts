import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Told } from '#engine/base/secrets/masked.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { Diagnosis } from '#engine/ports/diagnosis.ts'
import { browserLimit } from '#engine/ports/http/http-texts.ts'
import { checkOf } from '#engine/steps/checks.ts'
import { kindOf } from '#engine/steps/index.ts'
import { brokenBy, type Outcome, type RunContext } from '#engine/steps/step-kind.ts'
import type { RunState } from './run-state.ts'
import { runnerTexts as texts } from '../texts.ts'

/** Runs one step. Never rejects: errors become outcomes with masked texts (R41). */
export const runStep = (step: Step, context: RunContext, state: RunState): Promise<Told<Outcome>> =>
  runGuarded(context, state, () => {
    const limit = missingCapability(step, state)
    return limit ? brokenBy(limit) : kindOf(step).run(step, context)
  })

/** What `work` comes to, in the terms of a step. Never rejects. */
export async function runGuarded(
  context: RunContext,
  state: RunState,
  work: () => Outcome | Promise<Outcome>,
): Promise<Told<Outcome>> {
  try {
    const outcome = await work()
    return outcome.outcome === 'cancelled' && state.signal.aborted ? masked(endedBy(state), context) : masked(outcome, context)
  } catch (thrown) {
    if (state.signal.aborted) return masked(endedBy(state), context)
    return masked(brokenBy(thrown instanceof AssayError ? thrown : unexpected(thrown)), context)
  }
}

/** The outcome of the step that was running when the run ended. */
function endedBy({ ended }: RunState): Outcome {
  if (ended?.by !== 'time-limit') return { outcome: 'cancelled' }
  return brokenBy(new AssayError('deadline', ended.reason, { hint: texts.timeLimitHint }))
}

const unexpected = (thrown: unknown): AssayError =>
  new AssayError('internal', texts.internal, { hint: texts.internalHint, cause: textOf(thrown) })

/** The feature that the step needs and the host lacks. For `no-cors`, exactly what the browser can't do. */
function missingCapability(step: Step, { ports }: RunState): AssayError | undefined {
  const { needs, browserLimit: limit } = checkOf(step)
  const missing = needs?.(step).find((capability) => !ports.capabilities.has(capability))
  if (missing === undefined) return undefined
  if (missing === 'no-cors') return browserLimit(limit?.(step) ?? 'send this request')
  if (missing === 'companion') return new AssayError('companion-unavailable', texts.noCompanion, { hint: texts.noCompanionHint })
  return new AssayError('browser-limit', texts.cantDo(texts.needs[missing]), { hint: texts.cantDoHint })
}

const maskedDiagnosis = (diagnosis: Diagnosis, redactor: RunContext['redactor']): Told<Diagnosis> => ({
  // The key of a table of ours, by which the page finds what may help: a secret may be called as a word in it.
  situation: diagnosis.situation,
  title: redactor.mask(diagnosis.title),
  what: redactor.mask(diagnosis.what),
  means: redactor.mask(diagnosis.means),
  reference: redactor.mask(diagnosis.reference),
})

function masked(outcome: Outcome, { redactor }: RunContext): Told<Outcome> {
  if (outcome.outcome === 'passed' && outcome.message === undefined) return { outcome: 'passed' }
  const copy: Record<string, unknown> = { ...outcome }
  for (const key of ['message', 'hint', 'cause']) {
    const text = copy[key]
    if (typeof text === 'string') copy[key] = redactor.mask(text)
  }
  if ('diagnosis' in outcome && outcome.diagnosis) copy.diagnosis = maskedDiagnosis(outcome.diagnosis, redactor)
  return copy as unknown as Told<Outcome>
}
