import { decodeJwt } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { clientCredentials } from '../../../../../e2e/conformance/cases/steps.ts'
import { startScriptedProvider, type ProviderScript, type SeenRequest } from '../../../../../e2e/conformance/scripted-provider.ts'
import { createScriptedHttp, type Answer } from '#engine/ports/testing/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { createNodeHttp } from '#platform/node/http.ts'

const http = createNodeHttp()
const close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const one of close.splice(0)) await one()
})

/** A provider that issues bound tokens, and answers its other paths by a script. */
async function start(routes: NonNullable<ProviderScript['routes']>) {
  const provider = await startScriptedProvider({ answer: { token_type: 'DPoP' }, routes })
  close.push(provider.close)
  return provider
}

const variables = [{ name: 'clientSecret', value: 'the-client-secret' }]
const proofOf = ({ headers }: SeenRequest) => decodeJwt(String(headers.dpop))
const redirect = (location: string, status = 302) => ({ status, headers: { location } })

/** Gets a bound token, then calls an address with it. */
async function call(provider: Awaited<ReturnType<typeof start>>, path: string, more: object = {}) {
  const request = {
    kind: 'send-request',
    url: `${provider.issuer}${path}`,
    headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
    ...more,
  }
  const run = await runSteps([clientCredentials(provider, { enableDpop: true }), request], {
    ports: { http },
    case: { variables },
  })
  const notes = run.events.flatMap((event) => (event.type === 'noted' ? [event.text] : []))
  return { ...run, step: run.steps[1], notes }
}

describe('a request with a bound token that is redirected', () => {
  it('[case 31] gets a proof of its own for each address of the same origin', async () => {
    const provider = await start({ '/old': () => redirect('/new?page=2', 307), '/new': () => ({ json: { ok: true } }) })
    const { step, events } = await call(provider, '/old', { method: 'POST', body: { type: 'json', text: '{"a":1}' } })
    expect(step).toMatchObject({ outcome: 'passed', status: 200 })
    const sent = [...provider.to('/old'), ...provider.to('/new')]
    expect(sent.map((one) => [one.method, one.body, proofOf(one).htm, proofOf(one).htu])).toEqual([
      ['POST', '{"a":1}', 'POST', `${provider.issuer}/old`],
      ['POST', '{"a":1}', 'POST', `${provider.issuer}/new`],
    ])
    expect(new Set(sent.map((one) => proofOf(one).jti)).size).toBe(2)
    expect(new Set(sent.map(({ headers }) => headers.authorization)).size).toBe(1)
    const exchanges = events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))
    expect(exchanges.slice(-2).map(({ response, tokens }) => [response?.status, tokens?.[0]?.name])).toEqual([
      [307, 'DPoP proof'],
      [200, 'DPoP proof'],
    ])
  })

  it('[case 31] [R34] takes neither token nor proof to another origin, not even back again, and says so', async () => {
    const home = await start({})
    const other = await start({ '/there': () => redirect(`${home.issuer}/api`) })
    const provider = await start({ '/away': () => redirect(`${other.issuer}/there`) })
    const { step, notes } = await call(provider, '/away')
    expect(step).toMatchObject({ outcome: 'passed', status: 200 })
    expect(provider.to('/away')[0]?.headers.authorization).toMatch(/^DPoP /)
    for (const [request] of [other.to('/there'), home.to('/api')]) {
      expect(request?.method).toBe('GET')
      expect(request?.headers).not.toHaveProperty('authorization')
      expect(request?.headers).not.toHaveProperty('dpop')
    }
    expect(notes.join(' ')).toContain(
      `A redirect led to another origin, ${other.issuer}. The token and its DPoP proof weren't sent there (RFC 9110 section 15.4).`,
    )
  })

  it('[case 31] repeats a hop once if its server wants its nonce', async () => {
    let asked = 0
    const provider = await start({
      '/old': () => redirect('/new'),
      '/new': () =>
        asked++ === 0
          ? { status: 401, headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n1' }, json: {} }
          : { json: {} },
    })
    const { step } = await call(provider, '/old')
    expect(step).toMatchObject({ outcome: 'passed', status: 200 })
    expect(provider.to('/new').map((one) => proofOf(one).nonce)).toEqual([undefined, 'n1'])
    expect(provider.to('/old')).toHaveLength(1)
  })

  it('[R34] a loop, too many hops and file: are named as without a proof', async () => {
    const provider = await start({
      '/a': () => redirect('/b'),
      '/b': () => redirect('/a'),
      '/n': ({ query }) => redirect(`/n?i=${Number(query.get('i')) + 1}`),
      '/file': () => redirect('file:///etc/passwd'),
    })
    expect((await call(provider, '/a')).step).toMatchObject({ outcome: 'broken', message: expect.stringContaining('in a loop') })
    expect((await call(provider, '/n')).step).toMatchObject({
      code: 'http-redirects',
      message: expect.stringContaining('10 times'),
    })
    expect(provider.to('/n')).toHaveLength(11)
    expect((await call(provider, '/file')).step).toMatchObject({
      message: expect.stringContaining(", which isn't followed"),
    })
  })

  it('[case 31] is shown, not followed, with Follow redirects off', async () => {
    const provider = await start({ '/old': () => redirect('/new') })
    expect((await call(provider, '/old', { followRedirects: false })).step).toMatchObject({ outcome: 'passed', status: 302 })
    expect(provider.to('/new')).toEqual([])
  })

  it('[case 31] is named where a browser hides it, since the proof would be for another address', async () => {
    const token: Answer = { json: { access_token: 'at-0123456789', token_type: 'DPoP', expires_in: 60 } }
    const hidden = createScriptedHttp([token, { status: 0, opaqueRedirect: true }])
    const provider = { discoveryEndpoint: '', tokenEndpoint: 'http://127.0.0.1:9/token' }
    const { steps } = await runSteps(
      [
        { ...clientCredentials(await start({}), { enableDpop: true }), ...provider },
        {
          kind: 'send-request',
          url: 'http://127.0.0.1:9/api',
          headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
        },
      ],
      { ports: { http: hidden }, case: { variables } },
    )
    expect(hidden.requests[1]?.redirect).toBe('manual')
    expect(steps[1]).toMatchObject({
      outcome: 'broken',
      code: 'browser-limit',
      message: expect.stringContaining('make a DPoP proof'),
    })
  })
})
