import { beforeAll, expect, it } from 'vitest'
import { createSandboxStore } from './sandbox-store.ts'
import { fakeIndexedDatabase } from './testing/fake-indexed-database.ts'

beforeAll(fakeIndexedDatabase)

let now = 1_000

it('[X1] the sandbox finds what it has kept, by key and by the beginning of keys, and once what is taken', async () => {
  const store = createSandboxStore(() => now)
  await store.put('order/1', { id: 1 })
  await store.put('order/2', { id: 2 }, now + 60)
  await store.put('orders', 'another')
  expect(await store.list('order/')).toEqual([{ id: 1 }, { id: 2 }])
  expect(await store.get('order/2')).toEqual({ id: 2 })
  expect([await store.begin('key', 'first'), await store.begin('key', 'second')]).toEqual(['first', 'first'])
  expect([await store.take('key'), await store.take('key')]).toEqual(['first', undefined])
  now += 61
  expect([await store.get('order/2'), await store.list('order/')]).toEqual([undefined, [{ id: 1 }]])
})

it('[X1] what has expired is gone when the sandbox is used again', async () => {
  await createSandboxStore(() => now).put('code', 'abc', now + 1)
  now += 2
  await createSandboxStore(() => now).put('code/2', 'def')
  expect(await createSandboxStore(() => 0).get('code')).toBeUndefined()
})
