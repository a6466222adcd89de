import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, it } from 'vitest'
import { createScriptedHttp, memorySecrets } from '#engine/ports/testing/index.ts'
import type { EndableWork } from '#engine/ports/index.ts'
import { junitReporter } from '#engine/reporters/junit/index.ts'
import { listReporter } from '#engine/reporters/list/index.ts'
import { reportOf } from '#engine/reporters/report-of.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { tasks, type Task } from '#engine/tasks/index.ts'
import { createThreadWork } from '#platform/node/work/thread-work.ts'
import { parityScript } from '../../../../e2e/parity-script.ts'

const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
const wasm = new Uint8Array(readFileSync(file)).buffer

/** Runs tasks in this thread, which starts at once. */
const here: EndableWork = {
  do: async (task, input) => {
    const carryOut: Task = await tasks[task as keyof typeof tasks]()
    const host = {
      quickjs: async () => wasm,
      memory: (initial: number, maximum: number) => new WebAssembly.Memory({ initial, maximum }),
      now: () => performance.now(),
    }
    return (await carryOut(structuredClone(input) as never, {}, host)) as never
  },
}
const threads = createThreadWork()
afterAll(() => threads.close())

const request = {
  id: 'r',
  kind: 'send-request',
  method: 'POST',
  url: 'http://127.0.0.1/orders',
  body: { type: 'json', text: '{"sku":"A"}' },
}
const script = (code: string, more: object = {}) => ({ kind: 'script', name: 'Sign', code, ...more })

async function run(code: string, more: Parameters<typeof runSteps>[1] = {}, after: Record<string, unknown>[] = []) {
  const ports = { http: createScriptedHttp(() => ({ status: 201, json: { id: 7 } })), work: here, ...more.ports }
  const result = await runSteps([request, script(code), ...after], { ...more, ports })
  return { ...result, step: result.steps[1] }
}

describe('script', () => {
  it('[T9] reports tests, log and variables like any step; later steps read what it sets', async () => {
    const { step, steps, events } = await run(
      `test('created', () => expect(response.code).to.equal(201))
      console.log('order', response.json().id, JSON.parse(request.body.raw).sku)
      variables.set('order', response.json().id + variables.get('n'))`,
      { case: { variables: [{ name: 'n', value: 1 }] } },
      [
        {
          kind: 'assertion',
          checks: [
            { source: 'variable', name: 'order', is: 'equals', value: 8 },
            { source: 'status', is: 'equals', value: 201 },
          ],
        },
      ],
    )
    expect([step?.outcome, steps[2]?.outcome, step?.checked]).toEqual(['passed', 'passed', 1])
    expect(events.find(({ type }) => type === 'checked')).toMatchObject({ check: { index: 0, subject: 'created', passed: true } })
    expect(events.find(({ type }) => type === 'noted')).toMatchObject({ level: 'info', text: 'order 7 A' })
    expect(events.find(({ type }) => type === 'variable-set')).toMatchObject({ name: 'order', scope: 'TestCase', value: '8' })
  })

  it('[T9] a failing test fails the step, in every report', async () => {
    const { step, events } = await run(`test('one', () => {}); test('two', () => expect(response.code).to.equal(200))`)
    expect(step).toMatchObject({ outcome: 'failed', message: 'two: expected 201 to equal 200', checked: 2 })
    expect(reportOf(listReporter, events)).toContain('expected 201 to equal 200')
    expect(reportOf(junitReporter, events)).toContain('two: expected 201 to equal 200')
    const outside = await run(`expect(1).to.equal(2)`)
    expect(outside.step).toMatchObject({ outcome: 'failed', message: 'Outside of a test: expected 1 to equal 2' })
  })

  it('[P4] reads secrets by name, which are masked in everything shown', async () => {
    const { step, events } = await run(
      `console.log(secrets.get('api/key'), pm.environment.get('key'), btoa(secrets.get('api/key')))
      variables.set('copy', secrets.get('api/key'))
      test('t ' + pm.environment.get('ke' + 'y'), () => { throw new Error(secrets.get('key')) })
      throw new Error(secrets.get('api/key'))`,
      {
        ports: { secrets: memorySecrets({ 'api/key': 'hunter2-hunter2' }) },
        project: { variables: [{ name: 'key', value: { secret: 'api/key' } }] },
      },
    )
    expect(step).toMatchObject({ outcome: 'broken', code: 'script-failed', message: 'Error: ‹api/key› (line 4)' })
    const shown = JSON.stringify(events)
    expect(shown).not.toMatch(/hunter2|aHVudGVyMi1odW50ZXIy/)
    expect(shown).toContain('‹api/key› ‹api/key› ‹api/key›')
    expect((await run(`secrets.get('nowhere')`)).step).toMatchObject({ outcome: 'broken', code: 'secret-missing' })
  })

  it('sends requests as a Send Request step would, and goes on with their responses', async () => {
    const { step, events, steps } = await run(
      `pm.sendRequest({ url: 'http://127.0.0.1/\${x}', method: 'POST', body: { mode: 'raw', raw: '{"a":1}' } }, (error, res) =>
        pm.test('sent', () => pm.expect(res.json().id).to.equal(7)))
      try { await pm.sendRequest('http://elsewhere.example/') } catch (error) { console.log(error.message) }`,
      {},
      [{ kind: 'assertion', checks: [{ source: 'json', path: '$.id', is: 'equals', value: 7 }] }],
    )
    expect([step?.message, step?.outcome, steps[2]?.outcome]).toEqual([undefined, 'passed', 'passed'])
    const sent = events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange.request] : []))
    expect(sent.map(({ method, url, body }) => [method, url, body?.text])).toEqual([
      ['POST', 'http://127.0.0.1/orders', '{"sku":"A"}'],
      ['POST', 'http://127.0.0.1/${x}', '{"a":1}'],
    ])
    expect(events.find(({ type }) => type === 'noted')).toMatchObject({ text: expect.stringContaining('http:') as string })
  })

  it('[T4] before its request sees it as it will be sent, and sets its headers by variables', async () => {
    const { steps, events } = await runSteps(
      [
        script(
          "pm.request.headers.upsert({ key: 'X-Sum', value: CryptoJS.SHA1(pm.request.body.raw + pm.request.url).toString() })",
          {
            step: 'r',
          },
        ),
        { ...request, headers: [{ name: 'X-Sum', value: '${request.header.X-Sum}' }] },
      ],
      { ports: { http: createScriptedHttp(() => ({ status: 201 })), work: here } },
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
    const sent = events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange.request.headers] : []))
    expect(sent[0]).toContainEqual(['X-Sum', createHash('sha1').update('{"sku":"A"}http://127.0.0.1/orders').digest('hex')])
  })

  it('[T6] gives in Node what it gives in the page', async () => {
    const { steps } = await runSteps([{ ...request, method: 'GET' }, script(parityScript)], {
      ports: { http: createScriptedHttp(() => ({ status: 401 })), work: threads },
    })
    expect(steps[1]).toMatchObject({ outcome: 'passed', checked: 10 })
  })

  it('sets a variable of the environment where it is, another one in the project', async () => {
    const { steps } = await run(
      `pm.environment.set('host', 'new'); pm.globals.set('other', 1); pm.environment.unset('gone')`,
      {
        project: {
          environments: [
            {
              id: 'e',
              name: 'Local',
              variables: [
                { name: 'host', value: 'old' },
                { name: 'gone', value: 'x' },
              ],
            },
          ],
        },
        options: { environment: 'e' },
      },
      [
        {
          kind: 'assertion',
          checks: [
            { source: 'variable', name: 'host', is: 'equals', value: 'new' },
            { source: 'variable', name: 'other', is: 'equals', value: 1 },
            { source: 'variable', name: 'gone', is: 'equals', value: '' },
          ],
        },
      ],
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed'])
  })

  it('[R39] [R47] in a thread: one that never ends breaks its step only; what it did until then is kept', async () => {
    const { steps } = await runSteps(
      [
        script(`test('a', () => {}); console.log('b'); for (;;);`, { timeout: 1 }),
        script(`const all = []; for (;;) all.push(new Uint8Array(1e6))`),
        script(`test('after', () => expect(_.sum([1, 2])).to.equal(3))`),
      ],
      { ports: { work: threads }, case: { onFailure: 'continue' } },
    )
    expect(steps.map(({ outcome, code, message, checked }) => [outcome, code, message, checked])).toEqual([
      ['broken', 'deadline', 'The script was stopped after 1.0 s.', 1],
      ['broken', 'out-of-memory', 'The script was stopped: it needed more than 64 MB of memory.', undefined],
      ['passed', undefined, undefined, 1],
    ])
  })

  it("its code isn't a template, and a name that can't be a variable's breaks it", async () => {
    const { steps } = await run('variables.set("a", `${1 + 1} ${"x"}`)', { case: { onFailure: 'continue' } }, [
      { kind: 'assertion', checks: [{ source: 'variable', name: 'a', is: 'equals', value: '2 x' }] },
      script('variables.set("a b", 1)'),
      script(' '),
    ])
    expect(steps.map(({ outcome, code }) => code ?? outcome)).toEqual([
      'passed',
      'passed',
      'passed',
      'template-syntax',
      'script-failed',
    ])
  })
})
