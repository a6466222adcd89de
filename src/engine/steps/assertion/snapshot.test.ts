import { describe, expect, it } from 'vitest'
import { withoutPaths } from '#engine/extractors/without-paths.ts'
import { createScriptedHttp, type Answer } from '#engine/ports/testing/index.ts'
import { memorySecrets } from '#engine/ports/testing/memory-stores.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'

async function judged(check: object, answer: Answer, vault: Record<string, string> = {}) {
  const secrets = Object.keys(vault).map((id) => ({ name: id, value: { secret: id } }))
  const request = {
    kind: 'send-request',
    url: 'http://127.0.0.1/',
    headers: secrets.map(({ name }) => ({ name: 'x-key', value: `\${${name}}` })),
  }
  const run = await runSteps(
    [request, { kind: 'assertion', checks: [{ source: 'json', path: '$', is: 'matches-snapshot', ...check }] }],
    {
      ports: { http: createScriptedHttp([answer]), secrets: memorySecrets(vault) },
      project: { variables: secrets },
    },
  )
  return { step: run.steps[1], check: run.steps[1]?.checks?.[0], text: JSON.stringify(run.events) }
}

const order = { id: 'a1', state: 'open', items: [{ sku: 'x', at: '2026-01-01' }], created: '2026-01-01' }

describe('[T3] matches-snapshot', () => {
  it('holds when all is as it was, whatever the order of keys, without what is ignored', async () => {
    const snapshot = { created: '2020-05-05', state: 'open', items: [{ at: 'then', sku: 'x' }], id: 'b7' }
    const ignore = ['$.id', '$.created', '$..at']
    expect((await judged({ snapshot, ignore }, { json: order })).step).toMatchObject({ outcome: 'passed' })
    expect((await judged({ snapshot, ignore: ['$.id'] }, { json: order })).step).toMatchObject({ outcome: 'failed' })
  })

  it('tells each difference by its place', async () => {
    const snapshot = { id: 'a1', state: 'new', items: [{ sku: 'x', at: '2026-01-01' }, { sku: 'y' }], owner: null }
    const { check } = await judged({ snapshot }, { json: order })
    expect(check?.actual).toBe(
      'differs from the snapshot: $.state is string "open", was string "new"; $.items[1] is missing, was object {"sku":"y"}; $.created is new: string "2026-01-01"; $.owner is missing, was null',
    )
    expect(check?.expected).toBe('matches-snapshot')
    expect(JSON.parse(check?.found ?? '')).toEqual(order)
  })

  it('reports ten of many differences', async () => {
    const many = (value: number) => Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, value]))
    const { check } = await judged({ snapshot: many(1) }, { json: many(2) })
    expect(check?.actual.match(/ is number 2/g)).toHaveLength(10)
    expect(check?.actual).toMatch(/and more$/)
  })

  it('without a snapshot it fails, and gives what can be accepted', async () => {
    const { step, check } = await judged({}, { json: order })
    expect(step).toMatchObject({ outcome: 'failed' })
    expect(check?.actual).toContain('no snapshot yet: accept a response in the step')
    expect(JSON.parse(check?.found ?? '')).toEqual(order)
  })

  it('keeps numbers by their literals, and texts', async () => {
    const { check } = await judged({}, { body: '{"n":12345678901234567890.5}', headers: [['content-type', 'application/json']] })
    expect(check?.found).toBe('{"n":12345678901234567890.5}')
    expect((await judged({ source: 'text', path: undefined, snapshot: 'a\nb' }, { body: 'a\nb' })).step?.outcome).toBe('passed')
  })

  it('[R41] what can be accepted is masked', async () => {
    const { check, text } = await judged({}, { json: { echoed: 'c4n4ry-secret' } }, { key: 'c4n4ry-secret' })
    expect(check?.found).toBe('{"echoed":"‹key›"}')
    expect(text).not.toContain('c4n4ry')
  })

  it('is not resolved as a template, and a large answer is compared but not offered', async () => {
    expect((await judged({ snapshot: { a: '${no}' } }, { json: { a: '${no}' } })).step?.outcome).toBe('passed')
    const { check } = await judged({ snapshot: {} }, { json: { a: 'x'.repeat(70_000) } })
    expect(check?.found).toBeUndefined()
  })

  it.each([
    ['$', /can't be ignored: it matches everything, or has a filter or slice\./],
    ['$[?@.a]', /a filter/],
    ['$[1:2]', /slice/],
    ['id', /isn't a valid JSONPath \(RFC 9535\)\./],
  ])('what can not be ignored breaks the step: %s', async (path, message) => {
    expect((await judged({ snapshot: order, ignore: [path] }, { json: order })).step).toMatchObject({
      outcome: 'broken',
      message: expect.stringMatching(message),
    })
  })

  it('leaves out members, and keeps the places of items', async () => {
    const cut = await withoutPaths(['$.a[0]', '$.b.*', '$..c', "$['d e']"])
    expect(cut({ a: [1, 2], b: { x: 1, y: 2 }, 'd e': 1, f: [{ c: 1, g: { c: 2, h: 3 } }] })).toEqual({
      a: [null, 2],
      b: {},
      f: [{ g: { h: 3 } }],
    })
  })
})
