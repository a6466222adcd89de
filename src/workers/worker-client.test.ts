import { describe, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createWorkerClient, WorkerGone, withOwn, withReady, type Deadline } from './worker-client.ts'
import { exposeApi } from './wire.ts'

/** What the worker of these tests can do. */
const api = {
  plain: (text: string) => `heard ${text}`,
  group: { add: async (a: number, b: number) => a + b },
  refuse: (): void => {
    throw new AssayError('vault-locked', 'Locked.', { hint: 'Unlock it.', cause: new Error('No key.') })
  },
  never: () => new Promise<string>(() => undefined),
  async count(to: number, progress: (done: number) => void): Promise<string> {
    for (let done = 1; done <= to; done++) progress(done)
    // The last progress is on its way.
    await new Promise((resolve) => setTimeout(resolve, 20))
    return 'counted'
  },
  /** Asks the page in the middle of its work, as a model does that is asked through the companion. */
  askBack: async (question: (text: string, stop: AbortSignal) => Promise<{ bytes: Uint8Array }>) => {
    const { bytes } = await question('which?', new AbortController().signal)
    return [...bytes]
  },
  untilStopped: (signal: AbortSignal, heard: (how: string) => void) =>
    new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => resolve('stopped'))
      heard('begun')
    }),
  deaf: (_signal: AbortSignal, heard: (how: string) => void) => new Promise<string>(() => heard('begun')),
}

/** A client over real message ports; `die` and `ended` stand for what happens to a real worker. */
function open(grace?: number, deadline?: Deadline) {
  const started: { die(cause: string): void; ended: boolean }[] = []
  const client = createWorkerClient<typeof api>({
    start() {
      const { port1, port2 } = new MessageChannel()
      exposeApi(api, port2)
      let die: (cause: string) => void = () => undefined
      const died = new Promise<unknown>((resolve) => (die = resolve))
      const life = { die, ended: false }
      started.push(life)
      return {
        endpoint: port1,
        died,
        end() {
          life.ended = true
          port1.close()
          port2.close()
        },
      }
    },
    gone: { text: 'It is gone.', hint: 'Reload.' },
    ...(grace === undefined ? {} : { grace }),
    ...(deadline === undefined ? {} : { deadline }),
  })
  return { client, started }
}

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe('asking a worker', () => {
  it('starts it at the first call, once, and ends it', async () => {
    const { client, started } = open()
    client.end()
    expect(started).toHaveLength(0)
    expect(await client.api.plain('you')).toBe('heard you')
    expect(await client.api.group.add(1, 2)).toBe(3)
    expect(started).toHaveLength(1)
    client.end()
    expect(started[0]?.ended).toBe(true)
    expect(await client.api.plain('again')).toBe('heard again')
    expect(started).toHaveLength(2)
    client.end()
  })

  it('an error comes over with its code, hint and cause', async () => {
    const { client } = open()
    const thrown = await failure(client.api.refuse())
    expect(thrown).toBeInstanceOf(AssayError)
    expect(thrown).toMatchObject({ code: 'vault-locked', message: 'Locked.', hint: 'Unlock it.', cause: 'No key.' })
    client.end()
  })

  it('what a callback promises is its answer, with its bytes; an AssayError is one over there too', async () => {
    const { client } = open()
    const heard: unknown[] = []
    const answered = await client.api.askBack(async (text, stop) => {
      heard.push(text, stop.aborted)
      return { bytes: new Uint8Array([1, 2]) }
    })
    expect([answered, heard]).toEqual([
      [1, 2],
      ['which?', false],
    ])
    const refused = client.api.askBack(() =>
      Promise.reject(new AssayError('http-unreachable', 'Nobody there.', { hint: 'Start it.' })),
    )
    expect(await failure(refused)).toMatchObject({ code: 'http-unreachable', hint: 'Start it.' })
    client.end()
  })

  it('callbacks get progress, and nothing after the result', async () => {
    const { client } = open()
    const seen: number[] = []
    expect(await client.api.count(3, (done) => seen.push(done))).toBe('counted')
    expect(seen).toEqual([1, 2, 3])
    client.end()
  })

  it('a call is cancelled by its signal: rejected at once, and heard in the worker, which lives on', async () => {
    const { client, started } = open()
    const stop = new AbortController()
    const heard = vi.fn<(how: string) => void>()
    const call = failure(client.api.untilStopped(stop.signal, heard))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('begun'), 20_000)
    stop.abort()
    expect(await call).toMatchObject({ code: 'cancelled' })
    expect(await client.api.plain('still there')).toBe('heard still there')
    expect(started.map(({ ended }) => ended)).toEqual([false])
    client.end()
  })

  it('a worker that does not hear is ended after the grace period, and the next call gets another', async () => {
    const { client, started } = open(30)
    const stop = new AbortController()
    const heard = vi.fn<(how: string) => void>()
    const call = failure(client.api.deaf(stop.signal, heard))
    const beside = failure(client.api.never())
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 20_000)
    const why = new AssayError('cancelled', 'The design was stopped.')
    stop.abort(why)
    expect(await call).toBe(why)
    expect(await beside).toBeInstanceOf(WorkerGone)
    expect(started[0]?.ended).toBe(true)
    expect(await client.api.plain('next')).toBe('heard next')
    expect(started).toHaveLength(2)
    client.end()
  })

  it('a worker that many share is not ended because one call does not hear: the others go on', async () => {
    const { client, started } = open()
    const stop = new AbortController()
    const heard = vi.fn<(how: string) => void>()
    const call = failure(client.api.deaf(stop.signal, heard))
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 20_000)
    vi.useFakeTimers()
    stop.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(await call).toMatchObject({ code: 'cancelled' })
    expect(started[0]?.ended).toBe(false)
    expect(await client.api.plain('still there')).toBe('heard still there')
    client.end()
  })

  it('[R47] ends a worker whose call takes longer than the deadline, but for calls that are ended otherwise', async () => {
    const deadline: Deadline = {
      milliseconds: 60_000,
      error: (seconds) => new AssayError('deadline', `More than ${seconds} s.`),
      except: ['deaf'],
    }
    vi.useFakeTimers()
    const { client, started } = open(undefined, deadline)
    const [late, other] = [failure(client.api.never()), client.api.deaf(new AbortController().signal, () => undefined)]
    const ended = failure(other)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(started[0]?.ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(await late).toMatchObject({ code: 'deadline', message: 'More than 60 s.' })
    expect(await ended).toBeInstanceOf(WorkerGone)
    expect(started[0]?.ended).toBe(true)
    expect(await client.api.plain('next')).toBe('heard next')
    client.end()
  })

  it('a call whose worker was ended listens to its signal no more', async () => {
    const { client } = open()
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    const call = failure(client.api.deaf(signal, () => undefined))
    client.end()
    expect(await call).toBeInstanceOf(WorkerGone)
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function))
  })

  it('says whether the worker still lives that was asked', async () => {
    const { client } = open()
    await client.api.plain('first')
    const lives = client.watch()
    expect(lives()).toBe(true)
    client.end()
    expect(lives()).toBe(false)
    await client.api.plain('second')
    expect([lives(), client.watch()()]).toEqual([false, true])
    client.end()
  })

  it('what was cancelled before is not asked', async () => {
    const { client, started } = open()
    const call = client.api.deaf(AbortSignal.abort(), () => undefined)
    expect(await failure(call)).toMatchObject({ code: 'cancelled' })
    expect(started).toHaveLength(0)
  })

  it('its end rejects every open call', async () => {
    const { client, started } = open()
    const calls = [failure(client.api.never()), failure(client.api.never())]
    started[0]?.die('Out of memory.')
    for (const thrown of await Promise.all(calls)) {
      expect(thrown).toBeInstanceOf(WorkerGone)
      expect(thrown).toMatchObject({ code: 'internal', message: 'It is gone.', hint: 'Reload.', cause: 'Out of memory.' })
    }
    expect(started[0]?.ended).toBe(true)
    expect(await client.api.plain('next')).toBe('heard next')
    client.end()
  })

  it('an API can be awaited, and answered in parts by the page', async () => {
    const { client } = open()
    const ready = withReady(client.api, async (text: string) => `ready ${text}`)
    expect(await (await ready).plain('x')).toBe('heard ready x')
    expect(Reflect.get(ready, Symbol.toPrimitive)).toBeUndefined()
    const mine = withOwn(await client.api, { plain: async (text: string) => `page: ${text}`, name: 'own' })
    expect([await mine.plain('x'), mine.name, await mine.group.add(2, 2)]).toEqual(['page: x', 'own', 4])
    client.end()
  })
})
