import type { Exchange } from '#engine/ports/index.ts'
import { readEvidence, type Evidence, type Failure } from './evidence.ts'
import type { Fix, StepPatch, StepSettings } from '../step-settings.ts'
import { situationsOf } from './situations.ts'

/** What a failure of an exchange most probably means. Everything in it is as masked as the messages were. */
export interface Diagnosis {
  /** Id of the situation. */
  situation: string
  title: string
  /** What the provider said, in its own words; empty if it said nothing. */
  what: string
  means: string
  /** Changes of the step that may help, the most likely first. */
  fixes: Fix[]
  /** Id of the exchange at which it arose; undefined if nothing was sent. */
  at: string | undefined
  /** RFC and section, or the provider's own page. */
  reference: string
}

/** True if the step would be another one with the change. */
function changesSomething(change: StepPatch, settings: StepSettings | undefined): boolean {
  if (!settings) return true
  return Object.entries(change).some(([key, value]) => {
    const before: unknown = settings[key as keyof StepSettings]
    return JSON.stringify(before) !== JSON.stringify(value)
  })
}

const diagnosisOf = (evidence: Evidence): Diagnosis | undefined => {
  const found = situationsOf(evidence.purpose).find(({ when }) => when(evidence))
  if (!found) return undefined
  return {
    situation: found.id,
    title: found.title,
    what: evidence.said,
    means: typeof found.means === 'string' ? found.means : found.means(evidence),
    fixes: (found.fixes?.(evidence) ?? []).filter(({ change }) => changesSomething(change, evidence.settings)),
    at: evidence.exchange?.id,
    reference: found.reference,
  }
}

/**
 * Explains a failure from the masked messages of the step, the error that ended it and, where known, its settings. Undefined
 * for a situation that is not known: the error's own text and hint must do then.
 */
export function diagnose(exchanges: readonly Exchange[], failure: Failure, settings?: StepSettings): Diagnosis | undefined {
  return diagnosisOf(readEvidence(exchanges, failure, settings))
}
