import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiOf } from '#engine/api/api.ts'
import { conformity } from '#engine/api/conformity.ts'
import { AssayError } from '#engine/base/errors.ts'
import { readProject } from '#engine/project/format/read.ts'
import { ordersOthers, ordersTests } from '#sandbox/accounts.ts'
import { startDemo, type Demo } from './index.ts'

const read = readProject(readFileSync(new URL('../../../examples/orders.aprj', import.meta.url), 'utf8'))
const apis = read.ok ? read.value.project.apis : []
let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
})
afterAll(() => demo.close())

async function token(scope: string, client = ordersTests): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    scope,
  })
  const answer = await fetch(`${demo.provider}/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Asks the demo, and holds what it answers against the sample's document. */
async function ask(method: string, path: string, bearer?: string, body?: unknown) {
  const url = `${demo.api}${path}`
  const response = await fetch(url, {
    method,
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const verdict = await conformity(
    apis,
    {},
    { method, url },
    {
      method,
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      isEmpty: () => text === '',
      json: () => {
        try {
          return JSON.parse(text) as unknown
        } catch {
          throw new AssayError('nothing-found', 'no JSON')
        }
      },
    },
  )
  return { status: response.status, text, verdict }
}

it('[T4] the sample describes what the demo answers, whatever it is asked', async () => {
  const [write, readOnly] = [await token('orders:read orders:write'), await token('orders:read')]
  const made = await ask('POST', '/orders', write, { sku: 'A-1', quantity: 2 })
  const { id } = JSON.parse(made.text) as { id: string }
  const all = [
    made,
    await ask('GET', '/health'),
    await ask('POST', '/orders', write, { sku: 'A-1' }),
    await ask('POST', '/orders', write, '[]'),
    await ask('POST', '/orders', write, { sku: '', quantity: 2 }),
    await ask('POST', '/orders', write, { sku: 'A-1', quantity: 101 }),
    await ask('POST', '/orders', write, 'x'.repeat(100_001)),
    await ask('POST', '/orders', readOnly, {}),
    await ask('POST', '/orders', undefined, {}),
    await ask('GET', '/orders?size=1', readOnly),
    await ask('GET', '/orders?size=0', readOnly),
    await ask('GET', '/orders', 'nonsense'),
    await ask('GET', `/orders/${id}`, readOnly),
    await ask('GET', `/orders/${id}`, await token('orders:read', ordersOthers)),
    await ask('PUT', `/orders/${id}`, write, { sku: 'A-2', priority: 'high' }),
    await ask('PUT', `/orders/${id}`, write, { sku: 'A-2', priority: 'soon' }),
    await ask('POST', `/orders/${id}/ship`, write),
    await ask('POST', `/orders/${id}/pay`, write),
    await ask('POST', `/orders/${id}/ship`, write),
    await ask('POST', `/orders/${id}/cancel`, write),
    await ask('POST', '/quotes', readOnly, { member: true, total: 100, coupon: false }),
    await ask('POST', '/quotes', readOnly, { member: 1, total: 100, coupon: false }),
    await ask('DELETE', `/orders/${id}`, readOnly),
    await ask('DELETE', `/orders/${id}`, write),
    await ask('GET', `/orders/${id}`, write),
    await ask('DELETE', `/orders/${id}`, write),
  ]
  expect(all.map(({ status }) => status)).toEqual([
    201, 200, 201, 400, 422, 422, 413, 403, 401, 200, 400, 401, 200, 404, 200, 422, 409, 200, 200, 409, 200, 422, 403, 204, 404,
    404,
  ])
  expect(all.filter(({ verdict }) => !verdict.holds).map(({ status, verdict }) => `${status}: ${verdict.detail}`)).toEqual([])
})

it('[T4] the document refers to nothing that is not there', () => {
  expect(apiOf(apis[0]?.document ?? '{}').loose()).toEqual({ remote: [], missing: [] })
})
