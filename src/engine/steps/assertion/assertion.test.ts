import { describe, expect, it } from 'vitest'
import { createScriptedHttp, type Answer } from '#engine/ports/testing/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'

const request = { kind: 'send-request', url: 'http://127.0.0.1/' }

async function check(checks: object[], answer: Answer = {}, more: Parameters<typeof runSteps>[1] = {}) {
  const run = await runSteps([request, { kind: 'assertion', checks }], {
    ...more,
    ports: { http: createScriptedHttp([answer]), ...more.ports },
  })
  return { ...run, step: run.steps[1], checked: run.events.flatMap((event) => (event.type === 'checked' ? [event.check] : [])) }
}

describe('assertion', () => {
  it('[T9] judges all checks, keeps the failed ones, counts the others', async () => {
    const { step, checked } = await check(
      [
        { source: 'status', is: 'equals', value: 200 },
        { source: 'json', path: '$.state', is: 'equals', value: 'open' },
        { source: 'json', path: '$.items', is: 'has-length', value: 3 },
        { source: 'json', path: '$.gone', not: true, is: 'exists' },
      ],
      { json: { state: 'pending', items: [1] } },
    )
    expect(checked.map(({ passed }) => passed)).toEqual([true, false, false, true])
    expect(step).toMatchObject({
      outcome: 'failed',
      message: '2 of 4 checks failed. json $.state: expected equals string "open", got string "pending"',
      checked: 4,
      checks: [
        { index: 1, subject: 'json $.state', expected: 'equals string "open"', actual: 'string "pending"' },
        { index: 2, actual: 'array [1] (length 1)' },
      ],
    })
    expect(checked[3]).toMatchObject({ expected: 'not exists', actual: 'nothing' })
  })

  it('[T9] compares with the number that a variable spells, where a text could never hold', async () => {
    const variables = [{ name: 'most', value: '500' }]
    const { checked } = await check(
      [
        { source: 'duration', is: 'less-than', value: '${most}' },
        { source: 'status', is: 'equals', value: '${most}' },
        { source: 'json', path: '$.n', is: 'at-least', value: '${most}' },
        { source: 'json', path: '$.n', is: 'equals', value: '${most}' },
        { source: 'duration', is: 'less-than', value: '500' },
        { source: 'status', is: 'matches', value: '${most}' },
      ],
      { status: 500, json: { n: 500 } },
      { project: { variables } },
    )
    expect(checked.map(({ passed }) => passed)).toEqual([true, true, true, false, false, true])
    expect(checked[0]).toMatchObject({ expected: 'less-than number 500' })
  })

  it('[T4] holds an answer against the API of the project, which its request asks for or the check names', async () => {
    const document = {
      openapi: '3.1.0',
      paths: {
        '/orders': {
          get: {
            operationId: 'listOrders',
            responses: { 200: { content: { 'application/json': { schema: { type: 'object', required: ['items'] } } } } },
          },
        },
      },
    }
    const url = 'http://127.0.0.1/orders'
    const ask = async (check: object, answer: Answer, apis = [{ id: 'a', name: 'Orders', description: '', document }]) => {
      const run = await runSteps(
        [
          { kind: 'send-request', url },
          { kind: 'assertion', checks: [{ source: 'response', is: 'conforms-to-api', ...check }] },
        ],
        { project: { apis }, ports: { http: createScriptedHttp([answer]) } },
      )
      return run.steps[1]
    }
    expect(await ask({}, { json: { items: [] } })).toMatchObject({ outcome: 'passed' })
    expect(await ask({ operation: 'listOrders' }, { json: {} })).toMatchObject({
      outcome: 'failed',
      checks: [
        {
          subject: 'response',
          expected: 'conforms-to-api listOrders',
          actual: 'listOrders, 1 violation: body (whole): Instance does not have required property "items".',
        },
      ],
    })
    expect(await ask({ not: true }, { status: 500 })).toMatchObject({ outcome: 'passed' })
    expect(await ask({ api: 'b' }, { json: {} })).toMatchObject({ outcome: 'broken', code: 'reference-missing' })
    expect(await ask({}, { json: {} }, [])).toMatchObject({ outcome: 'broken', code: 'reference-missing' })
  })

  it('describes only failed checks if nothing reads more; the report is the same', async () => {
    const checks = [
      { source: 'status', is: 'equals', value: 200 },
      { source: 'json', path: '$.state', is: 'equals', value: 'open' },
    ]
    const whole = await check(checks, { json: { state: 'pending' } })
    const lean = await check(checks, { json: { state: 'pending' } }, { controls: { wantsDetails: false } })
    expect(lean.checked[0]).toEqual({ index: 0, passed: true, subject: '', expected: '', actual: '' })
    expect(lean.checked[1]).toEqual(whole.checked[1])
    expect([lean.step?.message, lean.step?.checks]).toEqual([whole.step?.message, whole.step?.checks])
  })

  it('[T6] an expected value that is one reference keeps its type, also inside lists', async () => {
    const variables = [
      { name: 'n', value: 22 },
      { name: 's', value: '22' },
    ]
    const { checked } = await check(
      [
        { source: 'json', path: '$.n', is: 'equals', value: '${n}' },
        { source: 'json', path: '$.n', is: 'equals', value: '${s}' },
        { source: 'json', path: '$.n', is: 'one-of', value: ['${s}', '${n}'] },
        { source: 'json', path: '$.t', is: 'equals', value: 'no ${n}' },
      ],
      { json: { n: 22, t: 'no 22' } },
      { case: { variables } },
    )
    expect(checked.map(({ passed }) => passed)).toEqual([true, false, true, true])
    expect(checked[1]?.expected).toBe('equals string "22"')
  })

  it('[R10] a number of the response is compared and shown by its literal', async () => {
    const { checked } = await check(
      [
        { source: 'json', path: '$.n', is: 'equals', value: 9007199254740993n },
        { source: 'json', path: '$.n', is: 'equals', value: 9007199254740992 },
      ],
      { body: '{"n": 9007199254740993}' },
    )
    expect(checked).toMatchObject([{ passed: true }, { passed: false, actual: 'number 9007199254740993' }])
  })

  it('a body that is not JSON fails a check of its JSON, negated or not, and says what it is', async () => {
    const answer: Answer = { status: 502, body: '<html>', headers: [['content-type', 'text/html']] }
    const { step, checked } = await check(
      [
        { source: 'json', path: '$.a', is: 'exists' },
        { source: 'json', path: '$.a', not: true, is: 'exists' },
        { source: 'body', is: 'is-json' },
        { source: 'body', not: true, is: 'is-json' },
      ],
      answer,
    )
    expect(checked.map(({ passed }) => passed)).toEqual([false, false, false, true])
    expect(checked[0]?.actual).toBe('the body isn\'t JSON (text/html): it starts with "<html>"')
    expect(step?.outcome).toBe('failed')
  })

  it('[R39] a catastrophic expression or a rule that makes no sense breaks only its step', async () => {
    const { steps } = await runSteps(
      [
        request,
        { kind: 'assertion', checks: [{ source: 'text', is: 'matches', value: '(a+)+$' }] },
        {
          kind: 'assertion',
          checks: [
            { source: 'text', is: 'matches', value: '(' },
            { source: 'status', is: 'equals', value: 1 },
          ],
        },
        { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 200 }] },
      ],
      { ports: { http: createScriptedHttp([{ body: `${'a'.repeat(30_000)}!` }]) }, case: { onFailure: 'continue' } },
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'broken', 'passed'])
    expect(steps[2]).toMatchObject({ code: 'bad-expression', checked: 1 })
  })

  it('names the step whose response is not there', async () => {
    const { steps } = await runSteps([
      { kind: 'assertion', step: 's2', checks: [{ source: 'status', is: 'equals', value: 200 }] },
      { ...request, name: 'Create order' },
    ])
    expect(steps[0]).toMatchObject({
      outcome: 'broken',
      code: 'no-result',
      message: expect.stringContaining('"Create order"') as string,
    })
  })

  it('a request that got no response hides the one before it: its checks are skipped, and that error is the only one', async () => {
    const { steps } = await runSteps(
      [request, { ...request, url: '/nowhere' }, { kind: 'assertion', checks: [{ source: 'status', is: 'exists' }] }],
      {
        case: { onFailure: 'continue' },
        ports: { http: createScriptedHttp([{}]) },
      },
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'broken', 'skipped'])
    expect(steps[2]?.message).toBe('Skipped because "s2", whose response it reads, received none.')
  })

  it('variables need no response; no checks pass', async () => {
    const { steps } = await runSteps(
      [
        { kind: 'assertion', checks: [{ source: 'variable', name: 'v', is: 'equals', value: 5 }] },
        { kind: 'assertion', checks: [] },
      ],
      { case: { variables: [{ name: 'v', value: 5 }] } },
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
  })

  it('cookies are beyond a browser, and said so', async () => {
    const { step } = await check([{ source: 'cookie', name: 'a', is: 'exists' }], {}, { ports: { capabilities: new Set() } })
    expect(step).toMatchObject({
      outcome: 'broken',
      code: 'browser-limit',
      message: "A browser can't read cookies that a server sets (Set-Cookie).",
    })
  })
})
