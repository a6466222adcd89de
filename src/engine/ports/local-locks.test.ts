import { expect, it } from 'vitest'
import { createLocalLocks } from './local-locks.ts'

const { signal } = new AbortController()

it('[O15] one at a time, in order; names do not wait for each other', async () => {
  const locks = createLocalLocks()
  const order: string[] = []
  const job = (name: string, text: string) =>
    locks.hold(name, signal, async () => {
      order.push(`${text} in`)
      await Promise.resolve()
      order.push(`${text} out`)
    })
  await Promise.all([job('a', '1'), job('a', '2'), job('b', '3')])
  expect(order.indexOf('1 out')).toBeLessThan(order.indexOf('2 in'))
  expect(order.indexOf('3 in')).toBeLessThan(order.indexOf('2 in'))
})

it('[P2] an aborted waiter leaves the queue, a failing holder lets the next one in', async () => {
  const locks = createLocalLocks()
  const stop = new AbortController()
  let free!: () => void
  const holder = locks.hold('a', signal, () => new Promise<void>((resolve) => (free = resolve)))
  const waiter = locks.hold('a', stop.signal, () => Promise.resolve('never'))
  stop.abort()
  await expect(waiter).rejects.toMatchObject({ code: 'cancelled' })
  const next = locks.hold('a', signal, () => Promise.reject(new Error('failed')))
  free()
  await holder
  await expect(next).rejects.toThrow('failed')
  expect(await locks.hold('a', signal, () => Promise.resolve(1))).toBe(1)
})
