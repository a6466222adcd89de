import { base64 } from '#engine/base/encoding/base64.ts'
import { ClientSecretPost, None, TlsClientAuth, type ClientAuth } from 'oauth4webapi'
import type { OAuthSettings } from '../settings.ts'

type Credentials = Pick<OAuthSettings, 'clientId' | 'clientSecret' | 'secretTransport' | 'clientAssertion' | 'clientCertificate'>

const basic =
  (secret: string, encode: (text: string) => string): ClientAuth =>
  (_as, client, _body, headers) => {
    const credentials = `${encode(client.client_id)}:${encode(secret)}`
    headers.set('authorization', `Basic ${base64(new TextEncoder().encode(credentials))}`)
  }

/**
 * Form encoding of the URL standard. RFC 6749 appendix B refers to HTML 4.01, which also escapes `-`, `.` and `_`. Decoders
 * read both the same, but at a provider that doesn't decode, IDs such as UUIDs only work unescaped.
 */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** Whether form-encoding changes Client ID or secret in HTTP Basic. A provider that doesn't decode then reads another secret. */
export const changesWhenEncoded = ({ clientId, clientSecret }: Pick<OAuthSettings, 'clientId' | 'clientSecret'>): boolean =>
  clientSecret !== undefined && [clientId, clientSecret.value].some((text) => formEncoded(text) !== text)

/** Against RFC 6749 section 2.3.1, for providers that don't decode. */
const asItIs = (text: string): string => text

/**
 * How the client authenticates at an endpoint (O3): secret in the body, by Basic form-encoded (RFC 6749 section 2.3.1) or
 * unchanged; by a signed assertion (RFC 7523 section 2.2), by its TLS certificate (RFC 8705 section 2); without any only
 * `client_id` is sent, and no `client_secret` key at all (case 2).
 */
export function clientAuthentication(
  { clientId, clientSecret, secretTransport, clientAssertion, clientCertificate }: Credentials,
  endpoint: string,
): ClientAuth {
  // The grant alone says who requests the token (RFC 7521 section 4.1).
  if (clientId === '') return () => undefined
  if (clientAssertion) return clientAssertion.authenticateAt(endpoint)
  // TLS has said who the client is: tls_client_auth and self_signed_tls_client_auth differ in what the provider compares only.
  if (clientCertificate) return TlsClientAuth()
  if (clientSecret === undefined) return None()
  switch (secretTransport) {
    case 'body':
      return ClientSecretPost(clientSecret.value)
    case 'basic':
      return basic(clientSecret.value, formEncoded)
    case 'basic-raw':
      return basic(clientSecret.value, asItIs)
  }
}
