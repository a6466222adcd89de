/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; rules are never awaited. */
import { expect, it } from 'vitest'
import { derive } from '#engine/design/index.ts'
import { methodIds } from '#engine/design/facts.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import { allOf } from '#engine/design/result.ts'
import type { Design } from '#engine/design/schemas.ts'
import { showDesign } from '#workers/design/shown-design.ts'
import { anyModel, renameParameter, type AnyModel } from './editors/any-model.ts'
import { changeMethod } from './start/change-method.ts'
import { createdIdPath } from './results/created-id.ts'
import { fieldsOf } from './editors/model-fields.ts'
import { optionsOf } from './options-of.ts'
import { starterOf } from './start/starters.ts'
import { columnsOf } from './results/test-columns.ts'
import { layoutOf, lineHeight } from './views/graph-layout.ts'
import { addCondition, removeCondition, renameCondition } from './editors/decision-table-edits.ts'
import { marksOf } from './views/rule-marks.ts'
import { takenBy } from './views/covered-transitions.ts'
import { treeOf } from './views/tree.ts'

const starter = (method: Design['method']): Design => {
  const parsed = parseDesign({ ...starterOf(method), id: 'g' })
  if (!parsed.ok) throw new Error(`${method}: ${parsed.error}`)
  return parsed.value
}

it.each(methodIds)('[D1-D11] the example of %s derives tests that exercise everything', async (method) => {
  const { coverage, tests } = await derive(starter(method))
  expect(tests.length).toBeGreaterThan(1)
  expect(coverage.exercised).toBe(coverage.feasible)
})

it.each(methodIds)('[D1-D11] every setting of %s has words', (method) => {
  const options = optionsOf(method)
  expect(options.map(({ key }) => key)).toContain('seed')
  expect(options.every(({ label }) => /^[A-Z][a-z ]+/.test(label))).toBe(true)
})

it('[D3] another method and back loses nothing', () => {
  const before = starter('combinations')
  const away = changeMethod(before, 'states')
  expect(away).toMatchObject({ id: 'g', method: 'states' })
  expect(changeMethod(away, 'combinations')).toEqual(before)
})

it('[D12] the table of tests has what varies, what is expected, and what each test adds', async () => {
  const { design: shown } = allOf(showDesign(await derive(starter('decision-table'))))
  expect(columnsOf(shown).map(({ title }) => title)).toEqual(['member', 'gold', 'expected discount', 'Adds', 'Covers'])
  const last = shown.tests.at(-1)
  expect(last && columnsOf(shown).at(-1)?.cell(last, shown)).toBe('100 %')
})

it('[D11] what can not be seen stands in quotes, and columns without anything are left out', async () => {
  const tests = ['', ' a', 'a\u0000b', '\u200bx', 'שלום', 'a b', '"'].map((value) => ({
    values: { v: value },
    valid: true,
    covers: [],
  }))
  const { design: shown } = allOf(showDesign({ ...(await derive(starter('error-guessing'))), items: [], infeasible: [], tests }))
  const [column] = columnsOf(shown)
  expect(shown.tests.map((test) => column?.cell(test, shown))).toEqual([
    '""',
    '" a"',
    '"a\\u0000b"',
    '"\\u200bx"',
    'שלום',
    'a b',
    '"',
  ])
  const { design: walks } = allOf(showDesign(await derive(starter('use-case'))))
  expect(columnsOf(walks).map(({ title }) => title)).not.toContain('Path')
})

it('[D6] a graph has every state and transition once, left to right from the initial state', async () => {
  const design = starter('states')
  const { states = [], initial = '', transitions = [] } = anyModel(design)
  const layout = layoutOf(states, initial, transitions)
  expect(layout.states.map(({ name }) => name).toSorted()).toEqual(states.toSorted())
  expect(layout.edges.flatMap((edge) => edge.transitions).toSorted()).toEqual(transitions.map((_, index) => index))
  const [first, ...others] = layout.states
  expect(first?.name).toBe(initial)
  for (const { x } of others) expect(x).toBeGreaterThan(first?.x ?? 0)
  const { tests } = allOf(showDesign(await derive(design))).design
  const taken = new Set(tests.flatMap((test) => [...takenBy(transitions, test)]))
  expect(taken.size).toBe(transitions.length)
})

it.each([
  ['{"id": "7"}', 'orderId', '$.id'],
  ['{"eventId": "7", "id": 1}', 'eventId', '$.eventId'],
  ['{"event_id": 7, "name": "id"}', 'eventId', '$.event_id'],
  ['{"message": "made", "data": {"ticket-id": 7}}', 'ticketId', "$.data['ticket-id']"],
  ['{"data": {"id": 7}}', 'ticketId', '$.data.id'],
  ['[1]', 'id', '$.id'],
  ['no JSON', 'id', '$.id'],
])('[D9] by what name a created resource is asked for: %s with %s at %s', (example, own, path) => {
  expect(createdIdPath(example, own)).toBe(path)
})

it('[D6] every line of a label lies in the drawing', () => {
  const loops = ['read', 'update', 'touch'].map((event) => ({ from: 'there', to: 'there', event }))
  const { edges, height } = layoutOf(['there'], 'there', loops)
  for (const { label, transitions } of edges) {
    expect(label.y - (transitions.length - 1) * lineHeight).toBeGreaterThan(12)
    expect(label.y).toBeLessThan(height)
  }
})

it('[D4] rules that contradict each other, decide nothing or are impossible are marked', async () => {
  const { notes } = await derive({
    ...(starter('decision-table') as Extract<Design, { method: 'decision-table' }>),
    rules: [
      { when: { gold: true }, then: { discount: 20 } },
      { when: { member: true }, then: { discount: 10 } },
      { when: { gold: true, member: true }, then: { discount: 20 } },
      { when: { gold: true, member: false }, then: { discount: 5 } },
    ],
  })
  const marks = marksOf(notes)
  expect([1, 2].map((rule) => marks.get(rule))).toEqual(['contradiction', 'contradiction'])
  expect(marks.get(4)).toBe('impossible')
})

it('[D8] a test takes one class of each parameter', async () => {
  const design = starter('partitions')
  const tree = treeOf(anyModel(design).parameters ?? [])
  expect(tree.leaves.map(({ name, valid }) => `${name} ${valid}`)).toEqual(['too few false', 'usual true', 'too many false'])
  const { tests } = await derive(design)
  expect(tests.map((test) => tree.leavesOf(test).length)).toEqual(tests.map(() => 1))
  expect(new Set(tests.flatMap((test) => tree.leavesOf(test))).size).toBe(3)
})

it('[D8] a classification tree has its innermost classes as leaves, and each test takes one of each classification', async () => {
  const design = starter('classification-tree')
  const tree = treeOf(anyModel(design).parameters ?? [])
  expect(tree.leaves.map(({ name }) => name)).toEqual(['card > Visa', 'card > Amex', 'invoice', 'barter', 'small', 'large'])
  const { tests } = await derive(design)
  expect(tests.map((test) => tree.leavesOf(test).length)).toEqual(tests.map(() => 2))
})

it('[D5, D9, D10] the table of a model follows from its schema', () => {
  const shown = (method: Design['method']) =>
    fieldsOf(method).map((field) => [field.key, 'cells' in field ? field.cells.map(({ key }) => key) : field.kind])
  expect(shown('crud')).toEqual([
    ['resource', 'text'],
    ['operations', ['kind', 'name', 'status']],
    ['missing', 'text'],
    ['conflict', 'text'],
  ])
  expect(shown('cause-effect')).toEqual([
    ['causes', 'texts'],
    ['effects', ['name', 'when']],
    ['relations', ['kind', 'of']],
  ])
  expect(shown('domain')).toEqual([
    ['parameters', ['name', 'type', 'step', 'from', 'to']],
    ['borders', 'texts'],
  ])
  expect(optionsOf('crud').map(({ key }) => key)).toEqual(['seed', 'unique', 'again'])
})

it('[D3] what refers to a parameter follows its new name, texts stay', () => {
  const model = {
    parameters: [{ name: 'Size', values: [1] }],
    constraints: ['IF [size] = 1 THEN [Type] <> "[Size]"', '[ Size ] > 0'],
    groups: [{ parameters: ['Type', 'Size'] }],
    rows: [{ Size: 1 }],
  }
  renameParameter(model, 'Size', 'Bytes')
  expect(model).toEqual({
    parameters: [{ name: 'Bytes', values: [1] }],
    constraints: ['IF [Bytes] = 1 THEN [Type] <> "[Size]"', '[Bytes] > 0'],
    groups: [{ parameters: ['Type', 'Bytes'] }],
    rows: [{ Bytes: 1 }],
  })
})

it('[D4] rules follow a condition that is renamed, and forget one that is removed; a name that is taken stays', () => {
  const draft: AnyModel = {
    conditions: [
      { name: 'member', values: [true, false] },
      { name: 'paid', values: [true, false] },
    ],
    rules: [{ when: { member: false, paid: true }, then: {} }],
  }
  renameCondition(draft, 0, 'paid')
  expect(draft.conditions?.map(({ name }) => name)).toEqual(['member', 'paid'])
  renameCondition(draft, 0, 'known')
  expect(draft.rules?.[0]?.when).toEqual({ known: false, paid: true })
  removeCondition(draft, 1)
  expect(draft.rules?.[0]?.when).toEqual({ known: false })
  addCondition(draft)
  addCondition(draft)
  expect(draft.conditions?.map(({ name }) => name)).toEqual(['known', 'condition', 'condition 2'])
})
