// Prints the table of sizes and times; exit code 1 if a limit is passed. What PICT and CoverTable make of the same models stands beside it
// where they are installed: bench/README.md says how.
import { derive } from '../../src/engine/design/index.ts'
import { workOfASecond } from '../../src/engine/design/result.ts'
import type { Model } from '../../src/engine/design/schemas.ts'
import { constrainedModels, plainModels, type MeasuredModel } from './models.ts'
import { loadOthers } from './others.ts'

const seconds = Number(process.argv[2] ?? 10)

/** Sizes at once, at most, and with ten seconds of work (issued with the product: docs/test-design.md's methods are held to them). */
const limits: Readonly<Record<string, [instant: number, minimised: number]>> = {
  '3^4': [9, 9],
  '3^13': [16, 15],
  '4^15 3^17 2^29': [32, 29],
  '4 3^39 2^35': [23, 21],
  '2^100': [10, 10],
  '10^20': [197, 188],
}

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
const heads = ['instant', 'ms', 'first ms', 'minimised', 'bound', ...others.flatMap(({ name }) => [name, 'ms'])]
const width = 10
const line = (name: string, cells: readonly (string | number)[]): void =>
  console.log([name.padEnd(32), ...cells.map((one) => String(one).padStart(width))].join(' '))

line('tests of strength 2', heads)
let passed = true
const ratios: number[] = []
// A first call is slower than those after it.
for (const model of plainModels) await derive(designOf(model))
for (const model of [...plainModels, ...constrainedModels(6, 1)]) {
  const design = designOf(model)
  const start = process.cpuUsage()
  let first: number | undefined
  const [instant, ms] = await timed(() => derive(design, { onBetter: () => (first ??= process.cpuUsage(start).user / 1000) }))
  const [fewer] = await timed(() => derive(design, { budget: workOfASecond * seconds }))
  const [most, least] = limits[model.name] ?? [Infinity, Infinity]
  passed &&= instant.tests.length <= most && (seconds < 10 || fewer.tests.length <= least)
  const beside: (string | number)[] = []
  for (const { rows, constraints } of others) {
    if (model.constraints.length > 0 && !constraints) {
      beside.push('', '')
      continue
    }
    const [count, time] = await timed(() => rows(model))
    if (model.constraints.length > 0) ratios.push(instant.tests.length / count)
    beside.push(count, time.toFixed(0))
  }
  line(model.name, [
    instant.tests.length,
    ms.toFixed(0),
    (first ?? ms).toFixed(0),
    fewer.tests.length,
    instant.bound ?? '',
    ...beside,
  ])
}
if (ratios.length > 0) {
  const sorted = ratios.toSorted((a, b) => a - b)
  const [worst = 0, median = 0] = [sorted.at(-1), sorted[sorted.length >> 1]]
  console.log(`constrained models, instant against PICT: worst ${worst.toFixed(2)}, median ${median.toFixed(2)}`)
  passed &&= worst < 1
}
console.log(passed ? 'within the limits' : 'OVER a limit')
process.exitCode = passed ? 0 : 1
