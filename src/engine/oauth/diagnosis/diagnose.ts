import type { Diagnosis, Exchange } from '#engine/ports/index.ts'
import { readEvidence, type Evidence, type Failure } from './evidence.ts'
import type { Fix, StepPatch, StepSettings } from '../step-settings.ts'
import { situations, situationsOf } from './situations.ts'

/** True if the step would be another one with the change. */
function changesSomething(change: StepPatch, settings: StepSettings | undefined): boolean {
  if (!settings) return true
  return Object.entries(change).some(([key, value]) => {
    const before: unknown = settings[key as keyof StepSettings]
    return JSON.stringify(before) !== JSON.stringify(value)
  })
}

const textIn = (text: string | ((evidence: Evidence) => string), evidence: Evidence): string =>
  typeof text === 'string' ? text : text(evidence)

/**
 * Explains a failure from the masked messages of the step, its error and, where known, its settings. Undefined for an unknown
 * situation: then use the error's message and hint.
 */
export function diagnose(exchanges: readonly Exchange[], failure: Failure, settings?: StepSettings): Diagnosis | undefined {
  // Nothing was rejected that could be explained: all messages are good ones.
  if (failure.code === 'oauth-not-refused') return undefined
  const evidence = readEvidence(exchanges, failure, settings)
  const found = situationsOf(evidence.purpose).find(({ when }) => when(evidence))
  if (!found) return undefined
  return {
    situation: found.id,
    title: textIn(found.title, evidence),
    what: evidence.said,
    means: textIn(found.means, evidence),
    reference: found.reference,
  }
}

/** Possible fixes for a situation, likeliest first: fields to edit, and changes that differ from the settings. */
export function fixesOf(
  situation: string,
  exchanges: readonly Exchange[],
  failure: Failure,
  settings: StepSettings | undefined,
): Fix[] {
  const found = situations.find(({ id }) => id === situation)
  const fixes = found?.fixes?.(readEvidence(exchanges, failure, settings)) ?? []
  return fixes.filter((fix) => 'edit' in fix || changesSomething(fix.change, settings))
}

/** A diagnosis as one text, for lines and reports; `quoting` puts in what was said, where no other text has it. */
export function tellDiagnosis({ title, what, means, reference }: Diagnosis, quoting: boolean): string {
  const said = quoting && what !== '' ? ` (${what})` : ''
  return `${title}${said}. ${means} (${reference})`
}
