import { expect, it, vi } from 'vitest'
import { createTabLocks } from './tab-lock.ts'
import { createFakeWebLocks } from '../workers/testing/fake-web-locks.ts'

/** Tabs of one browser, each with what it was told; one that is taken from says when it has written all. */
function tabs(patience = 60_000) {
  const locks = createFakeWebLocks()
  return () => {
    const told: boolean[] = []
    let written: () => void = () => undefined
    const hold = createTabLocks(locks, patience).hold('p1', (mine) => {
      told.push(mine)
      if (!mine) return new Promise<void>((resolve) => (written = resolve))
    })
    return { ...hold, told, written: () => written() }
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

it('[H9, R22] who takes over may write only when the tab before has written all', async () => {
  const open = tabs()
  const first = open()
  await vi.waitFor(() => expect(first.told).toEqual([true]), 20_000)
  const second = open()
  await vi.waitFor(() => expect(second.told).toEqual([false]), 20_000)
  second.takeOver()
  await vi.waitFor(() => expect(first.told).toEqual([true, false]), 20_000)
  await settled()
  expect(second.told).toEqual([false])
  first.written()
  await vi.waitFor(() => expect(second.told).toEqual([false, true]), 20_000)
  first.takeOver()
  await vi.waitFor(() => expect(second.told).toEqual([false, true, false]), 20_000)
  second.written()
  await vi.waitFor(() => expect(first.told).toEqual([true, false, true]), 20_000)
})

it('[H9, R22] of two that take over one after the other the last one writes', async () => {
  const open = tabs()
  const first = open()
  await vi.waitFor(() => expect(first.told).toEqual([true]), 20_000)
  const [second, third] = [open(), open()]
  await vi.waitFor(() => expect(third.told).toEqual([false]), 20_000)
  second.takeOver()
  second.takeOver()
  await settled()
  third.takeOver()
  await settled()
  first.written()
  await vi.waitFor(() => expect(third.told).toEqual([false, true]), 20_000)
  await settled()
  expect(second.told).toEqual([false])
})

it('[H9, R22] a tab that hangs is not waited for for ever, and does not take the project back', async () => {
  const open = tabs(20)
  const first = open()
  await vi.waitFor(() => expect(first.told).toEqual([true]), 20_000)
  const second = open()
  await vi.waitFor(() => expect(second.told).toEqual([false]), 20_000)
  second.takeOver()
  await vi.waitFor(() => expect(second.told).toEqual([false, true]), 20_000)
  await settled()
  expect(first.told).toEqual([true, false])
})

it('[R22] a project that is closed is the next one’s, whether it waited or comes later', async () => {
  const open = tabs()
  const first = open()
  await vi.waitFor(() => expect(first.told).toEqual([true]), 20_000)
  const second = open()
  await vi.waitFor(() => expect(second.told).toEqual([false]), 20_000)
  first.release()
  await vi.waitFor(() => expect(second.told).toEqual([false, true]), 20_000)
  second.release()
  await settled()
  const third = open()
  await vi.waitFor(() => expect(third.told).toEqual([true]), 20_000)
})

it('[R22] a page that is left, which is rejected each lock, asks for it once more and no further', async () => {
  let refused = 0
  let leave: () => void = () => undefined
  const gone = new Promise<never>((_, reject) => {
    leave = () => reject(new DOMException('The page is left.', 'AbortError'))
  })
  let isLeft = false
  const request = (_name: string, _options: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (!isLeft) return Promise.race([gone, work(null)])
    refused++
    // Were it for ever asked again, this test would hang: it goes on in microtasks alone.
    if (refused > 1_000) return new Promise(() => {})
    return Promise.reject(new DOMException('Responsible document is not fully active', 'InvalidStateError'))
  }
  const query = async () => ({ held: [], pending: [] })
  const told: boolean[] = []
  createTabLocks({ request, query } as unknown as LockManager).hold('p1', (mine) => void told.push(mine))
  await vi.waitFor(() => expect(told).toEqual([true]), 20_000)
  isLeft = true
  leave()
  await settled()
  expect(refused).toBeLessThan(5)
})
