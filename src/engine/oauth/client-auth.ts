import { base64 } from './encoding.ts'
import { ClientSecretBasic, ClientSecretPost, None, type ClientAuth } from 'oauth4webapi'
import type { OAuthSettings } from './settings.ts'

type Credentials = Pick<OAuthSettings, 'clientSecret' | 'secretTransport' | 'clientAssertion'>

/** HTTP Basic with id and secret as they are: against RFC 6749 section 2.3.1, for providers that don't decode. */
const basicRaw =
  (secret: string): ClientAuth =>
  (_as, client, _body, headers) =>
    headers.set('authorization', `Basic ${base64(new TextEncoder().encode(`${client.client_id}:${secret}`))}`)

/**
 * How the client proves who it is (O3): secret in the body, by Basic form-encoded (RFC 6749 section 2.3.1) or as it is;
 * by a signed assertion (RFC 7523 section 2.2); without any only `client_id` is sent, and no `client_secret` key at all (case 2).
 */
export function clientAuthentication({ clientSecret, secretTransport, clientAssertion }: Credentials): ClientAuth {
  if (clientAssertion) return clientAssertion.authenticate
  if (clientSecret === undefined) return None()
  switch (secretTransport) {
    case 'body':
      return ClientSecretPost(clientSecret.value)
    case 'basic':
      return ClientSecretBasic(clientSecret.value)
    case 'basic-raw':
      return basicRaw(clientSecret.value)
  }
}
