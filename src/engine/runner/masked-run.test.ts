import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createScriptedHttp, memoryBodies, memorySecrets, type Answer } from '#engine/ports/testing/index.ts'
import { runSteps } from './testing/run-project.ts'

/** Runs steps with one secret, `${key}`; `told` is all that left the run, its bodies too. */
async function runWith(secret: string, steps: Record<string, unknown>[], answer: Answer | AssayError = {}) {
  const bodies = memoryBodies()
  const run = await runSteps(steps, {
    ports: { http: createScriptedHttp(() => answer), bodies, secrets: memorySecrets({ key: secret }) },
    case: { variables: [{ name: 'key', value: { secret: 'key' } }] },
  })
  const stored = [...bodies.all.values()].map((body) => new TextDecoder().decode(body))
  return { ...run, told: [JSON.stringify(run.events), ...stored].join('\n') }
}

/** Sends the secret, so that the run knows it. */
const request = { kind: 'send-request', url: 'http://127.0.0.1/', headers: [{ name: 'X-Key', value: '${key}' }] }
const check = (...checks: object[]) => ({ kind: 'assertion', checks })
const canary = `CaNaRy${'-0123456789'.repeat(30)}`
/** The beginning of the canary, as a cut would leave it. */
const half = canary.slice(0, 8)

describe('[H1] what is shortened is masked first', () => {
  it.each([
    ['JSON of a text', `${canary} and more`, check({ source: 'json', path: '$.a', is: 'exists' })],
    ['JSON of a page', `<p>${' '.repeat(60)}${canary}</p>`, check({ source: 'json', path: '$.a', is: 'exists' })],
    ['is-json', `{"a": ${canary}`, check({ source: 'body', is: 'is-json' })],
    ['a long value', 'x'.repeat(1_890) + canary, check({ source: 'text', is: 'equals', value: 'a' })],
    [
      'a structure',
      JSON.stringify({ a: 'x'.repeat(180), b: canary }),
      check({ source: 'json', path: '$', is: 'equals', value: 1 }),
    ],
    ['many secrets', JSON.stringify(Array(200).fill(canary)), check({ source: 'json', path: '$', is: 'equals', value: 1 })],
    ['a variable', `${canary} `.repeat(500), { kind: 'data-transfer', transfers: [{ source: 'text', to: 'copy' }] }],
  ])('%s', async (_name, body, step) => {
    const { told } = await runWith(canary, [request, step], { body, headers: [['content-type', 'text/plain']] })
    expect(told).not.toContain(half)
    expect(told).toContain('‹key›')
  })

  it.each([
    ['an address', { ...request, url: 'nowhere ${key}' }],
    ['an address that can be none', { ...request, url: 'http://127.0.0.1:99999/${key}' }],
    ['a method', { ...request, method: 'A ${key}' }],
    ['the name of a header', { ...request, headers: [{ name: 'A ${key}', value: '1' }] }],
    ['a bound', { ...request, timeout: '${key}' }],
    [
      'variables of GraphQL',
      { ...request, method: 'POST', body: { type: 'graphql', query: '{a}', variables: '{"a": ${key}x', operationName: '' } },
    ],
  ])('%s', async (_name, step) => {
    const { told, steps } = await runWith(canary, [step])
    expect(steps[0]?.outcome).toBe('broken')
    expect(told).not.toContain(half)
  })

  it.each(['(', '[', '*', '(?=', 'a{2,1}'])('a regular expression with %s in it', async (sign) => {
    const secret = `CaNaRy-${sign}0123456789`
    const { told } = await runWith(secret, [request, check({ source: 'text', is: 'matches', value: '${key}' })], { body: 'a' })
    expect(told).not.toMatch(/CaNaRy|0123456789/)
  })

  it('a secret that is a word leaves the key of the diagnosis alone, by which its remedies are found', async () => {
    const token = {
      kind: 'oauth2',
      grantType: 'ClientCredentials',
      tokenEndpoint: 'http://127.0.0.1/token',
      clientId: 'orders',
      clientSecret: '${key}',
    }
    const { events, told } = await runWith('secret', [token], { status: 401, json: { error: 'invalid_client' } })
    expect(events).toContainEqual(
      expect.objectContaining({ diagnosis: expect.objectContaining({ situation: 'secret-refused' }) as unknown }),
    )
    expect(told).toContain('‹key›')
  })

  it('the first words of a token endpoint, its white space, and a description of many lines', async () => {
    const token = {
      kind: 'oauth2',
      grantType: 'ClientCredentials',
      tokenEndpoint: 'http://127.0.0.1/token',
      clientId: 'orders',
      clientSecret: { secret: 'key' },
      variableName: 'access_token',
    }
    const lines = `-----BEGIN KEY-----\nCaNaRy  0123456789\n${'abcdefgh'.repeat(40)}\n-----END KEY-----`
    const answers: Answer[] = [
      {
        status: 500,
        body: `<html>${' '.repeat(30)}${'word '.repeat(36)}${lines}</html>`,
        headers: [['content-type', 'text/html']],
      },
      { status: 200, body: `${lines} is no token`, headers: [['content-type', 'text/plain']] },
      { status: 400, json: { error: 'invalid_client', error_description: `The key ${lines} is wrong` } },
    ]
    for (const answer of answers) {
      const { told, steps } = await runWith(lines, [token], answer)
      expect(steps[0]?.outcome).toBe('broken')
      expect(steps[0]?.message).toContain('‹key›')
      expect(told).not.toMatch(/CaNaRy|abcdefgh/)
    }
  })
})

describe('[H2] a secret of digits', () => {
  it('is masked as a number, in checks of the body and of variables, and in the stored body', async () => {
    const pin = '774411990022'
    const { told, steps } = await runWith(
      pin,
      [
        request,
        { kind: 'data-transfer', transfers: [{ source: 'json', path: '$.pin', to: 'copy' }] },
        check(
          { source: 'json', path: '$.pin', is: 'equals', value: 1 },
          { source: 'variable', name: 'copy', is: 'equals', value: 2 },
        ),
      ],
      { body: `{"pin": ${pin}, "list": [${pin}]}` },
    )
    expect(steps[2]?.checks).toMatchObject([{ actual: 'number ‹key›' }, { actual: 'number ‹key›' }])
    expect(told).not.toContain(pin)
  })
})

describe('[H3] where a step sends a secret', () => {
  it('it is masked as a method, and in an address whose line end the parser drops', async () => {
    const method = await runWith('CANARYMETHOD', [{ kind: 'send-request', url: 'http://127.0.0.1/', method: '${key}' }])
    expect(method.told).not.toContain('CANARYMETHOD')
    const lines = await runWith('first-half\nsecond-half', [{ kind: 'send-request', url: 'http://127.0.0.1/${key}/x' }])
    expect(lines.told).not.toMatch(/first-half|second-half/)
  })

  it('it is masked in the host, which is written in small letters, and in what the host says of it', async () => {
    const error = new AssayError('http-unreachable', "http://canaryhost-1.test can't be reached.", {
      cause: new Error('DNS has no address for canaryhost-1.test (ENOTFOUND)'),
    })
    const { told } = await runWith('CaNaRyHost-1', [{ kind: 'send-request', url: 'https://${key}.test/' }], error)
    expect(told).not.toMatch(/canaryhost/i)
  })

  it("it is masked in a query with ' in it", async () => {
    const { told } = await runWith(
      "it's a/secret x/y",
      [{ kind: 'send-request', url: 'http://127.0.0.1/', query: [{ name: 'k', value: '${key}' }] }],
      { body: 'http://127.0.0.1/?k=it%27s%20a%2Fsecret%20x%2Fy' },
    )
    expect(told).not.toMatch(/secret%20x|secret x/)
  })
})

it('[H4] a secret of two letters leaves the words of messages as they are', async () => {
  const { steps } = await runWith('no', [request, check({ source: 'json', path: '$.a', is: 'exists' })], {
    body: 'no, not a token',
  })
  expect(steps[1]?.message ?? '').not.toContain('‹key›t')
  expect(JSON.stringify(steps)).toContain("isn't JSON")
})
