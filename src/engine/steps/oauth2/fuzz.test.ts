import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScriptedHttp, fakePorts } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

/** A dozen seconds; the limit is for machines that are busy. */
const runs = 10_000

const step = stepOf({ tokenEndpoint: 'http://127.0.0.1:9/token', clientId: 'orders-tests', clientSecret: '${clientSecret}' })
const variables = [{ name: 'clientSecret', value: 'tH3-cl1ent-s3cret' }]
const token = 'acc3ss-t0ken-0123456789'

const value = fc.oneof(
  fc.constantFrom(null, '', 'Bearer', 'mac', '3600', 3600, -1, 0, 1e300, true, [], {}, ['a', 'b'], { error: 'nested' }, token),
  fc.jsonValue(),
)
const members = fc.dictionary(
  fc.constantFrom(
    'access_token',
    'token_type',
    'expires_in',
    'refresh_token',
    'id_token',
    'scope',
    'error',
    'error_description',
    'x',
  ),
  value,
)
const body = fc.oneof(
  members.map((object) => JSON.stringify({ access_token: token, ...object })),
  members.map((object) => JSON.stringify(object)),
  fc.string(),
  fc.string().map((text) => `access_token=${token}&${text}`),
  fc.tuple(members, fc.nat(200)).map(([object, end]) => JSON.stringify({ access_token: token, ...object }).slice(0, end)),
)
/** Whether the answer gives the token as one; elsewhere it is a text like others. */
const tokenIn = (body: string): boolean => body.includes(`"access_token":"${token}"`) || body.startsWith(`access_token=${token}&`)
const answer = fc.record({
  status: fc.oneof(fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 429, 500, 503), fc.integer({ min: 200, max: 599 })),
  type: fc.constantFrom('application/json', 'text/html', 'application/x-www-form-urlencoded', 'text/plain', ''),
  body,
  strict: fc.boolean(),
})

describe('mutated token answers', () => {
  it(
    '[case 48] 10,000 of them never crash, always explain, and never show the client secret or the token',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(answer, async ({ status, type, body, strict }) => {
          const http = createScriptedHttp([{ status, headers: type === '' ? [] : [['content-type', type]], body }])
          const { outcome, details } = await createStepHost(fakePorts({ http }), { variables }).run({ ...step, strict })
          expect(['passed', 'broken']).toContain(outcome.outcome)
          if (outcome.outcome === 'broken') expect(outcome.message.length).toBeGreaterThan(20)
          expect(http.requests).toHaveLength(1)
          expect(JSON.stringify([outcome, details])).not.toContain('tH3-cl1ent-s3cret')
          if (tokenIn(body)) expect(JSON.stringify([outcome, details])).not.toContain(token)
        }),
        { numRuns: runs },
      )
    },
  )
})
