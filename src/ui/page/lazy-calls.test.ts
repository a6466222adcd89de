import { expect, it } from 'vitest'
import { lazyCalls } from './lazy-calls.ts'

interface Calls {
  add(one: number, other: number): number | Promise<number>
}
const never = new Promise<void>(() => undefined)

it('a call waits for what answers it, which is fetched once', async () => {
  let times = 0
  const load = async (): Promise<Calls> => (times++, { add: (one, other) => one + other })
  const calls = lazyCalls({ add: true }, load, never)
  expect(await Promise.all([calls.add(1, 2), calls.add(3, 4)])).toEqual([3, 7])
  expect(calls.add(5, 6)).toBe(11)
  expect(times).toBe(1)
})

it('what could not be fetched soon is asked for again by a call, and by the next one', async () => {
  let times = 0
  const load = async (): Promise<Calls> => {
    if (++times < 3) throw new Error('offline')
    return { add: (one, other) => one + other }
  }
  const calls = lazyCalls({ add: true }, load, Promise.resolve())
  await Promise.resolve().then(() => undefined)
  await expect(Promise.resolve(calls.add(1, 2))).rejects.toThrow('offline')
  await expect.poll(() => calls.add(1, 2)).toBe(3)
})
