// Prints the table of sizes and times; exit code 1 if a limit is passed. Next to it are the results of PICT, CoverTable and allpairspy for the same
// models: run where they are there, else as recorded.json has it. bench/README.md says how.
import { writeFileSync } from 'node:fs'
import { derive, deriveSuite } from '../../src/engine/design/index.ts'
import { wholeResult, workOfASecond } from '../../src/engine/design/result.ts'
import type { Model } from '../../src/engine/design/schemas.ts'
import { constrainedModels, plainModels, strongModels, type MeasuredModel } from './models.ts'
import { loadOthers } from './others.ts'

const seconds = Number(process.argv[2] ?? 10)
/** A file to write what the others made to. */
const record = process.argv[3]

/** Sizes at once, at most, and with ten seconds of work (issued with the product: docs/test-design.md's methods are held to them). */
const limits: Readonly<Record<string, [instant: number, minimised: number]>> = {
  '3^4': [9, 9],
  '3^13': [16, 15],
  '4^15 3^17 2^29': [32, 29],
  '4 3^39 2^35': [23, 21],
  '2^100': [10, 10],
  '10^20': [197, 188],
  '3^13, strength 3': [79, 79],
  '10^2 4 3^2 2^7, strength 3': [407, 407],
}
/** Models with constraints against PICT: each smaller, and in the median by a fifth, with the work of the table. */
const [worstAllowed, medianAllowed] = [1, 0.8]

const designOf = ({ levels, constraints, strength }: MeasuredModel): Model => ({
  name: '',
  method: 'combinations',
  seed: 1,
  parameters: levels.map((level, at) => ({ name: `p${at}`, values: Array.from({ length: level }, (_, value) => value) })),
  constraints,
  strength,
  groups: [],
  rows: [],
  combine: 't-wise',
})

/** What was worked out, and the time of the processor that it took in milliseconds: what others do on the machine is not in it. */
async function timed<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return [result, (user + system) / 1000]
}

const others = await loadOthers()
const heads = ['instant', 'ms', 'first ms', 'minimised', 'bound', ...others.map(({ name, runs }) => (runs ? name : `(${name})`))]
const width = 12
const line = (name: string, cells: readonly (string | number)[]): void =>
  console.log([name.padEnd(32), ...cells.map((one) => String(one).padStart(width))].join(' '))

line(`tests; ${seconds} s of work`, heads)
let passed = true
const ratios: { instant: number; minimised: number }[] = []
const made: Record<string, Record<string, number>> = Object.fromEntries(others.map(({ name }) => [name, {}]))
// A first call is slower than those after it.
for (const model of plainModels) await derive(designOf(model))
for (const model of [...plainModels, ...strongModels, ...constrainedModels(12, 1)]) {
  const design = designOf(model)
  const start = process.cpuUsage()
  let first: number | undefined
  const [ended, ms] = await timed(() => deriveSuite(design, { onBetter: () => (first ??= process.cpuUsage(start).user / 1000) }))
  const instant = wholeResult(ended)
  const [fewer] = await timed(() => deriveSuite(design, { budget: workOfASecond * seconds }))
  const minimised = 'result' in fewer ? fewer.tests : fewer.tests.length
  const [most, least] = limits[model.name] ?? [Infinity, Infinity]
  passed &&= instant.tests.length <= most && (seconds < 10 || minimised <= least)
  const beside = others.map(({ name, rows }) => {
    const count = rows(model)
    if (count !== undefined) (made[name] ??= {})[model.name] = count
    if (count !== undefined && name === 'PICT' && model.constraints.length > 0)
      ratios.push({ instant: instant.tests.length / count, minimised: minimised / count })
    return count ?? ''
  })
  line(model.name, [instant.tests.length, ms.toFixed(0), (first ?? ms).toFixed(0), minimised, instant.bound ?? '', ...beside])
}
if (others.some(({ runs }) => !runs)) console.log('in brackets: as recorded, not run now')
for (const of of ['instant', 'minimised'] as const) {
  const sorted = ratios.map((one) => one[of]).toSorted((a, b) => a - b)
  const [worst = 0, median = 0] = [sorted.at(-1), sorted[sorted.length >> 1]]
  console.log(`constrained models, ${of} against PICT: worst ${worst.toFixed(2)}, median ${median.toFixed(2)}`)
  passed &&= worst < worstAllowed && (of === 'instant' || median <= medianAllowed)
}
if (record !== undefined) writeFileSync(record, `${JSON.stringify(made, undefined, 2)}\n`)
console.log(passed ? 'within the limits' : 'OVER a limit')
process.exitCode = passed ? 0 : 1
