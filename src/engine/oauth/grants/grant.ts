import type { OAuthContext } from '../context.ts'
import type { Provider } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import type { TokenAnswer } from '../token/token-answer.ts'

/** The result of a grant. */
export interface Granted {
  answer: TokenAnswer
  /** The nonce that the ID token must hold; absent: none was sent. */
  nonce?: string
  /** The tokens came in the fragment of the callback. */
  fromFragment?: boolean
}

/** A grant: gets a token, given resolved endpoints. One folder per grant, listed in `grants/index.ts`. */
export type Grant = (context: OAuthContext, settings: OAuthSettings, provider: Provider) => Promise<Granted>
