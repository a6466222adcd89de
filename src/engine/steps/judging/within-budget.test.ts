import { afterAll, describe, expect, it } from 'vitest'
import { createScriptedHttp, type Answer } from '#engine/ports/testing/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { createThreadWork } from '#platform/node/work/thread-work.ts'

const threads = createThreadWork()
afterAll(() => threads.close())

/** Real threads, with a deadline that tests can wait for; `did` counts what they were asked. */
const createWork = (timeout = 20_000) => {
  const did: string[] = []
  const work: typeof threads = {
    ...threads,
    do: (task, input, order) => {
      did.push(task)
      return threads.do(task, input, { ...order, timeout })
    },
  }
  return { did, work }
}

const request = { kind: 'send-request', url: 'http://127.0.0.1/' }
const ok = { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 200 }] }

async function runWith(steps: Record<string, unknown>[], answer: Answer, { did, work } = createWork()) {
  const ports = { http: createScriptedHttp([answer]), work }
  return { ...(await runSteps([request, ...steps], { ports, case: { onFailure: 'continue' } })), did }
}
const check = (...checks: object[]) => ({ kind: 'assertion', checks })

/** 40 times two references to the next: what there is to do doubles with each. */
const doubled = {
  $ref: '#/$defs/0',
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const next = at < 39 ? { $ref: `#/$defs/${at + 1}` } : true
      return [at, { allOf: [next, next] }]
    }),
  ),
}
const runaway = { patternProperties: { '^(a|a)*$': {} } }

describe('[R39] checks of unknown cost', () => {
  it.each([
    ['$ref doubled 40 times', { source: 'body', is: 'matches-schema', value: doubled }],
    ['patternProperties', { source: 'body', is: 'matches-schema', value: runaway }],
    ['uniqueItems, the last two alike', { source: 'json', path: '$.list', is: 'matches-schema', value: { uniqueItems: true } }],
  ])('%s breaks only its step', async (_, hostile) => {
    const list = Array.from({ length: 40_000 }, (__, id) => ({ id: Math.min(id, 39_998) }))
    const { steps, did } = await runWith([check(hostile), ok], { json: { [`${'a'.repeat(40)}!`]: 1, list } }, createWork(300))
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'broken', 'passed'])
    expect(steps[1]).toMatchObject({ code: 'deadline', message: expect.stringContaining('was stopped after 300 ms') as string })
    expect(did).toEqual(['check'])
  })

  it('XPath, in a check, a transfer and a condition', async () => {
    const path = "replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '^(a|a)*$', '')"
    const { steps } = await runWith(
      [
        check({ source: 'xml', path, is: 'exists' }),
        { kind: 'data-transfer', transfers: [{ source: 'xml', path, to: 'v' }] },
        { ...ok, onlyIf: [{ source: 'xml', path, is: 'exists' }] },
        ok,
      ],
      { body: '<a/>', headers: [['content-type', 'text/xml']] },
      createWork(300),
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'broken', 'broken', 'broken', 'passed'])
  })

  it('what is honest is judged as in place, and says the same', async () => {
    const body = `<r>${'<item>é</item>'.repeat(3)}</r>`
    const { steps, events, did } = await runWith(
      [
        check(
          { source: 'xml', path: 'string-join(//item, "")', is: 'equals', value: 'ééé' },
          { source: 'xml', path: '//item[. = "x"]', is: 'exists' },
          { source: 'xml', path: '//item[', is: 'exists' },
        ),
        { kind: 'data-transfer', transfers: [{ source: 'xml', path: '//item[2]/string-length(.)', to: 'n' }] },
        check({ source: 'variable', name: 'n', is: 'equals', value: 1 }),
      ],
      { body, headers: [['content-type', 'text/xml']] },
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'broken', 'passed', 'passed'])
    expect(steps[1]).toMatchObject({ code: 'bad-expression' })
    const checked = events.flatMap((event) => (event.type === 'checked' ? [event.check] : []))
    expect(checked[1]).toMatchObject({ passed: false, actual: 'nothing' })
    expect(did).toEqual(['check', 'check', 'check', 'value'])
  })

  it('a large body is parsed there once, and described as if it were here', async () => {
    const items = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name ${id}, which is somewhat long` }))
    const { events, steps, did } = await runWith(
      [
        check(
          { source: 'json', path: '$', is: 'is-empty' },
          { source: 'json', path: '$[59999].id', is: 'equals', value: 59_999 },
          { source: 'body', is: 'matches-schema', value: { uniqueItems: true, items: { required: ['id'] } } },
        ),
      ],
      { json: items },
    )
    expect(did).toEqual(['check', 'check', 'check'])
    expect(steps[1]).toMatchObject({ outcome: 'failed' })
    const [first, ...others] = events.flatMap((event) => (event.type === 'checked' ? [event.check] : []))
    expect(first?.actual).toMatch(/^array \[\{"id":0,.*… \(60000 items\)$/)
    expect(others.map(({ passed }) => passed)).toEqual([true, true])
  })

  it('Stop is heard in the middle', async () => {
    const stop = new AbortController()
    const { did, work } = createWork(60_000)
    const stopping: typeof work = {
      ...work,
      do: (...order) => {
        setImmediate(() => stop.abort())
        return work.do(...order)
      },
    }
    const { steps } = await runSteps([request, check({ source: 'body', is: 'matches-schema', value: doubled }), ok], {
      ports: { http: createScriptedHttp([{ json: 1 }]), work: stopping },
      controls: { signal: stop.signal },
    })
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'cancelled', 'skipped'])
    expect(did).toEqual(['check'])
  })
})

describe('[R39] checks that take little', () => {
  it('stay in place', async () => {
    const list = Array.from({ length: 200 }, (_, id) => ({ id, tags: ['a', 'b'], at: '2026-01-01' }))
    const { did, steps } = await runWith(
      [
        check(
          {
            source: 'body',
            is: 'matches-schema',
            value: { uniqueItems: true, items: { properties: { at: { format: 'date' } } } },
          },
          { source: 'json', path: '$[?@.id > 100].id', is: 'has-length', value: 99 },
          { source: 'text', is: 'matches', value: '"id":\\d{3}' },
          { source: 'json', path: '$[0].id', is: 'less-than', value: 1 },
        ),
      ],
      { json: list },
    )
    expect(steps[1]).toMatchObject({ outcome: 'passed' })
    expect(did).toEqual([])
  })

  it('a number of a million digits is compared', async () => {
    const { steps } = await runWith([check({ source: 'json', path: '$.n', not: true, is: 'equals', value: 5 })], {
      body: `{"n":1${'0'.repeat(1_000_000)}1}`,
    })
    expect(steps[1]).toMatchObject({ outcome: 'passed' })
  })
})
