/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; rules are never awaited. */
import type { DesignOf, Model } from '../schemas.ts'

/** A model that takes long: Stop must not wait for it. */
export interface LargeModel {
  name: string
  design: Model
  /** Pieces of work that it is known to consist of, before anything else is done. */
  breaths: number
  /** Work for fewer tests. */
  budget?: number
}

const count = (size: number): number[] => Array.from({ length: size }, (_, at) => at)

const common = { name: '', seed: 1 }
const list = { rows: [], groups: [], constraints: [] }

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

const values = (parameters: number, size: number) => count(parameters).map((at) => ({ name: `p${at}`, values: count(size) }))
const classes = (parameters: number) =>
  count(parameters).map((at) => ({
    name: `p${at}`,
    type: 'integer' as const,
    step: 1,
    classes: count(6).map((one) => ({ name: `c${one}`, from: one * 10, to: one * 10 + 9, valid: one < 5 })),
  }))

/** A large model for each method, of several where they are at work in different ways. */
export const largeModels: readonly LargeModel[] = [
  {
    name: '[D1] partitions of 60 parameters, in pairs',
    design: { ...common, method: 'partitions', parameters: classes(60), combine: 't-wise' },
    breaths: 4,
  },
  {
    name: '[D2] boundaries of 3 parameters, robust worst case',
    design: {
      ...common,
      method: 'boundaries',
      parameters: classes(3),
      points: 3,
      boundaries: 'all-boundaries',
      combine: 'robust-worst-case',
    },
    breaths: 4,
  },
  {
    name: '[D3] strength 3 of 500,000 tuples',
    design: { ...common, ...list, method: 'combinations', strength: 3, combine: 't-wise', parameters: values(30, 5) },
    breaths: 40,
  },
  {
    name: '[D3] pairs of 200 parameters, minimised',
    design: { ...common, ...list, method: 'combinations', strength: 2, combine: 't-wise', parameters: values(200, 5) },
    breaths: 6,
    budget: 1e12,
  },
  {
    name: '[D3] sequences of 40 events',
    design: { ...common, method: 'sequences', events: count(40).map((at) => `e${at}`), strength: 3, before: [] },
    breaths: 5,
  },
  {
    name: '[D4] a decision table of 14 conditions',
    design: {
      ...common,
      method: 'decision-table',
      conditions: count(14).map((at) => ({ name: `c${at}`, values: [true, false] })),
      actions: ['a'],
      rules: count(60).map((at) => ({
        when: Object.fromEntries(
          count(14).flatMap((one) => ((at * 5 + one * 3) % 4 === 0 ? [[`c${one}`, (at + one) % 2 === 0]] : [])),
        ),
        then: { a: at },
      })),
      else: { a: -1 },
      impossible: [],
    },
    breaths: 5,
  },
  {
    name: '[D5] a graph of sixteen causes',
    design: {
      ...common,
      method: 'cause-effect',
      causes: twenty.slice(0, 16),
      effects: [{ name: 'e', when: twenty.slice(0, 16).join(' or ') }],
      relations: [],
    },
    breaths: 30,
  },
  { name: '[D6] 3-switch of a large machine', design: chart('3-switch', 20), breaths: 100 },
  { name: '[D6] 0-switch of 500 states', design: chart('0-switch', 500), breaths: 20 },
  { name: '[D6] all transitions of 500 states', design: chart('all-transitions', 500), breaths: 20 },
  { name: '[D6] shortest tour of 300 states', design: chart('tour', 300), breaths: 20 },
  { name: '[D6] round trips of 10 states', design: chart('round-trips', 10), breaths: 20 },
  { name: '[D6] W of a large machine', design: chart('w', 60), breaths: 100 },
  { name: '[D6] Wp of a large machine', design: chart('wp', 60), breaths: 100 },
  { name: '[D7] masking of twenty conditions', design: mcdc('masking'), breaths: 60 },
  { name: '[D7] unique cause of twenty conditions', design: mcdc('unique-cause'), breaths: 60 },
  { name: '[D7] condition coverage of twenty conditions', design: mcdc('condition'), breaths: 60 },
  {
    name: '[D8] a tree of 100 classifications, pairs',
    design: {
      ...common,
      method: 'classification-tree',
      parameters: count(100).map((at) => ({
        name: `p${at}`,
        classes: count(5).map((one) => ({ name: `c${one}`, classes: count(2).map((leaf) => ({ name: `l${one}.${leaf}` })) })),
      })),
      constraints: [],
      combine: 't-wise',
      strength: 2,
    },
    breaths: 5,
  },
  {
    name: '[D9] the life of a resource with 40 updates',
    design: {
      ...common,
      method: 'crud',
      resource: 'order',
      operations: [
        { kind: 'create' },
        { kind: 'read' },
        ...count(40).map((at) => ({ kind: 'update' as const, name: `update ${at}` })),
        { kind: 'delete' },
      ],
      unique: true,
      again: true,
      missing: '404',
      conflict: '409',
    },
    breaths: 0,
  },
  {
    name: '[D9] a use case with 300 extensions',
    design: {
      ...common,
      method: 'use-case',
      steps: count(200).map((at) => `s${at}`),
      extensions: count(300).map((at) => ({
        name: `x${at}`,
        at: `s${at % 199}`,
        steps: [`t${at}`],
        back: `s${(at % 199) + 1}`,
        fails: false,
      })),
    },
    breaths: 0,
  },
  {
    name: '[D10] domain of 3 parameters and 12 borders',
    design: {
      ...common,
      method: 'domain',
      parameters: count(3).map((at) => ({ name: `x${at}`, type: 'integer' as const, step: 1, from: 0, to: 1000 })),
      borders: count(12).map(
        (at) =>
          `${count(3)
            .map((one) => `${((at + one) % 5) + 1}*x${one}`)
            .join(' + ')} <= ${4000 + at * 100}`,
      ),
    },
    breaths: 0,
  },
  {
    name: '[D11] 5,000 tests by chance',
    design: { ...common, method: 'random', parameters: values(200, 5), constraints: [], count: 5_000 },
    breaths: 4,
  },
  {
    name: '[D11] guesses of 150 fields',
    design: {
      ...common,
      method: 'error-guessing',
      parameters: count(150).map((at) => ({ name: `f${at}`, type: 'text' as const, value: 'x', wire: false, required: true })),
      body: true,
      without: [],
    },
    breaths: 0,
  },
]
