import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { startScriptedProvider } from '../../../../e2e/conformance/scripted-provider.ts'
import { ordersSpa, ordersTests } from '#sandbox/accounts.ts'
import { startDemo, type Demo } from '#companion/demo/index.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { BrowserLogin } from '#engine/ports/index.ts'
import { fakePorts } from '#engine/ports/testing/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { run } from '#engine/runner/run.ts'
import { stepOf } from '#engine/steps/oauth2/testing/run-step.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { readProject } from '#engine/project/format/read.ts'
import { projectSchema, stepSchema, type Case, type Project } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { negativeCases, type NegativeOptions } from './cases.ts'
import { negativeKinds, negativeOffers, type NegativeKind } from './kinds.ts'

const redirectUri = 'http://127.0.0.1:5999/callback'
const http = createNodeHttp()
const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')]
let demo: Demo

beforeAll(async () => {
  // Provider, API and client live in one time, which only waits move on.
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const spy of spies) spy.mockImplementation(() => undefined)
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417', tokenLifetime: 2 })
})
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await Promise.all([http.close(), demo.close()])
})

/** A browser with cookies that follows no redirect by itself. */
function createBrowser(signal: AbortSignal) {
  const cookies = new Map<string, string>()
  return async (to: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const body = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const response = await fetch(to, { ...body, redirect: 'manual', signal, headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return response
  }
}

const hidden = (page: string, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''

/** A device that is being approved: time stands still until it is. */
let approving: Promise<unknown> = Promise.resolve()

/** A person at the demo's pages: signs in by the form, and approves devices. */
const demoLogin: BrowserLogin = {
  redirectUri: async () => redirectUri,
  async approve({ userCode, verificationUri }, signal) {
    const go = createBrowser(signal)
    let at = verificationUri
    const follow = async (response: Response): Promise<string> => {
      const location = response.headers.get('location')
      if (location === null) return response.text()
      at = new URL(location, at).href
      return follow(await go(at))
    }
    const work = async (): Promise<void> => {
      const input = await follow(await go(at))
      const confirm = await follow(await go(at, { xsrf: hidden(input, 'xsrf'), user_code: userCode }))
      await follow(await go(at, { xsrf: hidden(confirm, 'xsrf'), user_code: userCode, confirm: 'yes' }))
      await follow(await go(at, { username: 'demo', password: 'demo' }))
    }
    approving = work()
    await approving
    return new Promise(() => undefined)
  },
  async authorize({ url }, _onState, signal) {
    const go = createBrowser(signal)
    let next = url
    for (let hop = 0; hop < 20; hop++) {
      let response = await go(next)
      if (response.status === 200) response = await go(next, { username: 'demo', password: 'demo' })
      next = new URL(response.headers.get('location') ?? '', next).href
      if (next.startsWith(redirectUri)) return next
    }
    throw new AssayError('oauth-login-timeout', 'The provider redirects for ever.')
  },
}

/** A case as a tester has it: a token, the request that uses it, its assertion. */
const positive = (token: OAuth2Step): Case =>
  v.parse(projectSchema, {
    ...empty,
    suites: [
      {
        id: 's1',
        name: 'Orders',
        cases: [
          {
            id: 'c1',
            name: 'Create',
            variables: [{ name: 'sku', value: 'A-1' }],
            steps: [
              token,
              {
                id: 'r1',
                kind: 'send-request',
                name: 'Create order',
                method: 'POST',
                url: '${api}/orders',
                headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
                body: { type: 'json', text: '{ "sku": "${sku}" }' },
              },
            ],
          },
        ],
      },
    ],
  }).suites[0]?.cases[0] as Case

const empty = { format: 'aprj', version: 1, id: 'p1', name: 'Negative tests' }

const projectOf = (cases: Case[], { provider, api }: Servers = demo): Project => ({
  ...v.parse(projectSchema, {
    ...empty,
    variables: [
      { name: 'idp', value: provider },
      { name: 'api', value: api },
      { name: 'secret', value: ordersTests.clientSecret },
    ],
  }),
  suites: [{ id: 's1', name: 'Orders', description: '', variables: [], cases }],
})

const discoveryEndpoint = '${idp}/.well-known/openid-configuration'
const clientCredentials = stepOf({
  discoveryEndpoint,
  clientId: ordersTests.clientId,
  clientSecret: '${secret}',
  scope: 'orders:read orders:write',
})
const confidentialSignIn = stepOf({ ...clientCredentials, grantType: 'AuthorizationCode', scope: 'openid orders:write' })
const publicSignIn = stepOf({
  discoveryEndpoint,
  grantType: 'AuthorizationCode',
  clientId: ordersSpa.clientId,
  scope: 'orders:write',
})
const byImplicit = stepOf({ ...publicSignIn, grantType: 'Implicit', scope: 'openid orders:write' })
const byDevice = stepOf({ ...publicSignIn, grantType: 'DeviceCode' })
const byPassword = stepOf({ ...clientCredentials, grantType: 'ResourceOwnerPassword', username: 'demo', password: '${user}' })

type Servers = Pick<Demo, 'provider' | 'api'>
/** A step that did not pass: its id, outcome, message and cause. */
type Ended = [step: string, outcome: string, message: string | undefined, cause: string | undefined]

const counter = () => {
  let ids = 0
  return () => `n${++ids}`
}

const fitting = (token: OAuth2Step): NegativeKind[] =>
  negativeOffers(positive(token), token).flatMap(({ kind, unfit }) => (unfit === undefined ? [kind] : []))

async function outcomes(cases: Case[], servers: Servers = demo): Promise<Ended[]> {
  const project = projectOf(cases, servers)
  project.variables.push({ name: 'user', value: 'demo', description: '' })
  const planned = plan(project, { seed: 1 })
  if (!planned.ok) throw planned.error
  const events: RunEvent[] = []
  const begun = Date.now()
  const ports = fakePorts({
    http,
    login: demoLogin,
    capabilities: new Set(['browser-login', 'no-cors']),
    clock: {
      now: () => Date.now(),
      monotonic: () => Date.now() - begun,
      sleep: async (ms) => {
        await approving
        vi.setSystemTime(Date.now() + ms)
      },
    },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)), uuid: () => crypto.randomUUID() },
  })
  await run(planned.value, ports, { signal: new AbortController().signal, emit: (event) => events.push(event) })
  return events.flatMap((event) =>
    event.type === 'step-finished' && event.outcome !== 'passed'
      ? [[event.step, event.outcome, event.message, event.cause] satisfies Ended]
      : [],
  )
}

const generate = (token: OAuth2Step, options?: NegativeOptions): Case[] =>
  negativeCases(positive(token), token, negativeKinds, counter(), { tokenLifetime: 2, ...options })

describe('negative tests of an OAuth2 step', () => {
  it('[O18] the demo stands them all: Client Credentials', async () => {
    const cases = generate(clientCredentials)
    expect(cases).toHaveLength(7)
    expect(await outcomes(cases)).toEqual([])
  }, 60_000)

  it('[O18] the demo stands them all: Auth Code with a secret', async () => {
    const cases = generate(confidentialSignIn)
    expect(cases).toHaveLength(9)
    expect(await outcomes(cases)).toEqual([])
  }, 60_000)

  it('[O18] the demo stands them all: Auth Code of a public client', async () => {
    const cases = generate(publicSignIn)
    expect(cases).toHaveLength(8)
    expect(await outcomes(cases)).toEqual([])
  }, 60_000)

  it('[O18] the demo stands them all: ROPC', async () => {
    const cases = generate(byPassword)
    expect(cases).toHaveLength(7)
    expect(await outcomes(cases)).toEqual([])
  }, 60_000)

  it('[O18] the demo stands them all: Implicit', async () => {
    const cases = generate(byImplicit)
    expect(cases).toHaveLength(6)
    expect(await outcomes(cases)).toEqual([])
  }, 60_000)

  it('[O18] the demo stands them all: Device Code of a public client', async () => {
    const cases = generate(byDevice)
    expect(cases).toHaveLength(6)
    expect(await outcomes(cases)).toEqual([])
  }, 60_000)

  it('[O18] a server that accepts the token anyway fails the case', async () => {
    const kept = { scope: 'orders:read', otherAudience: 'urn:assay:orders' }
    const [audience, scope] = negativeCases(
      positive(clientCredentials),
      clientCredentials,
      ['wrong-audience', 'missing-scope'],
      counter(),
      kept,
    )
    if (!audience || !scope) throw new Error('Both kinds fit.')
    const seen = await outcomes([audience, scope])
    expect(seen.map(([, outcome]) => outcome)).toEqual(['failed', 'failed'])
  })

  it('[O18] careless servers fail each case: an API that takes every token, a provider that refuses nothing', async () => {
    const token = new UnsecuredJWT({ sub: 'ann' }).encode() + 's'.repeat(86)
    const careless = await startScriptedProvider({
      answer: { access_token: token, id_token: undefined, expires_in: 2 },
      routes: { '/orders': () => ({ status: 201, json: {} }) },
    })
    try {
      const signIn = { ...confidentialSignIn, scope: 'orders:read orders:write' }
      const cases = negativeCases(positive(signIn), signIn, negativeKinds, counter(), { tokenLifetime: 2 })
      expect(cases).toHaveLength(negativeKinds.length)
      for (const [index, one] of cases.entries()) {
        const seen = await outcomes([one], { provider: careless.issuer, api: careless.issuer })
        const kind = negativeKinds[index]
        expect([kind, seen.length]).toEqual([kind, 1])
        const atTheProvider = kind === 'replayed-code' || kind === 'wrong-verifier' || kind === 'wrong-secret'
        expect([kind, ...(seen[0] ?? []).slice(1, 3)]).toEqual([
          kind,
          atTheProvider ? 'broken' : 'failed',
          expect.stringMatching(
            atTheProvider
              ? /^Expected the provider to reject the request with invalid_(grant|client), but it issued a token/
              : /got number 201/,
          ),
        ])
      }
    } finally {
      await careless.close()
    }
  }, 60_000)

  it('[O18] a case copies what its request depends on, and nothing else', async () => {
    const get = { kind: 'send-request', url: '${api}/orders', headers: [{ name: 'Authorization', value: 'Bearer ${reader}' }] }
    const read = { source: 'json', path: '$.size', match: '^(.+)$', to: 'quantity', scope: 'TestSuite' }
    const one = v.parse(projectSchema, {
      ...empty,
      suites: [
        {
          id: 's1',
          name: 'Orders',
          cases: [
            {
              id: 'c1',
              name: 'Create',
              variables: [{ name: 'order', value: '{ "sku": "${sku}", "quantity": ${quantity} }' }],
              steps: [
                { ...clientCredentials, id: 'a', variableName: 'reader', scope: 'orders:read' },
                { ...clientCredentials, id: 'b' },
                { ...get, id: 'c', name: 'List', query: [{ name: 'size', value: '7' }] },
                { id: 'd', kind: 'wait', name: 'Wait', seconds: 1 },
                { ...get, id: 'e', name: 'Other' },
                { ...clientCredentials, id: 't1' },
                { id: 'f', kind: 'data-transfer', name: 'Size', step: 'c', transfers: [read] },
                {
                  id: 'g',
                  kind: 'data-transfer',
                  name: 'Sku',
                  transfers: [{ ...read, path: '$.total', to: 'sku', default: 'A-1' }],
                },
                { id: 'h', kind: 'data-transfer', name: 'Unused', transfers: [{ ...read, to: 'unused' }] },
                {
                  id: 'r1',
                  kind: 'send-request',
                  name: 'Create order',
                  method: 'POST',
                  url: '${api}/orders',
                  headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
                  body: { type: 'json', text: '${order}' },
                },
              ],
            },
          ],
        },
      ],
    }).suites[0]?.cases[0]
    const token = one?.steps.find((step) => step.id === 't1')
    if (!one || token?.kind !== 'oauth2') throw new Error('The step is there.')
    const cases = negativeCases(one, token, ['missing-scope', 'wrong-secret'], counter())
    const names = cases[0]?.steps.map((step) => (step.kind === 'oauth2' ? step.variableName : step.name))
    expect(names).toEqual(['reader', 'List', 'Other', 'access_token', 'Size', 'Sku', 'Create order', 'Refused'])
    expect(cases[1]?.steps.map(({ kind }) => kind)).toEqual(['oauth2'])
    const [, list, , , size] = cases[0]?.steps ?? []
    expect(size).toMatchObject({ kind: 'data-transfer', step: list?.id, transfers: [{ to: 'quantity', scope: 'TestCase' }] })
    const ids = cases.flatMap(({ steps }) => steps.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await outcomes(cases)).toEqual([])
  })

  it('[O18] a case whose request uses a column of a loop has the loop around it', () => {
    const token = { ...clientCredentials }
    const loop = {
      id: 'l1',
      kind: 'loop-start',
      name: 'For each',
      dataSource: 'd1',
      mapping: [{ column: 'sku', variable: 'sku' }],
    }
    const base = positive(token)
    const steps = [loop, ...base.steps, { id: 'l2', kind: 'loop-end', name: 'Next' }].map((step) => v.parse(stepSchema, step))
    const one = { ...base, variables: [], steps }
    const inLoop = steps.find((step): step is OAuth2Step => step.kind === 'oauth2')
    if (!inLoop) throw new Error('The step is there.')
    const [made] = negativeCases(one, inLoop, ['missing-scope'], counter())
    expect(made?.steps.map(({ kind }) => kind)).toEqual(['loop-start', 'oauth2', 'send-request', 'assertion', 'loop-end'])
  })

  it('[O18] a token that is known to be opaque has no signature to tamper with, and the offer says so', () => {
    const offers = negativeOffers(positive(clientCredentials), clientCredentials, { opaque: true })
    const unfit = offers.filter(({ kind }) => kind === 'tampered-signature' || kind === 'alg-none').map(({ unfit }) => unfit)
    expect(unfit).toEqual([expect.stringContaining('is opaque'), expect.stringContaining('is opaque')])
  })

  it('[O18] only kinds that make sense for the grant are offered, the others with the reason', () => {
    expect(fitting(confidentialSignIn)).toEqual([...negativeKinds])
    expect(fitting(publicSignIn)).not.toContain('wrong-secret')
    expect(fitting(clientCredentials)).not.toContain('replayed-code')
    expect(fitting({ ...confidentialSignIn, requirePkce: false })).not.toContain('wrong-verifier')
    expect(fitting({ ...clientCredentials, clientAuthMethod: 'ClientAssertion' })).not.toContain('wrong-secret')
    expect(fitting({ ...confidentialSignIn, grantType: 'Implicit' })).not.toContain('wrong-secret')
    expect(fitting({ ...clientCredentials, scope: 'openid' })).not.toContain('missing-scope')
    expect(fitting({ ...clientCredentials, enableDpop: true })).toEqual(['wrong-audience', 'missing-scope', 'wrong-secret'])
    const alone = { ...positive(confidentialSignIn), steps: [confidentialSignIn] }
    const offers = negativeOffers(alone, confidentialSignIn)
    expect(offers.filter(({ unfit }) => unfit === undefined).map(({ kind }) => kind)).toEqual([
      'replayed-code',
      'wrong-verifier',
      'wrong-secret',
    ])
    expect(offers[0]?.unfit).toContain('uses ${access_token}')
  })

  it('[O18] the cases are ordinary: they survive the file, and tokens of other cases stay as they are', () => {
    const cases = generate(confidentialSignIn)
    const text = writeProject(projectOf(cases))
    const again = readProject(text)
    expect(again.ok && writeProject(again.value.project)).toBe(text)
    const tokens = cases.flatMap(({ steps }) => steps.filter((step): step is OAuth2Step => step.kind === 'oauth2'))
    expect(new Set(tokens.map(({ variableScope }) => variableScope))).toEqual(new Set(['TestCase']))
    expect(cases[0]?.variables).toEqual(positive(confidentialSignIn).variables)
  })

  it('[O18] an audience that is named by a parameter stays one; a lifetime over an hour waits in parts', () => {
    const named = stepOf({ ...clientCredentials, additionalParameters: [{ name: 'audience', value: 'orders' }] })
    const [expired, audience] = generate(named, { otherAudience: 'invoices', tokenLifetime: 4000 })
    expect(expired?.steps.flatMap((step) => (step.kind === 'wait' ? [step.seconds] : []))).toEqual([3600, 401])
    expect(audience?.steps[0]).toMatchObject({ resource: [], additionalParameters: [{ name: 'audience', value: 'invoices' }] })
  })
})
