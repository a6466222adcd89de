import type { Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { loopPartners } from '#engine/steps/loops.ts'

/** A loop: the blocks between its markers run once per row. */
export interface Loop {
  start: Step
  body: readonly Block[]
  end: Step
}

/** A part of a case: a step or a loop. */
export type Block = Step | Loop

/** Whether a block is a loop. */
export const isLoop = (block: Block): block is Loop => 'start' in block

/** The tree of blocks of a list of steps. Without loops, the list itself. A marker without its partner is treated as a step. */
export function blocksOf(steps: readonly Step[]): readonly Block[] {
  if (!steps.some((step) => factsOf(step).block !== undefined)) return steps
  const partners = loopPartners(steps)
  const outer: Block[] = []
  const open: Block[][] = []
  const starts: Step[] = []
  let into = outer
  for (const step of steps) {
    const partner = partners.get(step)
    const start = starts.at(-1)
    if (partner && partner !== start && factsOf(step).block === 'start') {
      open.push(into)
      starts.push(step)
      into = []
    } else if (partner && start && partner === start) {
      const body = into
      into = open.pop() ?? outer
      starts.pop()
      into.push({ start, body, end: step })
    } else into.push(step)
  }
  return outer
}

/** All steps of blocks in order, markers included. */
export function* stepsIn(blocks: readonly Block[]): Generator<Step> {
  for (const block of blocks) {
    if (!isLoop(block)) {
      yield block
      continue
    }
    yield block.start
    yield* stepsIn(block.body)
    yield block.end
  }
}

/** The ID of the innermost Loop Start, by the ID of each step in a loop. */
export function loopsAround(blocks: readonly Block[], around?: string, found = new Map<string, string>()): Map<string, string> {
  for (const block of blocks) {
    if (around !== undefined) for (const step of isLoop(block) ? [block.start, block.end] : [block]) found.set(step.id, around)
    if (isLoop(block)) loopsAround(block.body, block.start.id, found)
  }
  return found
}
