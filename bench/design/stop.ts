// How long Stop takes, by method: a message can only arrive between two pieces of work. Tells the longest piece of a large model each, in
// milliseconds (of the processor, or of the clock where that is less: the processor's count has the collector's threads in it), and how
// long it took from a signal after 300 ms of work to the answer. With `--all` each piece over the limit as it ends.
import { deriveSuite, methods } from '../../src/engine/design/index.ts'
import type { Derive } from '../../src/engine/design/method.ts'
import type { DesignResult, Better } from '../../src/engine/design/result.ts'
import type { Model } from '../../src/engine/design/schemas.ts'
import { largeModels } from '../../src/engine/design/testing/large-models.ts'
import { sendDesign, showDesign } from '../../src/workers/design/shown-design.ts'

/** Milliseconds from Stop to the answer. */
const limit = 50
/** Milliseconds after which it is stopped, and after which a model was looked at for long enough. */
const [soon, enough] = [300, 8_000]

const names = process.argv.slice(2).filter((one) => !one.startsWith('--'))

/** Milliseconds that some work takes. */
function timed<T>(work: () => T): [result: T, ms: number] {
  const [cpu, wall] = [process.cpuUsage(), performance.now()]
  const result = work()
  const ms = performance.now() - wall
  const { user, system } = process.cpuUsage(cpu)
  return [result, Math.min(ms, (user + system) / 1000)]
}

/** The longest piece of what the worker does to hand a suite over. */
function handOver(ended: DesignResult | Better): number {
  let longest = 0
  const inPieces = <T>(pieces: Generator<unknown, T>): T => {
    for (;;) {
      const [step, ms] = timed(() => {
        const next = pieces.next()
        structuredClone(next.done && !('rest' in (next.value as object)) ? undefined : next.value)
        return next
      })
      longest = Math.max(longest, ms)
      if (step.done) return step.value
    }
  }
  inPieces(sendDesign(inPieces(showDesign(ended)).design))
  return longest
}

/** The longest piece of work, the longest time that a suite takes to be handed over, and whether it came to its end. */
async function pieces(design: Model, budget: number) {
  const derive = (await methods[design.method]()) as Derive<Model>
  const steps = derive(design, { seed: 1, budget })
  const start = performance.now()
  let [work, hand, at, piece] = [0, 0, 0, 0]
  let told = start
  for (;;) {
    const [step, ms] = timed(() => steps.next())
    piece++
    if (ms > work) [work, at] = [ms, piece]
    if (process.argv.includes('--all') && ms > limit) console.log(`    piece ${piece}: ${ms.toFixed(0)}`)
    const { value } = step
    if (value !== undefined && (step.done || performance.now() - told > 150)) {
      const begun = performance.now()
      hand = Math.max(hand, handOver(value))
      told = performance.now() + 5 * (performance.now() - begun)
    }
    if (step.done || performance.now() - start > enough)
      return { work, hand, at, piece, whole: step.done ? performance.now() - start : undefined }
  }
}

/** Milliseconds from the signal to the answer; undefined if it was there before. */
async function stopped(design: Model, budget: number): Promise<number | undefined> {
  const controller = new AbortController()
  const start = performance.now()
  setTimeout(() => controller.abort(), soon)
  let last = start
  await deriveSuite(design, {
    budget,
    signal: controller.signal,
    pause: async () => {
      if (performance.now() - last < 12) return
      await new Promise(setImmediate)
      last = performance.now()
    },
  }).catch(() => undefined)
  // A timer that could not go off in time counts from when it should have.
  return performance.now() - start < soon ? undefined : performance.now() - start - soon
}

const cell = (ms: number | undefined, most?: number): string =>
  `${ms === undefined ? '-' : ms.toFixed(0)}${ms !== undefined && most !== undefined && ms > most ? ' OVER' : ''}`.padStart(12)

let passed = true
console.log(
  ['method'.padEnd(56), ...['longest', 'at', 'pieces', 'handing', 'whole', 'after Stop'].map((one) => one.padStart(12))].join(''),
)
for (const { name, design, budget = 0 } of largeModels) {
  if (names.length > 0 && !names.some((one) => name.includes(one))) continue
  const { work, hand, at, piece, whole } = await pieces(design, budget)
  const after = await stopped(design, budget)
  passed &&= work <= limit && hand <= limit
  console.log(
    [
      name.padEnd(56),
      cell(work, limit),
      String(at).padStart(12),
      String(piece).padStart(12),
      cell(hand, limit),
      cell(whole),
      cell(after),
    ].join(''),
  )
}
console.log(passed ? 'within the limit' : 'OVER the limit')
process.exitCode = passed ? 0 : 1
