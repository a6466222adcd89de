import type { Work } from './works.ts'

/** Milliseconds of processor time that a piece of work takes at two sizes, an eighth and the whole; the best of several runs. */
export interface Scaling {
  small: number
  large: number
  /** How many times longer eight times as much takes; 8 is linear. */
  ratio: number
}

/** So little time says nothing: it is taken for this much. */
const least = 1

async function once(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function best(work: () => unknown, runs: number): Promise<number> {
  let least = Infinity
  for (let run = 0; run < runs; run++) least = Math.min(least, await once(work))
  return least
}

/** Compares a size with its eighth, by the best of so many runs of each. */
export async function scalingOf({ prepare, size }: Work, runs = { small: 5, large: 4 }): Promise<Scaling> {
  const small = prepare(size / 8)
  const large = prepare(size)
  await best(small, 2)
  const smallTime = Math.max(await best(small, runs.small), least)
  const largeTime = await best(large, runs.large)
  return { small: smallTime, large: largeTime, ratio: largeTime / smallTime }
}
