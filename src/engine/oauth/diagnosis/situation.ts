import type { Fix } from '../step-settings.ts'
import type { Evidence } from './evidence.ts'

/** One known situation: how to recognize it, what it means, how to fix it. */
export interface Situation {
  /** Stable, for tests and records: `wrong-redirect-uri`. */
  id: string
  /** The first situation of the list for which this holds is the diagnosis. */
  when(evidence: Evidence): boolean
  /** What happened, as a headline without a full stop. */
  title: string | ((evidence: Evidence) => string)
  /** What it most probably means and what to do about it, in sentences. */
  means: string | ((evidence: Evidence) => string)
  /** The most likely one first. Only what differs from the settings is offered. */
  fixes?(evidence: Evidence): Fix[]
  /** RFC and section, or the provider's own page. */
  reference: string
}
