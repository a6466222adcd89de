import type { Derive } from '../method.ts'
import { deriveStates } from '../states/index.ts'
import { coverageOf, wholeResult, type DesignResult } from '../result.ts'
import { designTexts } from '../texts.ts'
import { lifeStates as states, machineOf } from './machine.ts'
import type { CrudDesign } from './schema.ts'

const texts = designTexts.crud

/**
 * The life of a resource: every two operations that may follow each other, and every one where it is rejected: before it is
 * there, after it was deleted, deleted twice, created twice. A rejected operation is the last of its test.
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

/** Refusals that no one asks for: creating another one is no mistake unless its key is chosen. */
function unasked({ operations, unique, again }: CrudDesign): string[] {
  const creates = operations.filter(({ kind }) => kind === 'create').map(({ kind, name }) => name ?? kind)
  return creates.flatMap((event) => [
    ...(unique ? [] : [designTexts.states.invalid(states.there, event)]),
    ...(again ? [] : [designTexts.states.invalid(states.gone, event)]),
  ])
}

const refusalOf = ({ missing, conflict }: CrudDesign, state: string | undefined): string =>
  state === states.there ? conflict : missing
