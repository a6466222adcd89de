import { afterAll, describe, expect, it } from 'vitest'
import type { AskedCheck } from '#engine/steps/judging/task-names.ts'
import { checkTask, valueTask } from '#engine/steps/judging/task-names.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { createThreadWork } from './thread-work.ts'

const work = createThreadWork()
afterAll(() => work.close())

const responseOf = (body: string, type = 'application/json'): HttpResponse => ({
  status: 200,
  statusText: 'OK',
  headers: [['content-type', type]],
  url: 'http://127.0.0.1/',
  redirects: [],
  body: new TextEncoder().encode(body),
  timing: { firstByte: 1, total: 1 },
})

/** A schema that refers twice to the next, so many times: each doubles what there is to do. */
const doubled = (times: number): Record<string, unknown> => ({
  $ref: '#/$defs/0',
  $defs: Object.fromEntries(
    Array.from({ length: times }, (_, at) => {
      const next = at + 1 < times ? { $ref: `#/$defs/${at + 1}` } : true
      return [at, { allOf: [next, next] }]
    }),
  ),
})

const endless: AskedCheck = {
  check: { source: 'body', not: false, is: 'matches-schema', value: {} },
  expected: doubled(40),
}
const held = { response: responseOf('{"id": 12345678901234567890}') }
const what = 'Judging body'
const { signal } = new AbortController()

describe('[R47] work in threads of Node', () => {
  it('gives what the task gives, numbers with their digits', async () => {
    const taken = await work.do(valueTask, { source: { source: 'json', path: '$.id' } }, { signal, what, held })
    expect(String((taken as { taken: unknown }).taken)).toBe('12345678901234567890')
  })

  it('keeps a large part: the same object is not sent again', async () => {
    const response = responseOf('[1]')
    const take = () => work.do(valueTask, { source: { source: 'json', path: '$[0]' } }, { signal, what, held: { response } })
    await take()
    response.body = new TextEncoder().encode('[2]')
    expect(await take()).toMatchObject({ taken: 1 })
  })

  it('passes on the error of a task', async () => {
    const order = { signal, what, held: { response: responseOf('<a>', 'text/xml') } }
    await expect(work.do(valueTask, { source: { source: 'xml', path: '//a' } }, order)).rejects.toMatchObject({
      code: 'nothing-found',
      message: expect.stringContaining('XML') as string,
    })
  })

  it('is stopped at its deadline, and the next task has another thread', async () => {
    await expect(work.do(checkTask, endless, { signal, what, held, timeout: 200 })).rejects.toMatchObject({
      code: 'deadline',
      message: 'Judging body was stopped after 200 ms.',
    })
    expect(await work.do(valueTask, { source: { source: 'status' } }, { signal, what, held })).toMatchObject({ taken: 200 })
  })

  it('is stopped when it takes too much memory', async () => {
    // Each time everything is found once more, and nothing is looked at for it.
    const held = { response: responseOf(`[${'1,'.repeat(500_000)}1]`) }
    const source = { source: 'json', path: `$[${Array(19).fill('::1').join()}]` } as const
    await expect(work.do(valueTask, { source }, { signal, what, held, heap: 40, timeout: 60_000 })).rejects.toMatchObject({
      code: 'out-of-memory',
      message: 'Judging body was stopped: it needed more than 40 MB of memory.',
    })
  })

  it('is cancelled by its signal at once, while it works and while it waits', async () => {
    const stop = new AbortController()
    const all = Array.from({ length: 6 }, () => work.do(checkTask, endless, { signal: stop.signal, what, held, timeout: 60_000 }))
    await new Promise(setImmediate)
    stop.abort()
    const ended = await Promise.allSettled(all)
    expect(ended.map((one) => one.status === 'rejected' && (one.reason as { code: string }).code)).toEqual(
      Array(6).fill('cancelled'),
    )
  })
})
