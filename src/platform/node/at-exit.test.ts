import { expect, it, vi } from 'vitest'
import { atExit } from './at-exit.ts'

it('calls what is left when the process exits, by one listener', () => {
  const before = process.listenerCount('exit')
  const called: number[] = []
  const removals = Array.from({ length: 20 }, (_, at) => atExit(() => void called.push(at)))
  expect(process.listenerCount('exit')).toBe(before + 1)
  const listener = vi.fn(process.listeners('exit').at(-1) as () => void)
  for (const remove of removals.slice(0, 18)) remove()
  listener()
  expect(called).toEqual([18, 19])
  for (const remove of removals) remove()
  expect(process.listenerCount('exit')).toBe(before)
})
