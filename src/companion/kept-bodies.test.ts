import { expect, it } from 'vitest'
import { keepBodies } from './kept-bodies.ts'

it('[R15] keeps bodies up to a limit, and says of others that they were dropped', async () => {
  const bodies = keepBodies(5)
  const first = await bodies.put(new Uint8Array([1, 2, 3]), 'text/plain')
  expect(first).toEqual({ id: 'body-1', size: 3, mediaType: 'text/plain' })
  expect(await bodies.put(new Uint8Array(3), 'text/plain')).toMatchObject({ id: '', size: 3, dropped: true })
  expect(bodies.read(first.id)).toEqual(new Uint8Array([1, 2, 3]))
  expect(bodies.read('')).toBeUndefined()
})
