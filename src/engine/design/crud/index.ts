import { AssayError } from '#engine/base/errors.ts'
import type { Derive } from '../method.ts'
import { deriveStates } from '../states/index.ts'
import type { StatesDesign } from '../states/schema.ts'
import { coverageOf, wholeResult, type DesignResult } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { CrudDesign } from './schema.ts'

const texts = designTexts.crud

const usual = { create: '201', read: '200', update: '200', delete: '204' } as const

/**
 * The life of a resource: every two operations that may follow each other, and every one where it is refused: before it is there, after it was
 * deleted, deleted twice, created twice. A refused operation is the last of its test.
 */
export const deriveCrud: Derive<CrudDesign> = function* (design, controls) {
  const machine = machineOf(design)
  const legal = wholeResult(yield* deriveStates({ ...machine, coverage: '1-switch' }, controls))
  const whole = wholeResult(yield* deriveStates({ ...machine, coverage: 'all-transitions' }, controls))
  // A life of one operation has no two that follow each other.
  const single = legal.items.length === 0 ? whole.items.filter(({ id }) => id.startsWith('t')) : legal.items
  const isAsked = (text: string): boolean => !unasked(design).includes(text)
  const refused = whole.items.filter(({ id, text }) => id.startsWith('i') && isAsked(text))
  const items = [...single, ...refused]
  const ids = new Set(items.map(({ id }) => id))
  const walks = legal.items.length === 0 ? whole.tests.filter(({ valid }) => valid) : legal.tests
  const tests = [...walks, ...whole.tests.filter(({ valid }) => !valid)]
    .map((test) => ({ ...test, covers: test.covers.filter((id) => ids.has(id)) }))
    .filter(({ covers, valid }) => covers.some((id) => valid || id.startsWith('i')))
    .map((test) => (test.valid ? test : { ...test, outputs: [...(test.outputs ?? []), refusalOf(design, test.path?.at(-1))] }))
  const infeasible: DesignResult['infeasible'] = []
  return {
    method: 'crud',
    items,
    infeasible,
    tests,
    coverage: coverageOf(items, infeasible, tests),
    notes: [
      ...(design.unique ? [] : [texts.notUnique(design.resource)]),
      ...(design.again ? [] : [texts.notAgain(design.resource)]),
    ],
  }
}

const states = { none: texts.none, there: texts.there, gone: texts.gone }

/** The machine of a life: not there yet, there, deleted. */
export function machineOf({ name, seed, operations, again }: CrudDesign): StatesDesign {
  const nameOf = (kind: string): string[] => operations.filter((one) => one.kind === kind).map((one) => one.name ?? kind)
  const names = operations.map(({ kind, name: own }) => own ?? kind)
  const twice = names.find((one, at) => names.indexOf(one) < at)
  if (twice !== undefined) throw new AssayError('design-unusable', texts.twice(twice))
  if (nameOf('create').length === 0) throw new AssayError('design-unusable', texts.noCreate)
  const outputOf = (event: string): string => {
    const found = operations.find((one) => (one.name ?? one.kind) === event)
    return found?.status ?? usual[found?.kind ?? 'read']
  }
  const transition = (from: string, event: string, to: string) => ({ from, event, to, output: outputOf(event), guard: '' })
  const hasDelete = nameOf('delete').length > 0
  return {
    ...statesDefaults,
    name,
    seed,
    states: [states.none, states.there, ...(hasDelete ? [states.gone] : [])],
    initial: states.none,
    transitions: [
      ...nameOf('create').map((event) => transition(states.none, event, states.there)),
      ...['read', 'update'].flatMap(nameOf).map((event) => transition(states.there, event, states.there)),
      ...nameOf('delete').map((event) => transition(states.there, event, states.gone)),
      ...(again && hasDelete ? nameOf('create').map((event) => transition(states.gone, event, states.there)) : []),
    ],
  }
}

const statesDefaults = { method: 'states', coverage: '0-switch' } as const satisfies Partial<StatesDesign>

/** Refusals that nobody asks for: creating another one is no mistake unless its key is chosen. */
function unasked({ operations, unique, again }: CrudDesign): string[] {
  const creates = operations.filter(({ kind }) => kind === 'create').map(({ kind, name }) => name ?? kind)
  return creates.flatMap((event) => [
    ...(unique ? [] : [designTexts.states.invalid(states.there, event)]),
    ...(again ? [] : [designTexts.states.invalid(states.gone, event)]),
  ])
}

const refusalOf = ({ missing, conflict }: CrudDesign, state: string | undefined): string =>
  state === states.there ? conflict : missing
