import type { Fix } from '../step-settings.ts'
import type { Evidence } from './evidence.ts'
import type { Test } from './rank.ts'

/** One cause of failures: what speaks for and against it, what it means, how to fix it. */
export interface Cause {
  /** Stable, for tests and records: `wrong-redirect-uri`. */
  id: string
  /**
   * The rank of the evidence that speaks for it; the cause with the highest rank is the diagnosis. Without it, only the sentences of
   * `statements.ts` speak for it.
   */
  when?: Test
  /** Evidence that rules it out unless stronger evidence speaks for it: what discovery lists, mostly. */
  against?: Test
  /** When it is a candidate where only an error code speaks for the diagnosis, and what to check then: `check the Client ID`. */
  possible?: { when: Test; check: string | ((evidence: Evidence) => string) }
  /** What happened, as a headline without a full stop. */
  title: string | ((evidence: Evidence) => string)
  /** The fix first, then why, in sentences. */
  means: string | ((evidence: Evidence) => string)
  /** The most likely one first. Only what differs from the settings is offered. */
  fixes?(evidence: Evidence): Fix[]
  /** RFC and section, or the provider's own page. */
  reference: string
}
