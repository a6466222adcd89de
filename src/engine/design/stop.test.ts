import { expect, it } from 'vitest'
import { methods } from './index.ts'
import type { Derive } from './method.ts'
import type { DesignOf, Model } from './schemas.ts'

const count = (size: number): number[] => Array.from({ length: size }, (_, at) => at)

const common = { name: '', seed: 1 }
const chart = (coverage: DesignOf<'states'>['coverage'], states: number): DesignOf<'states'> => ({
  ...common,
  method: 'states',
  states: count(states).map((at) => `s${at}`),
  initial: 's0',
  coverage,
  transitions: count(states).flatMap((from) =>
    count(3).map((event) => ({
      from: `s${from}`,
      event: `e${event}`,
      to: `s${event === 0 ? (from + 1) % states : (from * 7 + event * 3) % states}`,
      output: event === 0 ? '' : `${event === 1 ? from % 8 : Math.floor(from / 8)}`,
      guard: '',
    })),
  ),
})

const twenty = count(20).map((at) => `c${at}`)
const groups = count(5).map((at) => `(${twenty.slice(at * 4, at * 4 + 4).join(at % 2 === 0 ? ' and ' : ' or ')})`)
const mcdc = (coverage: DesignOf<'mcdc'>['coverage']): Model => ({
  ...common,
  method: 'mcdc',
  decision: groups.join(' or '),
  coverage,
})
const graph: Model = {
  ...common,
  method: 'cause-effect',
  causes: twenty.slice(0, 16),
  effects: [{ name: 'e', when: twenty.slice(0, 16).join(' or ') }],
  relations: [],
}
const triples: Model = {
  ...common,
  method: 'combinations',
  strength: 3,
  combine: 't-wise',
  constraints: [],
  groups: [],
  parameters: count(30).map((at) => ({ name: `p${at}`, values: count(5) })),
  rows: [],
}

/** A message to stop can only arrive where a method breathes: long ones have to, often, before anything else is done. */
it.each<[string, Model, number]>([
  ['[D6] 3-switch of a large machine', chart('3-switch', 20), 100],
  ['[D6] W of a large machine', chart('w', 60), 100],
  ['[D6] Wp of a large machine', chart('wp', 60), 100],
  ['[D7] masking of twenty conditions', mcdc('masking'), 60],
  ['[D7] unique cause of twenty conditions', mcdc('unique-cause'), 60],
  ['[D7] condition coverage of twenty conditions', mcdc('condition'), 60],
  ['[D5] a graph of sixteen causes', graph, 30],
  ['[D3] strength 3 of 500,000 tuples', triples, 40],
])('%s breathes again and again', async (_, design, least) => {
  const derive = (await methods[design.method]()) as Derive<Model>
  const steps = derive(design, { seed: 1, budget: 0 })
  let breaths = 0
  while (breaths <= least && !steps.next().done) breaths++
  expect(breaths).toBeGreaterThan(least)
})
