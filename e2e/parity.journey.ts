import { newSource } from '#engine/data/new-source.ts'
import type { Project, Step } from '#engine/project/format/schema.ts'
import { ordersTests } from '#sandbox/accounts.ts'
import { comparable } from './host/comparable.ts'
import type { AssayHost } from './host/host.ts'
import { loginStep, makeCase, makeProject } from './host/projects.ts'
import { runInNode } from './host/run-in-node.ts'
import { expect, test } from './worker.ts'

declare global {
  interface Window {
    assayHost: AssayHost
  }
}

const common = (id: string, name: string) => ({ id, name, description: '', disabled: false })

const bearer = { name: 'Authorization', value: 'Bearer ${token_t1}', disabled: false }

const request = (id: string, method: string, url: string, body?: string): Step => ({
  ...common(id, `${method} ${id}`),
  kind: 'send-request',
  method,
  url,
  query: [],
  headers: [bearer],
  body: body === undefined ? { type: 'none' } : { type: 'json', text: body },
  followRedirects: true,
  timeout: 30,
  via: 'auto',
})

/** Every kind that runs, passing and failing. */
const parityProject = (app: { provider: string; api: string }): Project =>
  makeProject(
    [
      makeCase('c1', [
        loginStep('t1', {
          grantType: 'ClientCredentials',
          clientId: ordersTests.clientId,
          clientSecret: '${secret}',
          scope: 'orders:read orders:write',
        }),
        request('r1', 'POST', '${api}/orders', '{ "sku": "${random.alphanumeric(8)}", "quantity": 2 }'),
        {
          ...common('a1', 'Created'),
          kind: 'assertion',
          checks: [
            { source: 'status', not: false, is: 'equals', value: 201 },
            { source: 'json', path: '$.id', not: false, is: 'exists' },
            { source: 'json', path: '$.quantity', not: false, is: 'equals', value: 2 },
          ],
        },
        {
          ...common('x1', 'Keep id'),
          kind: 'data-transfer',
          transfers: [{ source: 'json', path: '$.id', to: 'order_id', scope: 'TestCase' }],
        },
        { ...common('w1', 'Wait'), kind: 'wait', seconds: 0 },
        // Skipped, with what looks at its answer.
        {
          ...request('r7', 'DELETE', '${api}/orders/${order_id}'),
          onlyIf: [{ source: 'status', not: true, is: 'equals', value: 201 }],
        } as Step,
        { ...common('a7', 'Deleted'), kind: 'assertion', checks: [{ source: 'status', not: false, is: 'equals', value: 204 }] },
        {
          ...request('r2', 'GET', '${api}/orders/${order_id}'),
          onlyIf: [{ source: 'variable', name: 'order_id', not: false, is: 'exists' }],
        } as Step,
        {
          ...common('a2', 'Fails'),
          kind: 'assertion',
          checks: [{ source: 'status', not: false, is: 'equals', value: 204 }],
        },
        request('r3', 'GET', '${api}/never-sent'),
      ]),
      makeCase('c2', [request('r4', 'GET', '${unknown}/orders')]),
      makeCase('c3', [request('r5', 'GET', 'http://127.0.0.1:2/')]),
      makeCase('c4', [{ ...request('r6', 'GET', '${api}/orders'), headers: [] } as Step]),
    ],
    { provider: app.provider, api: app.api, secret: ordersTests.clientSecret },
  )

/** Rows of the outer loop; more of them once in a while: ASSAY_PARITY_ROWS=10000. */
const rows = Number(process.env.ASSAY_PARITY_ROWS ?? 25)

/** Nested loops: rows of a CSV with a wrong cell, and a table that is generated once for all of them. */
function loopsProject(): Project {
  const start = (id: string, dataSource: string, ...mapping: [string, string, 'string' | 'number'][]): Step => ({
    ...common(id, `Each ${id}`),
    kind: 'loop-start',
    dataSource,
    mapping: mapping.map(([column, variable, type]) => ({ column, variable, type })),
    onFailure: 'continue',
  })
  const end = (id: string): Step => ({ ...common(id, 'Next'), kind: 'loop-end' })
  const line = (_: unknown, n: number) => (n === 7 ? 'eight,"Ann, the eighth"' : `${n + 1},Ann ${n}`)
  const steps: Step[] = [
    start('l1', 'd1', ['id', 'id', 'number'], ['name', 'name', 'string']),
    start('l2', 'd2', ['word', 'word', 'string'], ['n', 'n', 'number']),
    {
      ...common('a1', 'Small enough'),
      kind: 'assertion',
      checks: [
        { source: 'variable', name: 'id', not: false, is: 'at-most', value: rows - 2 },
        { source: 'variable', name: 'n', not: false, is: 'at-least', value: 1 },
      ],
    },
    {
      ...common('x1', 'Keep'),
      kind: 'data-transfer',
      transfers: [{ source: 'variable', name: 'word', to: 'kept', scope: 'TestCase' }],
    },
    end('e2'),
    end('e1'),
  ]
  return {
    ...makeProject([makeCase('c1', steps)]),
    dataSources: [
      {
        ...newSource('csv', 'd1', 'people'),
        kind: 'csv',
        text: `id,name\n${Array.from({ length: rows }, line).join('\n')}\n`,
        file: '',
      },
      {
        ...newSource('generated', 'd2', 'words'),
        kind: 'generated',
        rows: 2,
        columns: [
          { name: 'word', value: '${random.alphanumeric(6)}' },
          { name: 'n', value: '${random.int(1, 9)}' },
        ],
      },
    ],
  }
}

test('[P6] the same project gives the same events in the worker and in Node', async ({ page, hostDemo: app }) => {
  const project = parityProject(app)
  await page.goto(app.url)
  await page.waitForFunction(() => 'assayHost' in window)
  const inNode = await runInNode(project, { seed: 7 })
  const inWorker = await page.evaluate(([json]) => window.assayHost.run(json, { seed: 7 }), [JSON.stringify(project)] as const)
  expect(inWorker.events.map((event) => comparable(event))).toEqual(inNode.map((event) => comparable(event)))
  expect(inWorker.report.counts).toMatchObject({ failed: 1, broken: 2 })
})

test('[P6, T4] nested loops give the same events in the worker and in Node', async ({ page, hostDemo: app }) => {
  test.setTimeout(60_000 + 60 * rows)
  const project = loopsProject()
  const inNode = await runInNode(project, { seed: 7 })
  await page.goto(app.url)
  await page.waitForFunction(() => 'assayHost' in window)
  const inWorker = await page.evaluate(([json]) => window.assayHost.run(json, { seed: 7 }), [JSON.stringify(project)] as const)
  expect(inWorker.events).toHaveLength(inNode.length)
  const different = inWorker.events.findIndex(
    (event, at) => JSON.stringify(comparable(event)) !== JSON.stringify(comparable(inNode[at])),
  )
  expect(comparable(inWorker.events[different])).toEqual(comparable(inNode[different]))
  // The eighth row has no number, the last two are too large, in each of the two rows within them.
  expect(inWorker.report.counts).toMatchObject({ broken: 1, failed: 4 })
})
