import type { Cause } from './cause.ts'
import type { Evidence } from './evidence.ts'
import { all, any, isError, not, ranked } from './rank.ts'

const registers = ({ purpose, exchange }: Evidence): boolean => purpose === 'registration' && exchange?.request.method === 'POST'
const deletes = ({ purpose, exchange }: Evidence): boolean => purpose === 'registration' && exchange?.request.method === 'DELETE'
const sendsToken = ({ exchange }: Evidence): boolean =>
  exchange?.request.headers.some(([name]) => name.toLowerCase() === 'authorization') === true
const denied = any(
  isError('invalid_token', 'access_denied', 'insufficient_scope'),
  ({ status }) => status === 401 || status === 403,
)

/** The registration of a client was rejected (RFC 7591 section 3.2.2), or its deletion (RFC 7592). */
export const registrationCauses: Cause[] = [
  {
    id: 'registration-token-missing',
    when: ranked('stated', all(registers, denied, not(sendsToken))),
    title: 'The provider requires an initial access token to register a client',
    means:
      "Enter an initial access token from the provider's administration, or allow anonymous registration there (in Keycloak: Client registration, under Clients).",
    reference: 'RFC 7591 section 3',
  },
  {
    id: 'registration-token-refused',
    when: ranked('stated', all(registers, denied, sendsToken)),
    title: 'The provider rejected the initial access token',
    means:
      'Create a new initial access token at the provider. The current one has expired, has reached its usage limit, or belongs to another realm.',
    reference: 'RFC 7591 section 3',
  },
  {
    id: 'registration-gone',
    // The token is void with the client.
    when: ranked(
      'stated',
      all(deletes, ({ status }) => status === 401 || status === 403 || status === 404),
    ),
    title: 'The registration no longer exists, or its token is invalid',
    means:
      "Clear Client ID and Client Secret: the client was probably already deleted. If it still exists, delete it in the provider's administration.",
    reference: 'RFC 7592 section 2.3',
  },
  {
    id: 'registration-redirect-uri',
    when: all(registers, isError('invalid_redirect_uri')),
    title: "The provider doesn't allow clients with this redirect URI",
    means:
      "Allow the page's redirect URI, or its host, in the provider's registration policy. Some providers reject http: and loopback URIs for web clients.",
    reference: 'RFC 7591 section 3.2.2',
  },
]
