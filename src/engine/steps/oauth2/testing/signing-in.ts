import { base64 } from '#engine/base/encoding/base64.ts'
import type { BrowserLogin, LoginRequest } from '#engine/ports/index.ts'

/** A login that answers at once with a code and the right state; `change` alters the callback's parameters. */
export function answeringLogin(
  change: (parameters: URLSearchParams, request: LoginRequest) => void = () => undefined,
): BrowserLogin & { readonly requests: LoginRequest[] } {
  const requests: LoginRequest[] = []
  return {
    requests,
    redirectUri: async () => 'http://127.0.0.1/callback',
    async authorize(request) {
      requests.push(request)
      const parameters = new URLSearchParams({ code: `code-${requests.length}-0123456789`, state: request.state })
      change(parameters, request)
      return `http://127.0.0.1/callback?${parameters}`
    },
  }
}

const base64url = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const segment = (value: object): string => base64url(new TextEncoder().encode(JSON.stringify(value)))

/** An ID token signed with a client secret (OpenID Connect Core 10.1), so that no key set is needed. */
export async function idTokenBySecret(secret: string, claims: Record<string, unknown>): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = `${segment({ alg: 'HS256' })}.${segment(claims)}`
  return `${signed}.${base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(signed))))}`
}
