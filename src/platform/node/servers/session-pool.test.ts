import { expect, it } from 'vitest'
import type { ServerSession } from './server-session.ts'
import { SessionPool } from './session-pool.ts'

/** Each caller has its own signal, as users of a load test have. */
const ownSignal = () => new AbortController().signal

const session = (): ServerSession & { isUsable: boolean } => ({
  isUsable: true,
  run: () => Promise.reject(new Error('not asked')),
  beginReading: async () => undefined,
  endReading: async () => true,
  cancel: async () => undefined,
  async close() {
    this.isUsable = false
  },
})

const filled = async (pool: SessionPool) => Promise.all(Array.from({ length: 5 }, () => pool.take(ownSignal())))

it('[R45] a session is not lost with who gave up waiting for it', async () => {
  const pool = new SessionPool(async () => session())
  const taken = await filled(pool)
  const stops = taken.map(() => new AbortController())
  const waiting = stops.map((stop) => expect(pool.take(stop.signal)).rejects.toMatchObject({ code: 'cancelled' }))
  for (const stop of stops) stop.abort()
  await Promise.all(waiting)
  for (const one of taken) pool.give(one)
  expect(new Set(await filled(pool))).toEqual(new Set(taken))
})

it('[R45] a query that waits for a server is rejected when the server goes away', async () => {
  let isGone = false
  const pool = new SessionPool(async () => {
    if (isGone) throw new Error('refused')
    return session()
  })
  const taken = await filled(pool)
  const waiting = Array.from({ length: 12 }, () => pool.take(ownSignal()).catch((thrown: Error) => thrown.message))
  isGone = true
  for (const one of taken) {
    await one.close()
    pool.give(one)
  }
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'refused'))
})

it('[R45] no session is opened after the end of the run', async () => {
  let opened = 0
  const pool = new SessionPool(async () => {
    opened += 1
    return session()
  })
  const taken = await filled(pool)
  const waiting = expect(pool.take(ownSignal())).rejects.toMatchObject({ code: 'cancelled' })
  await pool.close()
  await waiting
  expect([opened, taken.filter((one) => one.isUsable)]).toEqual([5, []])
  await expect(pool.take(ownSignal())).rejects.toMatchObject({ code: 'cancelled' })
})
