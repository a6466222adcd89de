import type { Meaning } from '../messages/meaning.ts'
import type { Advice } from '../step-settings.ts'

/** Messages about a grant where a run, its record or its errors are explained. */
export interface GrantTexts {
  /** What its token request says; absent: it sends none. */
  meaning?: Meaning
  /** By code of the provider's error: the hint for this grant, if it differs from other grants. */
  hints?: ReadonlyMap<string, string>
  /** What current practice says about the grant itself. */
  advice?: Advice
}
