import { expect, it } from 'vitest'
import { keepBodies } from './kept-bodies.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

it('[R15] keeps the last bodies up to a limit, and says of one over it that it was dropped', async () => {
  const bodies = keepBodies(5)
  const first = await bodies.put(bytes(1, 2, 3), 'text/plain')
  expect(first).toEqual({ id: 'body-1', size: 3, mediaType: 'text/plain' })
  expect(bodies.read(first.id)).toEqual(bytes(1, 2, 3))
  const second = await bodies.put(bytes(4, 5), 'text/plain')
  expect(bodies.read(first.id)).toBeDefined()
  const third = await bodies.put(bytes(6), 'text/plain')
  expect(bodies.read(first.id)).toBeUndefined()
  expect([second, third].map(({ id }) => bodies.read(id))).toEqual([bytes(4, 5), bytes(6)])
  expect(await bodies.put(new Uint8Array(6), 'text/plain')).toMatchObject({ id: '', size: 6, dropped: true })
  expect(bodies.read('')).toBeUndefined()
})
