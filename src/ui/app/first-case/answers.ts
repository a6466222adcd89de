import {
  completeAddress,
  discoveryAddresses,
  insecureHost,
  isAskable,
  type FirstAccess,
  type FirstCaseAnswers,
} from '#engine/importers/first-case/first-case.ts'
import { grantFacts, type GrantType } from '#engine/oauth/grants/facts.ts'
import { textBody } from '#engine/importers/request/body.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import type { Demo } from '../../page/services.ts'
import { firstCaseTexts as texts } from './texts.ts'

/** How an API can be protected, in the order of the form. */
export const accessKinds = ['none', 'bearer', 'api-key', 'basic', 'oauth'] as const satisfies FirstAccess['kind'][]

/** What is in the form. What is typed for one kind of protection is kept while another one is looked at. */
export interface Typed {
  name: string
  address: string
  allowInsecure: boolean
  access: FirstAccess['kind']
  token: string
  keyName: string
  keyPlace: 'header' | 'query'
  keyValue: string
  username: string
  password: string
  provider: string
  grant: GrantType
  clientId: string
  clientSecret: string
  /** As the provider says that it wants the secret; empty before it was asked. */
  secretTransport: '' | 'body' | 'basic'
  scope: string
  method: string
  path: string
  /** JSON as typed; a command that was pasted may bring another kind of body. */
  json: string
  otherBody?: RequestBody | undefined
  headers: readonly { name: string; value: string }[]
}

/** The form as it opens. */
export const untyped = (): Typed => ({
  name: '',
  address: '',
  allowInsecure: false,
  access: 'none',
  token: '',
  keyName: 'X-API-Key',
  keyPlace: 'header',
  keyValue: '',
  username: '',
  password: '',
  provider: '',
  grant: 'ClientCredentials',
  clientId: '',
  clientSecret: '',
  secretTransport: '',
  scope: '',
  method: 'GET',
  path: '',
  json: '',
  headers: [],
})

/** Methods to choose from; those of the second list have a body (RFC 9110 section 9.3). */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
/** See {@link methods}. */
const withBody: readonly string[] = ['POST', 'PUT', 'PATCH']

/** The grants of the form: those of today's standards by which an API is called, and that need no settings of their own. */
export const offeredGrants = (Object.keys(grantFacts) as GrantType[]).filter(
  (one) => grantFacts[one].warning === undefined && grantFacts[one].settings === undefined,
)

/** Whether the request has a body: one that was pasted with a DELETE goes with it. */
export const mayHaveBody = ({ method, json, otherBody }: Pick<Typed, 'method' | 'json' | 'otherBody'>): boolean =>
  withBody.includes(method) || (method === 'DELETE' && (json !== '' || otherBody !== undefined))

/** What a curl command says, as it is in the form. */
export function typedOfCurl({ access, body, ...request }: Omit<FirstCaseAnswers, 'insecureHosts'>): Partial<Typed> {
  return {
    ...request,
    access: access.kind,
    json: body.type === 'json' ? body.text : '',
    otherBody: body.type === 'json' || body.type === 'none' ? undefined : body,
    ...(access.kind === 'bearer' ? { token: access.token } : {}),
    ...(access.kind === 'basic' ? { username: access.username, password: access.password } : {}),
    ...(access.kind === 'api-key' ? { keyName: access.name, keyPlace: access.place, keyValue: access.value } : {}),
  }
}

/** What asks the sandbox of this browser, as it is in the form. */
export function typedOfSandbox({ api, provider, project }: Demo): Partial<Typed> {
  const variables = project.environments[0]?.variables ?? []
  const valueOf = (wanted: string) => String(variables.find(({ name }) => name === wanted)?.value ?? '')
  return {
    ...untyped(),
    name: texts.sandboxName,
    address: api,
    access: 'oauth',
    provider,
    clientId: valueOf('clientId'),
    clientSecret: valueOf('clientSecret'),
    scope: 'orders:read',
    path: '/orders',
  }
}

/** What the form says, as the engine wants it. */
export function answersOf(typed: Typed): FirstCaseAnswers {
  const hosts = [typed.address, ...(typed.access === 'oauth' ? [typed.provider] : [])].map((one) =>
    insecureHost(completeAddress(one)),
  )
  return {
    name: typed.name,
    address: typed.address,
    insecureHosts: typed.allowInsecure ? [...new Set(hosts.filter((host) => host !== undefined))] : [],
    access: accessOf(typed),
    method: typed.method,
    path: typed.path,
    headers: typed.headers,
    body: mayHaveBody(typed) ? (typed.otherBody ?? textBody(typed.json, 'application/json')) : { type: 'none' },
  }
}

function accessOf(typed: Typed): FirstAccess {
  switch (typed.access) {
    case 'bearer':
      return { kind: 'bearer', token: typed.token }
    case 'api-key':
      return { kind: 'api-key', name: typed.keyName, place: typed.keyPlace, value: typed.keyValue }
    case 'basic':
      return { kind: 'basic', username: typed.username, password: typed.password }
    case 'oauth': {
      const { provider, grant, clientId, clientSecret, secretTransport, scope } = typed
      const way = secretTransport === '' ? {} : { secretTransport }
      return { kind: 'oauth', provider, grant, clientId, clientSecret, scope, ...way }
    }
    default:
      return { kind: 'none' }
  }
}

/** What is missing or wrong, by field, in the order of the form. */
export function missingIn(typed: Typed): Partial<Record<keyof Typed, string>> {
  const need = texts.need
  const missing: Partial<Record<keyof Typed, string>> = {}
  const ask = (key: keyof Typed, why: string) => {
    if (String(typed[key]).trim() === '') missing[key] = why
  }
  const askAddress = (key: 'address' | 'provider', why: string) => {
    const address = completeAddress(typed[key])
    // What starts with a variable can't be known yet.
    if (address !== '' && !address.includes('${') && !isAskable(address)) missing[key] = need.noAddress(typed[key].trim())
    ask(key, why)
  }
  askAddress('address', need.address)
  if (typed.access === 'bearer') ask('token', need.token)
  if (typed.access === 'api-key') {
    ask('keyName', need.keyName)
    ask('keyValue', need.keyValue)
  }
  if (typed.access === 'basic') ask('username', need.username)
  if (typed.access === 'oauth') {
    askAddress('provider', need.provider)
    ask('clientId', need.clientId)
    if (grantFacts[typed.grant].client === 'proves') ask('clientSecret', need.clientSecret)
  }
  return missing
}

/** The first host that is asked without TLS and needs consent for it. */
export const needsConsent = (typed: Typed): string | undefined =>
  [typed.address, ...(typed.access === 'oauth' ? discoveryAddresses(typed.provider) : [])]
    .map((one) => insecureHost(completeAddress(one)))
    .find((host) => host !== undefined)
