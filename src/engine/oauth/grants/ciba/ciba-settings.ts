import type { CurrentToken } from '../token-exchange/exchange-settings.ts'

/** Which user is asked, and what their device shows (OpenID Connect CIBA Core 1.0 section 7.1). One of the hints is there. */
export interface CibaSettings {
  loginHint: string
  loginHintToken?: CurrentToken
  idTokenHint?: CurrentToken
  /** Shown on both sides; empty: none. */
  bindingMessage: string
  /** A code that the user chose at the provider, against requests that they don't expect. */
  userCode?: { name: string; value: string }
  acrValues: string
}
