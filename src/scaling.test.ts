import { expect, it } from 'vitest'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { createRunScopes } from '#engine/templates/create-scopes.ts'
import { readTemplate } from '#engine/templates/parse.ts'
import { scalingOf } from '../bench/scaling/time.ts'
import { works } from '../bench/scaling/works.ts'

/**
 * Eight times as much may take this many times as long: 8 is linear, 64 quadratic, and 23 would be n times its root. The bench of the same
 * works asks for 12 on a quiet machine; beside other tests the collector has been seen to make 12.7 of it.
 */
const limit = 16
/** Machines are busy and collect garbage when it suits them: only the least time of each size says something. */
const tries = 10

it.each(works.filter(({ watched }) => watched))('[H8] $group: $name is linear', async (work) => {
  let [small, large] = [Infinity, Infinity]
  for (let attempt = 0; attempt < tries && !(large / small < limit); attempt++) {
    const seen = await scalingOf({ ...work, size: work.size / 4 }, { small: 3, large: 1 })
    small = Math.min(small, seen.small)
    large = Math.min(large, seen.large)
  }
  expect(large / small).toBeLessThan(limit)
})

it('[H8] a run that is stopped while it resolves a huge text ends there, and before that others get their turn', async () => {
  const stop = new AbortController()
  let turns = 0
  const run = createRunScopes({
    project: [{ name: 'x', value: 'value' }],
    seed: 1,
    clock: { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() },
    secrets: { get: async () => undefined },
    redactor: createRedactor(),
    signal: stop.signal,
    rest: async () => void (++turns === 3 && stop.abort()),
  })
  const resolved = run.suite([]).case([]).resolve('${x},'.repeat(100_000))
  await expect(resolved).rejects.toMatchObject({ code: 'cancelled' })
  expect(turns).toBe(3)
})

it('[H8] a text of more than a million references is rejected, and says so', () => {
  const [problem] = readTemplate('${x}'.repeat(1_000_001)).problems
  expect(problem?.message).toBe('The text has more than 1,000,000 variables.')
  expect(problem?.hint).toContain('Split it')
})

it('[H8] a chain of start values of any length is followed in a run', async () => {
  const links = Array.from({ length: 20_000 }, (_, index) => ({ name: `v${index}`, value: `\${v${index + 1}}` }))
  const run = createRunScopes({
    project: [...links, { name: 'v20000', value: 'end' }],
    seed: 1,
    clock: { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() },
    secrets: { get: async () => undefined },
    redactor: createRedactor(),
    signal: new AbortController().signal,
  })
  expect(await run.suite([]).case([]).resolve('${v0}')).toBe('end')
})
