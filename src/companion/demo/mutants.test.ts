import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf } from '#engine/api/api.ts'
import { derive } from '#engine/design/index.ts'
import { modelOf, requestOf, shapeOfOperation, withStatus } from '#engine/design/models/index.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { Design, Model } from '#engine/design/schemas.ts'
import { makeTests, type EventSteps, type MadeTests, type TestTemplate } from '#engine/derived-tests/designs/make-tests.ts'
import { emptyProject } from '#engine/project/empty.ts'
import { newStep } from '#engine/project/new-step.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'

import { factsOf } from '#engine/steps/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'
import { ordersTests } from '#sandbox/accounts.ts'
import { startDemo, type Demo } from './index.ts'
import { orderRules, type OrderRules } from '#sandbox/order-rules.ts'

const read = readProject(readFileSync(new URL('../../../examples/orders.aprj', import.meta.url), 'utf8'))
const api = apiOf((read.ok ? read.value.project.apis[0]?.document : undefined) ?? '{}')
const folder = mkdtempSync(join(tmpdir(), 'assay-mutants-'))
const file = join(folder, 'made.aprj')

/** One demo whose rules are changed under it: a provider takes longer to start than everything else here. */
const rules: { now: OrderRules } = { now: orderRules }
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({
    port: 0,
    appOrigin: 'http://127.0.0.1:5417',
    rules: {
      get quantity() {
        return rules.now.quantity
      },
      get priorities() {
        return rules.now.priorities
      },
      get events() {
        return rules.now.events
      },
      hasDiscount: (quote) => rules.now.hasDiscount(quote),
    },
  })
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true })
})

let ids = 0
const newId = (): string => `n${ids++}`
const references = { connection: '', dataSource: '' }
const step = <S extends Step>(kind: S['kind'], fields: object): S =>
  ({ ...newStep(kind, newId(), '', references), ...fields }) as S
const token = (): Step =>
  step('oauth2', {
    name: 'Get token',
    grantType: 'ClientCredentials',
    discoveryEndpoint: '${idp}/.well-known/openid-configuration',
    clientId: ordersTests.clientId,
    clientSecret: { secret: 'demo' },
    scope: 'orders:read orders:write',
    resource: ['urn:assay:orders'],
  })
const request = (name: string, method: string, url: string, body?: string): SendRequestStep =>
  step('send-request', {
    name,
    method,
    url: `\${baseUrl}${url}`,
    headers: [{ name: 'Authorization', value: 'Bearer ${access_token}', disabled: false }],
    ...(body !== undefined && { body: { type: 'json', text: body } }),
  })

/** How many steps passed and failed when what was made runs against the demo. */
async function outcome({ source, cases }: MadeTests): Promise<{ passed: boolean; said: string }> {
  const project = {
    ...emptyProject('p', 'P'),
    variables: ['idp', 'baseUrl'].map((name) => ({ name, value: '', description: '' })),
    dataSources: source ? [source] : [],
    suites: [{ id: 's', name: 'S', description: '', variables: [], cases }],
  }
  writeFileSync(file, writeProject(project))
  const host = createTestHost({ environment: { ASSAY_SECRET_DEMO: ordersTests.clientSecret } })
  const code = await main(['run', file, '--var', `idp=${demo.provider}`, '--var', `baseUrl=${demo.api}`], host)
  if (code > 1) throw new Error(`${host.said}${host.printed}`)
  return { passed: code === 0, said: host.printed }
}

async function ofDesign(
  given: object,
  template: TestTemplate,
  more: Partial<Parameters<typeof makeTests>[0]> = {},
): Promise<MadeTests> {
  const parsed = parseDesign({ id: 'g', ...given })
  if (!parsed.ok) throw new Error(parsed.error)
  const design: Design = parsed.value
  return makeTests({ design, result: await derive(design), as: 'data-driven', template, name: 'Made', newId, ...more })
}

/** The tests of "Create order", as its description has it. */
async function ofOperation(
  method: 'combinations' | 'boundaries' | 'error-guessing' | 'partitions' | 'random',
): Promise<MadeTests> {
  const shape = await shapeOfOperation(api, 'createOrder')
  const model = modelOf(shape, { method }) as Model
  const result = withStatus(await derive(model), shape)
  return makeTests({
    design: { ...model, id: 'g' } as Design,
    result,
    as: 'data-driven',
    template: { before: [token()], request: request('Create order', 'POST', '/orders', '{}'), after: [] },
    built: result.tests.map((test) => requestOf(shape, test)),
    name: 'Create order',
    newId,
  })
}

/** The life of an order: every event in every state. */
async function ofStates(): Promise<MadeTests> {
  const events: Record<string, EventSteps> = {}
  for (const event of ['pay', 'ship', 'cancel']) events[event] = { request: request(event, 'POST', `/orders/\${id}/${event}`) }
  const keep = step('data-transfer', { name: 'Keep', transfers: [{ source: 'json', path: '$.id', to: 'id', scope: 'TestCase' }] })
  const create = request('Create', 'POST', '/orders', '{"sku": "A-1"}')
  return ofDesign(
    {
      method: 'states',
      states: ['open', 'paid', 'shipped', 'cancelled'],
      initial: 'open',
      coverage: 'all-transitions',
      transitions: [
        { from: 'open', event: 'pay', to: 'paid', output: '200' },
        { from: 'paid', event: 'ship', to: 'shipped', output: '200' },
        { from: 'open', event: 'cancel', to: 'cancelled', output: '200' },
        { from: 'paid', event: 'cancel', to: 'cancelled', output: '200' },
      ],
    },
    { before: [token(), create, keep], request: create, after: [] },
    { events, status: { invalid: '409' } },
  )
}

/** The rule about the discount; what is expected is what each test decides. */
async function ofDecision(): Promise<MadeTests> {
  const parsed = parseDesign({ id: 'g', method: 'mcdc', decision: '(member and total > 100) or coupon' })
  if (!parsed.ok) throw new Error(parsed.error)
  const { tests } = await derive(parsed.value)
  const asked = tests.map((test) => ({ ...test, expected: { discount: test.expected?.['decision'] === true ? 10 : 0 } }))
  const quote = request('Quote', 'POST', '/quotes', '{"member": true, "total": 100, "coupon": false}')
  return ofDesign(
    parsed.value,
    { before: [token()], request: quote, after: [] },
    { result: { tests: asked }, status: { valid: '200' } },
  )
}

const makers = {
  'combinations of an operation': () => ofOperation('combinations'),
  'boundary values of an operation': () => ofOperation('boundaries'),
  'guesses about an operation': () => ofOperation('error-guessing'),
  'partitions of an operation': () => ofOperation('partitions'),
  'random values of an operation': () => ofOperation('random'),
  'a state chart': ofStates,
  'MC/DC of a rule': ofDecision,
}

const { quantity, priorities, events } = orderRules
const faults: { fault: string; found: keyof typeof makers; rules: Partial<OrderRules> }[] = [
  {
    fault: 'a bound that is one too high',
    found: 'boundary values of an operation',
    rules: { quantity: { ...quantity, most: 101 } },
  },
  {
    fault: 'a bound that is one too low',
    found: 'boundary values of an operation',
    rules: { quantity: { ...quantity, most: 99 } },
  },
  { fault: 'a lower bound of 0', found: 'boundary values of an operation', rules: { quantity: { ...quantity, least: 0 } } },
  {
    fault: 'a member of an enumeration that is missing',
    found: 'combinations of an operation',
    rules: { priorities: priorities.filter((one) => one !== 'high') },
  },
  {
    fault: 'a state that allows an event which it should refuse',
    found: 'a state chart',
    rules: { events: { ...events, cancel: { from: ['open', 'paid', 'shipped'], to: 'cancelled' } } },
  },
  {
    fault: 'a state that refuses an event which it should allow',
    found: 'a state chart',
    rules: { events: { ...events, cancel: { from: ['open'], to: 'cancelled' } } },
  },
  {
    fault: 'and instead of or',
    found: 'MC/DC of a rule',
    rules: { hasDiscount: (of) => of.member && of.total > 100 && of.coupon },
  },
  {
    fault: 'or instead of and',
    found: 'MC/DC of a rule',
    rules: { hasDiscount: (of) => of.member || of.total > 100 || of.coupon },
  },
  { fault: 'a condition that is left out', found: 'MC/DC of a rule', rules: { hasDiscount: (of) => of.member || of.coupon } },
  {
    fault: 'a condition that is swapped',
    found: 'MC/DC of a rule',
    rules: { hasDiscount: (of) => (of.coupon && of.total > 100) || of.member },
  },
]

describe('[A4] tests that are made of designs', () => {
  it.each(Object.entries(makers))(
    '%s: every request is checked, and all pass where the API does what is documented',
    async (_, make) => {
      rules.now = orderRules
      const made = await make()
      expect(made.cases.length).toBeGreaterThan(0)
      for (const { steps } of made.cases) {
        const sent = steps.filter(({ kind }) => factsOf({ kind }).gives !== undefined)
        expect(steps.filter((one) => 'checks' in one).length).toBeGreaterThanOrEqual(Math.min(1, sent.length))
      }
      const { passed, said } = await outcome(made)
      expect(passed ? '' : said).toBe('')
    },
  )

  it.each(faults)('$found: finds $fault', async ({ found, rules: planted }) => {
    rules.now = { ...orderRules, ...planted }
    const { passed } = await outcome(await makers[found]())
    expect(passed).toBe(false)
  })
})
