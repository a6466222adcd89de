import { ordersOthers, ordersSpa, ordersTests } from '../accounts.ts'
import { Refusal } from '../answers.ts'
import type { ProviderContext } from './context.ts'

/** A client that is registered here; the public one has no secret. */
export interface Client {
  id: string
  secret?: string
}

const clients: Client[] = [
  ...[ordersTests, ordersOthers].map(({ clientId, clientSecret }) => ({ id: clientId, secret: clientSecret })),
  { id: ordersSpa.clientId },
]

/** The client of this id, if it is registered. */
export const clientOf = (id: string | undefined): Client | undefined => clients.find((one) => one.id === id)

/** RFC 8252 section 7.3: a native client may come back to any port of the loopback interface. */
const native = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?\/callback$/

/** Whether a client may be answered at this URL. */
export const isRegistered = ({ app }: ProviderContext, uri: string): boolean =>
  uri === `${app}oauth/callback.html` || native.test(uri)

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** What a client says of itself: by Basic (RFC 6749 section 2.3.1), in the body, or its id alone. */
function credentials(request: Request, form: Map<string, string>): { id?: string | undefined; secret?: string | undefined } {
  const basic = /^Basic (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (basic === undefined) return { id: form.get('client_id'), secret: form.get('client_secret') }
  if (form.has('client_secret'))
    throw new Refusal('invalid_request', 'client authentication must only be provided using one mechanism')
  try {
    const text = atob(basic)
    const colon = text.indexOf(':')
    return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) }
  } catch {
    throw new Refusal('invalid_request', 'invalid authorization header value format')
  }
}

/** The client that a request is from. Rejected with `invalid_client` if it can't show it (RFC 6749 section 5.2). */
export function authenticated(request: Request, form: Map<string, string>): Client {
  const { id, secret } = credentials(request, form)
  if (id === undefined) throw new Refusal('invalid_request', 'no client authentication mechanism provided')
  const client = clientOf(id)
  if (client && client.secret === secret) return client
  throw new Refusal('invalid_client', 'client authentication failed', 401, { 'www-authenticate': `Basic realm="sandbox"` })
}
