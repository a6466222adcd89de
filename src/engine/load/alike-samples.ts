import type { LoadReport } from './report.ts'

type Sample = LoadReport['samples'][number]

/** Samples that tell the same: the one that came first, and how many there are. */
export interface AlikeSamples {
  first: Sample
  count: number
}

/** Gathers failures of the same step that read the same, in the order in which the first of each came: all others tell nothing new. */
export function alikeSamples(samples: readonly Sample[]): AlikeSamples[] {
  const found = new Map<string, AlikeSamples>()
  for (const one of samples) {
    const { outcome, message, checks, exchange } = one
    const key = JSON.stringify([one.case, one.step, outcome, message, checks, exchange?.response?.status])
    const known = found.get(key)
    if (known) known.count += 1
    else found.set(key, { first: one, count: 1 })
  }
  return [...found.values()]
}
