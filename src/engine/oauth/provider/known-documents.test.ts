import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { clientCredentials, signIn } from '../../../../e2e/conformance/cases/steps.ts'
import { redirectLogin } from '../../../../e2e/conformance/node-host.ts'
import {
  publishedKeys,
  startScriptedProvider,
  type ProviderScript,
  type TestProvider,
} from '../../../../e2e/conformance/scripted-provider.ts'
import { createManualClock } from '#engine/ports/testing/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { harRecord } from '../record/har.ts'
import { markdownRecord } from '../record/markdown.ts'

const http = createNodeHttp()
let provider: TestProvider | undefined
afterEach(() => provider?.close())
afterAll(() => http.close())

const wait = (seconds: number) => ({ kind: 'wait', seconds })

/** Runs steps at a scripted provider; waits cost no time. */
async function run(script: ProviderScript, steps: (provider: TestProvider) => object[]) {
  provider = await startScriptedProvider(script)
  const clock = createManualClock({ auto: true, now: Date.now() })
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)), uuid: () => crypto.randomUUID() }
  const given = steps(provider).map((step, index) => ({ ...step, id: `s${index + 1}` }))
  const result = await runSteps(given, {
    ports: { http, clock, random, login: redirectLogin(), capabilities: new Set(['browser-login'] as const) },
    case: { variables: [{ name: 'clientSecret', value: 'the-client-secret' }], onFailure: 'continue' },
  })
  return { ...result, provider }
}

const exchangesOf = (events: RunEvent[], step: string) =>
  events.flatMap((event) => (event.type === 'exchanged' && event.step === step ? [event.exchange] : []))

describe('what a run has read of a provider', () => {
  it('[O18] is not asked for again, and the record says so', async () => {
    const { events, provider } = await run({}, (at) => [
      clientCredentials(at),
      wait(7),
      clientCredentials(at, { scope: 'other' }),
    ])
    expect(provider.to('/.well-known/openid-configuration')).toHaveLength(1)
    expect(provider.to('/token')).toHaveLength(2)
    const [first, second] = ['s1', 's3'].map((step) => exchangesOf(events, step))
    expect(first?.[0]).not.toHaveProperty('known')
    expect(second?.[0]).toMatchObject({
      purpose: 'discovery',
      known: true,
      duration: 0,
      meaning: {
        request: expect.stringContaining('Not sent: the client already has'),
        response: 'The provider returns its endpoints and features.',
      },
      response: { text: first?.[0]?.response?.text },
    })
    const record = { step: 'Get token', startedAt: '', outcome: 'passed', exchanges: second ?? [] } as const
    expect(JSON.parse(harRecord.write(record)).log.entries).toHaveLength(1)
    expect(markdownRecord.write(record)).toContain('from the cache, not sent')
  })

  it('[O18] an answer that was no use is asked for again', async () => {
    let asked = 0
    const { steps } = await run(
      { routes: { '/.well-known/openid-configuration': () => ({ status: asked++ === 0 ? 503 : 500, json: {} }) } },
      (at) => [clientCredentials(at), clientCredentials(at)],
    )
    expect(asked).toBe(2)
    expect(steps.map(({ message }) => message)).toEqual([
      expect.stringContaining('returned 503'),
      expect.stringContaining('returned 500'),
    ])
  })

  it('[case 23] keys that lack the one of the ID token are asked for again, once a minute at most', async () => {
    let keys: object[] = []
    const published = await publishedKeys()
    const script: ProviderScript = {
      discovery: (document) => ({ ...document, jwks_uri: `${String(document.issuer)}/keys` }),
      routes: {
        '/keys': () => ({ json: { keys } }),
        '/publish': () => {
          keys = published
          return { json: {} }
        },
      },
    }
    const { steps, provider, events } = await run(script, (at) => {
      const again = signIn(at, { forceReauthentication: true })
      const publish = { kind: 'send-request', url: `${at.issuer}/publish` }
      return [again, publish, wait(10), again, wait(51), again, again]
    })
    const signIns = ['s1', 's4', 's6', 's7'].map((id) => steps.find((step) => step.id === id))
    expect(signIns.map((step) => step?.outcome)).toEqual(['broken', 'broken', 'passed', 'passed'])
    expect(signIns[0]?.message).toMatch(/signature: the JWKS has no key "k1" for ES256\.$/)
    expect(signIns[1]?.message).toMatch(
      /no key "k1" for ES256 \(keys loaded 10 s ago in this run, reloaded after 60 s at the earliest\)\.$/,
    )
    expect(provider.to('/keys')).toHaveLength(2)
    const asked = exchangesOf(events, 's6').filter(({ purpose }) => purpose === 'jwks')
    expect(asked.map(({ known }) => known)).toEqual([true, undefined])
  })
})
