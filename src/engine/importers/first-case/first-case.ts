import { capital } from '#engine/base/capital.ts'
import { emptyEnvironment, emptyVariable, type NewId } from '#engine/project/empty.ts'
import type { Step, Variable } from '#engine/project/format/schema.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { successCheck } from '#engine/steps/assertion/picked-check.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import { pair, queryPairs, splitUrl, withoutImplied, type Pair } from '../request/body.ts'
import { createDraft, type Draft } from '../draft.ts'
import { requestName } from '../request/request-name.ts'
import type { Imported } from '../run-import.ts'

/** Names in a project that was made from the answers to a few questions. */
const texts = {
  project: 'My API',
  apiOf: (resource: string) => `${resource} API`,
  suite: 'First tests',
  local: 'Local',
  remote: 'Test',
  getToken: 'Get token',
  credentials: 'Access',
  check: 'Response is successful',
} as const

/** How an API wants to know who calls it; plain values, as they were typed. */
export type FirstAccess =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  | { kind: 'api-key'; name: string; place: 'header' | 'query'; value: string }
  | { kind: 'basic'; username: string; password: string }
  | {
      kind: 'oauth'
      /** The issuer, or the whole address of its discovery document. */
      provider: string
      grant: OAuth2Step['grantType']
      clientId: string
      clientSecret: string
      /** How the provider wants the secret sent, if it said so; in the body else. */
      secretTransport?: OAuth2Step['secretTransport']
      scope: string
    }

/** What someone says of an API for a first case; texts may hold `${…}`, as everywhere. */
export interface FirstCaseAnswers {
  /** What the project is called; empty: what {@link projectName} makes of the URL. */
  name?: string
  /** What all its requests start with. */
  address: string
  /** Hosts that may be asked without TLS. */
  insecureHosts: readonly string[]
  access: FirstAccess
  method: string
  /** May end in a query. */
  path: string
  headers: readonly { name: string; value: string }[]
  body: RequestBody
}

/** A project with one case; the secrets are for the vault. */
export interface FirstCase extends Pick<Imported, 'project' | 'secrets'> {
  /** The ids of what was made. */
  environment: string
  case: string
  request: string
  /** The step that gets the token, if one does. */
  login?: string
}

/**
 * Creates a project from the answers: an environment with the URL and the credentials, and a case that gets a token, sends the
 * request, and checks that its status is one of success (RFC 9110 section 15.3).
 */
export function firstCase(answers: FirstCaseAnswers, newId: NewId): FirstCase {
  const address = completeAddress(answers.address)
  const draft = createDraft(answers.name?.trim() || projectName(answers), newId)
  const environment = emptyEnvironment(newId(), isLocal(address) ? texts.local : texts.remote)
  draft.project.environments.push(environment)
  environment.insecureHosts.push(...answers.insecureHosts)
  environment.variables.push({ ...emptyVariable('baseUrl'), value: address })
  const { address: path, query } = splitUrl(answers.path.trim())
  const url = `\${baseUrl}${path === '' || path.startsWith('/') ? '' : '/'}${path}`
  const name = requestName(answers.method, url)
  const one = draft.case(draft.suite(resourceIn(path) ?? texts.suite), name)
  const access = accessOf(draft, answers.access, environment.variables)
  if (access.login) one.steps.push(access.login)
  const headers = answers.headers.map((header) => pair(header.name, header.value))
  const request = draft.step('send-request', {
    name,
    method: answers.method,
    url,
    query: [...queryPairs(query), ...access.query],
    headers: withoutImplied([...headers, ...access.headers], answers.body),
    body: answers.body,
  })
  one.steps.push(request, draft.step('assertion', { name: texts.check, step: request.id, checks: [successCheck()] }))
  return {
    project: draft.project,
    secrets: draft.secrets,
    environment: environment.id,
    case: one.id,
    request: request.id,
    ...(access.login ? { login: access.login.id } : {}),
  }
}

/** What proves who calls: a step before the request, and what goes with the request. Its values are in the environment. */
function accessOf(draft: Draft, access: FirstAccess, variables: Variable[]): { login?: Step; headers: Pair[]; query: Pair[] } {
  const secret = (name: string, value: string) => {
    variables.push({ ...emptyVariable(name), value: draft.secret(texts.credentials, name, value) })
    return `\${${name}}`
  }
  const authorization = (value: string) => ({ headers: [pair('Authorization', value)], query: [] })
  switch (access.kind) {
    case 'none':
      return { headers: [], query: [] }
    case 'bearer':
      return authorization(`Bearer ${secret('token', access.token.trim().replace(/^Bearer\s+/i, ''))}`)
    case 'basic':
      // A name without a password is a key.
      return authorization(
        access.password === ''
          ? `Basic ${secret('api_key', access.username)}:`
          : `Basic ${access.username}:${secret('password', access.password)}`,
      )
    case 'api-key': {
      const sent = pair(access.name.trim(), secret('api_key', access.value.trim()))
      return access.place === 'query' ? { headers: [], query: [sent] } : { headers: [sent], query: [] }
    }
    case 'oauth': {
      const login = loginStep(draft, access, variables)
      return { login, ...authorization(`Bearer \${${login.variableName}}`) }
    }
  }
}

function loginStep(draft: Draft, access: FirstAccess & { kind: 'oauth' }, variables: Variable[]): OAuth2Step {
  const [discovery = ''] = discoveryAddresses(access.provider)
  const [, issuer, rest] = /^(.*?)(\/\.well-known\/openid-configuration)$/.exec(discovery) ?? []
  if (issuer !== undefined) variables.push({ ...emptyVariable('idp'), value: issuer })
  return draft.step('oauth2', {
    name: texts.getToken,
    grantType: access.grant,
    discoveryEndpoint: issuer === undefined ? discovery : `\${idp}${rest}`,
    clientId: access.clientId.trim(),
    ...(access.clientSecret === '' ? {} : { clientSecret: draft.secret(texts.getToken, 'client-secret', access.clientSecret) }),
    ...(access.secretTransport === undefined ? {} : { secretTransport: access.secretTransport }),
    scope: access.scope.trim(),
  }) as OAuth2Step
}

/** A name for the project: the host, or what is requested where the host is this machine, which says nothing. */
export function projectName({ address: typed, path }: Pick<FirstCaseAnswers, 'address' | 'path'>): string {
  const address = completeAddress(typed)
  const asked = resourceIn(splitUrl(path.trim()).address)
  return asked !== undefined && isLocal(address) ? texts.apiOf(asked) : (hostOf(address) ?? texts.project)
}

/** A URL with its scheme and without a slash at its end: `localhost:3000/` becomes `http://localhost:3000`. */
export function completeAddress(typed: string): string {
  const address = typed.trim().replace(/\/+$/, '')
  if (address === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address
  return `${isLocal(`http://${address}`) ? 'http' : 'https'}://${address}`
}

/**
 * Where a provider's metadata may be, by its issuer or the whole address of them: as OpenID Connect Discovery has it (section 4),
 * then as RFC 8414 section 3 has it.
 */
export function discoveryAddresses(provider: string): string[] {
  const address = completeAddress(provider)
  if (address === '' || /\/\.well-known\//.test(address)) return address === '' ? [] : [address]
  const [, origin = '', path = ''] = /^([^/]*\/\/[^/]*)(.*)$/.exec(address) ?? []
  return [`${address}/.well-known/openid-configuration`, `${origin}/.well-known/oauth-authorization-server${path}`]
}

/** Whether a URL can be requested: HTTP with a host. Chromium takes one with spaces in it for one. */
export const isAskable = (address: string): boolean =>
  /^https?:\/\/[^\s/?#]+(?:[/?#]|$)/i.test(address) && parsed(address) !== undefined

/** The host that can only be asked in plaintext, if the URL says so: it needs consent, unless it is this machine. */
export const insecureHost = (address: string): string | undefined =>
  parsed(address)?.protocol === 'http:' && !isLocal(address) ? parsed(address)?.hostname : undefined

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)
const hostOf = (address: string): string | undefined => parsed(address)?.host || undefined
/** This machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3): what is sent there needs no TLS. */
const isLocal = (address: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(parsed(address)?.hostname ?? '')

/** `/v1/order-items/42` is about `Order items`. */
function resourceIn(path: string): string | undefined {
  const words = path.split('/').filter((part) => /^[A-Za-z][\w-]{2,}$/.test(part) && !/^(v\d+|api|rest)$/i.test(part))
  const last = words.at(-1)?.replace(/[-_]+/g, ' ')
  return last && capital(last)
}
