import { describe, expect, it } from 'vitest'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { ordersOthers, ordersSpa, ordersTests } from '#sandbox/accounts.ts'
import { createSandboxClient, issuer, type SandboxUser } from '../testing/sandbox-client.ts'

/** What a case of the list in the specification of the OAuth2 step says at the sandbox. Those that need a provider that errs are not here. */
interface Case {
  number: number
  title: string
  person?: SandboxUser
  /** Seconds that access tokens live. */
  lifetime?: number
  steps: Record<string, unknown>[]
  /** Of each step: its outcome, or a part of what it says. */
  says?: string[]
  /** Infos and warnings of the run, in parts. */
  notes?: string[]
  check?(made: ReturnType<typeof createSandboxClient>): void
}

const discovered = { kind: 'oauth2', discoveryEndpoint: `${issuer}/.well-known/openid-configuration` }
const asClient = {
  ...discovered,
  grantType: 'ClientCredentials',
  clientId: ordersTests.clientId,
  clientSecret: '${secret}',
  scope: 'orders:read',
}
const signIn = { ...discovered, grantType: 'AuthorizationCode', clientId: ordersSpa.clientId, scope: 'openid orders:read' }
const byDevice = { ...signIn, grantType: 'DeviceCode' }
const byPassword = { ...signIn, grantType: 'ResourceOwnerPassword', username: 'demo', password: '${password}' }
const list = (scheme = 'Bearer') => ({
  kind: 'send-request',
  url: `${issuer}/api/orders`,
  headers: [{ name: 'Authorization', value: `${scheme} \${access_token}` }],
})
const wait = (seconds: number) => ({ kind: 'wait', seconds })
const form = (made: ReturnType<typeof createSandboxClient>, line = 'POST /token', index = 0) => made.to(line)[index]?.form
const grants = (made: ReturnType<typeof createSandboxClient>) => made.to('POST /token').map((one) => one.form.get('grant_type'))

const cases: Case[] = [
  {
    number: 1,
    title: 'a secret by Basic',
    steps: [{ ...asClient, secretTransport: 'basic' }, list()],
    check: (made) => expect(form(made)?.has('client_secret')).toBe(false),
  },
  {
    number: 2,
    title: 'a public client sends no client_secret at all',
    steps: [signIn],
    check(made) {
      expect(form(made)?.has('client_secret')).toBe(false)
      expect(made.to('POST /token')[0]?.headers.get('authorization')).toBeNull()
    },
  },
  { number: 3, title: 'a password arrives as it is', steps: [byPassword, list()] },
  {
    number: 4,
    title: 'an empty scope is left out, double spaces become one',
    steps: [
      { ...asClient, scope: '' },
      { ...asClient, scope: ' orders:read   orders:write ', variableName: 'second' },
    ],
    check: (made) =>
      expect(made.to('POST /token').map((one) => one.form.get('scope'))).toEqual([null, 'orders:read orders:write']),
  },
  {
    number: 5,
    title: 'additional parameters arrive in order, in the window and at the token endpoint',
    steps: [
      {
        ...signIn,
        additionalParameters: [
          { name: 'zeta', value: '1' },
          { name: 'zeta', value: '2 &' },
        ],
      },
    ],
    check(made) {
      expect(made.windows[0]?.searchParams.getAll('zeta')).toEqual(['1', '2 &'])
      expect(form(made)?.getAll('zeta')).toEqual(['1', '2 &'])
    },
  },
  {
    number: 6,
    title: 'an unknown reference breaks before any request',
    steps: [{ ...asClient, clientId: '${nobody}' }],
    says: ['nobody'],
    check: (made) => expect(made.asked).toEqual([]),
  },
  {
    number: 7,
    title: 'endpoints typed by hand, and no issuer to hold the ID token against',
    steps: [
      {
        ...signIn,
        discoveryEndpoint: '',
        authorizationEndpoint: `${issuer}/authorize.html`,
        tokenEndpoint: `${issuer}/token`,
      },
      list(),
    ],
    notes: ['Issuer not checked: the step has no Issuer and no Discovery Endpoint. Enter one of them.'],
  },
  {
    number: 18,
    title: 'a scope that is not known is not granted, and that is said',
    steps: [{ ...asClient, scope: 'orders:read orders:burn' }, list()],
    notes: ['orders:burn'],
  },
  { number: 21, title: 'the answer in the window names its issuer', steps: [signIn, list()] },
  {
    number: 23,
    title: 'the ID token holds: nonce, audience, time, signature, at_hash',
    steps: [{ ...signIn, scope: 'openid profile email' }],
    check: (made) => expect(made.to('GET /jwks')).toHaveLength(1),
  },
  {
    number: 24,
    title: 'Implicit: the token comes in the fragment, and nothing is asked of the token endpoint',
    steps: [{ ...signIn, grantType: 'Implicit' }, list()],
    check: (made) => expect(made.to('POST /token')).toEqual([]),
  },
  {
    number: 29,
    title: 'PKCE with S256',
    steps: [signIn],
    check(made) {
      expect(made.windows[0]?.searchParams.get('code_challenge_method')).toBe('S256')
      expect(form(made)?.get('code_verifier')).toMatch(/^[\w.~-]{43,128}$/)
    },
  },
  {
    number: 29,
    title: 'a confidential client may go without PKCE',
    steps: [{ ...signIn, clientId: ordersTests.clientId, clientSecret: '${secret}', requirePkce: false }],
    check: (made) => expect(form(made)?.has('code_verifier')).toBe(false),
  },
  {
    number: 29,
    title: 'a wrong verifier is rejected',
    steps: [{ ...signIn, fault: 'wrong-verifier', expectError: 'invalid_grant' }],
    check: (made) => expect(made.to('POST /token')).toHaveLength(1),
  },
  {
    number: 29,
    title: 'a code that comes again is rejected',
    steps: [{ ...signIn, fault: 'replay-code', expectError: 'invalid_grant' }],
    check: (made) => expect(made.to('POST /token')).toHaveLength(2),
  },
  {
    number: 30,
    title: 'PAR: the window sees the reference alone',
    steps: [{ ...signIn, usePar: true }, list()],
    check: (made) => expect([...(made.windows[0]?.searchParams.keys() ?? [])].toSorted()).toEqual(['client_id', 'request_uri']),
  },
  {
    number: 31,
    title: 'DPoP: the token is bound, and later requests prove it',
    steps: [{ ...signIn, usePar: true, enableDpop: true }, list('DPoP')],
    check(made) {
      expect(made.to('POST /token')[0]?.headers.get('dpop')).not.toBeNull()
      expect(made.to('GET /api/orders')[0]?.headers.get('dpop')).not.toBeNull()
    },
  },
  {
    number: 32,
    title: 'a fresh token costs nothing; near its end it is refreshed before use',
    lifetime: 100,
    steps: [byPassword, list(), list(), wait(90), list()],
    check: (made) => expect(grants(made)).toEqual(['password', 'refresh_token']),
  },
  {
    number: 33,
    title: 'a public client’s refresh token is another one each time',
    lifetime: 100,
    steps: [byPassword, wait(90), list(), wait(90), list()],
    check(made) {
      expect(grants(made)).toEqual(['password', 'refresh_token', 'refresh_token'])
      const [, first, second] = made.to('POST /token').map((one) => one.form.get('refresh_token'))
      expect(first).not.toBe(second)
    },
  },
  {
    number: 37,
    title: 'ClientCredentials without a refresh token asks again',
    lifetime: 100,
    steps: [asClient, wait(95), list()],
    check: (made) => expect(grants(made)).toEqual(['client_credentials', 'client_credentials']),
  },
  {
    number: 38,
    title: 'another client or scope has a token of its own',
    steps: [
      asClient,
      { ...asClient, scope: 'orders:write', variableName: 'second' },
      { ...asClient, clientId: ordersOthers.clientId, clientSecret: '${others}', variableName: 'third' },
    ],
    check: (made) => expect(grants(made)).toHaveLength(3),
  },
  {
    number: 39,
    title: 'a token without a refresh token ends in the middle: the person is asked again, the old one is never sent',
    lifetime: 100,
    steps: [{ ...signIn, grantType: 'Implicit' }, list(), wait(120), list()],
    check(made) {
      expect(made.windows).toHaveLength(2)
      const [first, second] = made.to('GET /api/orders').map(({ headers }) => headers.get('authorization'))
      expect(first).not.toBe(second)
    },
  },
  {
    number: 41,
    title: 'Force Re-Authentication: neither cache nor refresh',
    steps: [byPassword, { ...byPassword, forceReauthentication: true, id: 's1b', variableName: 'second' }],
    check: (made) => expect(grants(made)).toEqual(['password', 'password']),
  },
  {
    number: 42,
    title: 'without an interval a device is asked for every 5 s',
    person: { late: 3 },
    steps: [byDevice, list()],
    check: (made) => expect(made.to('POST /token')).toHaveLength(4),
  },
  {
    number: 44,
    title: 'a person who declines ends the device with access_denied',
    person: { declines: true },
    steps: [byDevice],
    says: ['access_denied – End-User aborted interaction'],
  },
  {
    number: 44,
    title: 'a device that nobody approves ends with its code',
    person: { late: Infinity },
    steps: [{ ...byDevice, loginTimeout: 3600 }],
    says: ['expired'],
  },
]

const given = [
  { name: 'secret', value: ordersTests.clientSecret },
  { name: 'others', value: ordersOthers.clientSecret },
  { name: 'password', value: 'demo' },
]

describe('the conformance cases that the sandbox’s grants allow', () => {
  it.each(cases)('[X1, case $number] $title', async ({ person, lifetime, steps, says, notes = [], check }) => {
    const made = createSandboxClient(person, lifetime)
    const { steps: done, events } = await runSteps(steps, { ports: made.ports, case: { variables: given } })
    const expected = says ?? steps.map(() => 'passed')
    for (const [index, part] of expected.entries()) expect(done[index]?.message ?? done[index]?.outcome).toContain(part)
    const told = events.flatMap((event) => (event.type === 'noted' ? [event.text] : [])).join('\n')
    for (const part of notes) expect(told).toContain(part)
    check?.(made)
    // Case 48: what was sent as a secret stands in nothing that leaves the engine.
    const left = JSON.stringify(events)
    for (const { form: sent } of made.asked)
      for (const name of ['client_secret', 'code', 'code_verifier', 'refresh_token', 'device_code'])
        if (sent.has(name)) expect(left).not.toContain(sent.get(name))
  })
})
