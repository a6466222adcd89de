import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ordersTests } from '#sandbox/accounts.ts'
import { startDemo, type Demo } from '#companion/demo/index.ts'
import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import { listReporter } from '#engine/reporters/list/index.ts'
import { reportOf } from '#engine/reporters/report-of.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { createNodeHttp } from '#platform/node/http.ts'

const http = createNodeHttp()
let demo: Demo

beforeAll(async () => {
  for (const name of ['warn', 'info'] as const) vi.spyOn(console, name).mockImplementation(() => undefined)
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await Promise.all([http.close(), demo.close()])
})

const created = { source: 'status', is: 'equals', value: 201 }

/** A token with a scope, a request that creates an order with it, and its assertion. */
async function create(scope: string, authorization = 'Bearer ${access_token}', checks: object[] = [created]) {
  const clock = { now: () => Date.now(), monotonic: () => performance.now(), sleep: async () => undefined }
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)), uuid: () => crypto.randomUUID() }
  const run = await runSteps(
    [
      {
        kind: 'oauth2',
        grantType: 'ClientCredentials',
        discoveryEndpoint: `${demo.provider}/.well-known/openid-configuration`,
        clientId: ordersTests.clientId,
        clientSecret: '${secret}',
        scope,
      },
      {
        kind: 'send-request',
        method: 'POST',
        url: `${demo.api}/orders`,
        headers: authorization === '' ? [] : [{ name: 'Authorization', value: authorization }],
        body: { type: 'json', text: '{ "sku": "A-1" }' },
      },
      { kind: 'assertion', checks },
    ],
    { ports: { http, clock, random }, case: { variables: [{ name: 'secret', value: ordersTests.clientSecret }] } },
  )
  return { ...run, assertion: run.steps[2] }
}

describe('an assertion that fails because the demo API refused the request', () => {
  it('[O18] a token without the scope: the hint names it, and reports print it', async () => {
    const { assertion, events } = await create('orders:read')
    expect(assertion).toMatchObject({
      outcome: 'failed',
      message: 'status: expected equals number 201, got number 403',
      hint: expect.stringMatching(
        /^The token lacks a scope that the API requires \(insufficient_scope – .+\)\. Add orders:write to the Scope .+RFC 6750 section 3\.1\)$/,
      ),
    })
    const lines = reportOf(listReporter, events).split('\n')
    const at = lines.findIndex((line) => line.includes('The token lacks a scope'))
    expect(lines[at - 1]).toContain('actual:   number 403')
    expect(lines[at + 1]).toContain(`after POST ${demo.api}/orders -> 403`)
  })

  it('[O18] no token, and one that is not for it', async () => {
    expect((await create('orders:write', '')).assertion?.hint).toMatch(/^The API received no token/)
    expect((await create('orders:write', 'Bearer not-a-token')).assertion?.hint).toMatch(/^The API rejected the token/)
  })

  it.each([
    [401, 'Basic realm="orders"', 'Basic ${secret}', /^The API rejected the username and password/],
    [401, 'Bearer', 'Bearer ${secret}', /^The API rejected the token without a reason/],
    [401, 'Bearer', '${secret}', /^The API received no token/],
    [429, undefined, '', /^The API's rate limit was reached \(429\)\. Wait 7 s/],
  ])('[O18] %i with the challenge %s to Authorization "%s"', async (status, challenge, authorization, hint) => {
    const headers: [string, string][] = [['retry-after', '7']]
    if (challenge !== undefined) headers.push(['www-authenticate', challenge])
    const { steps } = await runSteps(
      [
        { kind: 'send-request', url: 'http://127.0.0.1/', headers: [{ name: 'Authorization', value: authorization }] },
        { kind: 'assertion', checks: [{ ...created, value: 200 }] },
      ],
      {
        ports: { http: createScriptedHttp(() => ({ status, headers })) },
        case: { variables: [{ name: 'secret', value: 'dXNlcjpwYXNz' }] },
      },
    )
    expect(steps[1]?.hint).toMatch(hint)
  })

  it.each([
    [400, '{ "author": ["No such author."] }', 'The response says: { "author": ["No such author."] }'],
    [403, 'Forbidden', /^Add authorization: the request has none\. .+ The response says: Forbidden$/],
    [404, '', /^Check the base URL and the spelling of the path: the server has nothing at this URL\./],
    [503, 'Under pressure', /^503 is a server error .+ The response says: Under pressure$/],
    [500, '<html>Oops</html>', /^500 is a server error/],
    [422, `"${'x'.repeat(400)}"`, `The response says: "${'x'.repeat(299)}…`],
    [302, 'Moved', undefined],
  ])(
    '[R12] %i with the body %s: the hint says what the answer says, and of what its status tells',
    async (status, body, hint) => {
      const { steps } = await runSteps(
        [
          { kind: 'send-request', url: 'http://127.0.0.1/' },
          { kind: 'assertion', checks: [{ ...created, value: 200 }] },
        ],
        { ports: { http: createScriptedHttp(() => ({ status, headers: [], body: new TextEncoder().encode(body) })) } },
      )
      if (hint === undefined) expect(steps[1]).not.toHaveProperty('hint')
      else expect(steps[1]?.hint).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint))
    },
  )

  it.each([
    [
      'http://127.0.0.1/pets/${petId}?a=1',
      /^Create the resource in an earlier step, or set its variable to an existing one\. The path may contain an example ID that doesn't exist\./,
    ],
    [
      '${host}/pets/7',
      /^Create the resource in an earlier step, or set its variable to an existing one\. The path may contain an example ID that doesn't exist\./,
    ],
    ['${host}/pets?name=${petId}', /^Check the base URL and the spelling of the path: the server has nothing at this URL\./],
  ])('[R12] 404 of %s: speaks of examples where the path names one', async (url, hint) => {
    const { steps } = await runSteps(
      [
        { kind: 'send-request', url },
        { kind: 'assertion', checks: [{ ...created, value: 200 }] },
      ],
      {
        ports: { http: createScriptedHttp(() => ({ status: 404, headers: [], body: new Uint8Array() })) },
        case: {
          variables: [
            { name: 'petId', value: 'rex' },
            { name: 'host', value: 'http://127.0.0.1' },
          ],
        },
      },
    )
    expect(steps[1]?.hint).toMatch(hint)
  })

  it('[O18] says nothing about a refusal that was expected, or of checks that look elsewhere', async () => {
    const expected = { source: 'status', is: 'equals', value: 403 }
    const error = { source: 'json', path: '$.error', is: 'equals', value: 'no' }
    expect((await create('orders:read', undefined, [expected, error])).assertion).not.toHaveProperty('hint')
    const elsewhere = { source: 'variable', name: 'secret', is: 'equals', value: 'x' }
    expect((await create('orders:read', undefined, [elsewhere])).assertion).not.toHaveProperty('hint')
    expect((await create('orders:write', undefined, [{ ...created, value: 200 }])).assertion).not.toHaveProperty('hint')
  })
})
