import { base64 } from '#engine/base/base64.ts'
import { ClientSecretPost, None, TlsClientAuth, type ClientAuth } from 'oauth4webapi'
import type { OAuthSettings } from '../settings.ts'

type Credentials = Pick<OAuthSettings, 'clientSecret' | 'secretTransport' | 'clientAssertion' | 'clientCertificate'>

const basic =
  (secret: string, encode: (text: string) => string): ClientAuth =>
  (_as, client, _body, headers) => {
    const credentials = `${encode(client.client_id)}:${encode(secret)}`
    headers.set('authorization', `Basic ${base64(new TextEncoder().encode(credentials))}`)
  }

/**
 * As every form is encoded (URL standard). RFC 6749 appendix B and the HTML 4.01 that it refers to escape `-`, `.` and `_` too, and
 * who decodes reads both alike; but at a provider that does not decode, ids such as UUIDs work only unescaped.
 */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** True if Client ID or secret go over HTTP Basic in other characters than their own, so that who does not decode reads another secret. */
export const changesWhenEncoded = ({ clientId, clientSecret }: Pick<OAuthSettings, 'clientId' | 'clientSecret'>): boolean =>
  clientSecret !== undefined && [clientId, clientSecret.value].some((text) => formEncoded(text) !== text)

/** Against RFC 6749 section 2.3.1, for providers that don't decode. */
const asItIs = (text: string): string => text

/**
 * How the client proves who it is at an endpoint (O3): secret in the body, by Basic form-encoded (RFC 6749 section 2.3.1) or
 * unchanged; by a signed assertion (RFC 7523 section 2.2), by its TLS certificate (RFC 8705 section 2); without any only
 * `client_id` is sent, and no `client_secret` key at all (case 2).
 */
export function clientAuthentication(
  { clientSecret, secretTransport, clientAssertion, clientCertificate }: Credentials,
  endpoint: string,
): ClientAuth {
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
