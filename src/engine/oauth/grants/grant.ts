import type { OAuthContext } from '../context.ts'
import type { NeededEndpoint, Provider } from '../provider.ts'
import type { OAuthSettings } from '../settings.ts'
import type { TokenAnswer } from '../token-endpoint.ts'

/** What a grant comes back with. */
export interface Granted {
  answer: TokenAnswer
  /** The nonce that the ID token must hold; absent: none was sent. */
  nonce?: string
  /** The tokens came in the fragment of the callback. */
  fromFragment?: boolean
}

/** One way to a token: one file per grant, listed in `grants/index.ts`. */
export interface Grant {
  /** Endpoints that must be typed or discovered. */
  needs(settings: OAuthSettings): readonly NeededEndpoint[]
  /**
   * A person (or a script) has to act: it can't be repeated without being asked for. `window`: in a browser on this machine;
   * `anywhere`: with any browser.
   */
  interactive: false | 'window' | 'anywhere'
  run(context: OAuthContext, settings: OAuthSettings, provider: Provider): Promise<Granted>
}
