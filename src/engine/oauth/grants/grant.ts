import type { OAuthContext } from '../context.ts'
import type { Provider } from '../provider/provider.ts'
import type { OAuthSettings } from '../settings.ts'
import type { TokenAnswer } from '../token/token-answer.ts'

/** What a grant comes back with. */
export interface Granted {
  answer: TokenAnswer
  /** The nonce that the ID token must hold; absent: none was sent. */
  nonce?: string
  /** The tokens came in the fragment of the callback. */
  fromFragment?: boolean
}

/** One way to a token, from the start; its endpoints are resolved. One folder per grant, listed in `grants/index.ts`. */
export type Grant = (context: OAuthContext, settings: OAuthSettings, provider: Provider) => Promise<Granted>
