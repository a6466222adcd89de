import { AssayError } from '#engine/base/errors.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import { isLoop } from '#engine/runner/plan/blocks.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import type { OpenRows, Row } from '#engine/runner/plan/rows.ts'
import { seeded } from '#engine/templates/seeded.ts'
import { loadTexts } from './texts.ts'

/** Rows of a loop that are held in memory at most. */
const mostRows = 1_000_000

/** Loops of which each iteration takes one row. */
export interface OneRow {
  openRows: OpenRows
  /** Each row was used once, and no more are there: the iteration that asked for one was ended by an error with the text `usedUp`. */
  isUsedUp(): boolean
}

/**
 * Gives each iteration one row of the outermost loops: the next, any, or each only once; loops inside them go through all of
 * theirs.
 */
export function oneRowOf(plan: Plan, rows: NonNullable<LoadTest['rows']>, seed: number, inner: OpenRows): OneRow {
  const outermost = new Set(
    plan.suites.flatMap(({ cases }) => cases.flatMap(({ blocks }) => blocks.filter(isLoop).map(({ start }) => start.id))),
  )
  const draws = seeded(`load ${seed}`)
  const known = new Map<string, Promise<Row[]>>()
  const taken = new Map<string, number>()
  let usedUp = false

  const readAll = async (loop: Parameters<OpenRows>[0], context: Parameters<OpenRows>[1]): Promise<Row[]> => {
    const all: Row[] = []
    for await (const row of inner(loop, context)) {
      if (all.length === mostRows)
        throw new AssayError('data-unusable', loadTexts.manyRows(mostRows), { hint: loadTexts.manyRowsHint })
      all.push({ ...row, number: row.number ?? all.length + 1 })
    }
    return all
  }

  const openRows: OpenRows = async function* oneRow(loop, context) {
    if (!outermost.has(loop.id)) return yield* inner(loop, context)
    const reading = known.get(loop.id) ?? readAll(loop, context)
    known.set(loop.id, reading)
    const all = await reading
    const number = taken.get(loop.id) ?? 0
    taken.set(loop.id, number + 1)
    if (rows === 'unique' && number >= all.length) {
      usedUp = true
      throw new AssayError('data-unusable', loadTexts.usedUp)
    }
    const row = all[rows === 'random' ? Math.floor(draws.fraction() * all.length) : number % all.length]
    if (row) yield row
  }
  return { openRows, isUsedUp: () => usedUp }
}
