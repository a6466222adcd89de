import type { Meaning } from '../messages/meaning.ts'
import type { Advice } from '../step-settings.ts'

/** Messages about a grant where a run, its record or its errors are explained. */
export interface GrantTexts {
  /** What its token request says; absent: it sends none. */
  meaning?: Meaning
  /** By code of the provider's error: what it requests with this grant, where that is not what it requests with others. */
  hints?: ReadonlyMap<string, string>
  /** What current practice says about the grant itself. */
  advice?: Advice
}
