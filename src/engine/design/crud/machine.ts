import { AssayError } from '#engine/base/errors.ts'
import type { StatesDesign } from '../states/schema.ts'
import { designTexts } from '../texts.ts'
import type { CrudDesign } from './schema.ts'

const texts = designTexts.crud

const usual = { create: '201', read: '200', update: '200', delete: '204' } as const

/** The states of a life. */
export const lifeStates = { none: texts.none, there: texts.there, gone: texts.gone }

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
    states: [lifeStates.none, lifeStates.there, ...(hasDelete ? [lifeStates.gone] : [])],
    initial: lifeStates.none,
    transitions: [
      ...nameOf('create').map((event) => transition(lifeStates.none, event, lifeStates.there)),
      ...['read', 'update'].flatMap(nameOf).map((event) => transition(lifeStates.there, event, lifeStates.there)),
      ...nameOf('delete').map((event) => transition(lifeStates.there, event, lifeStates.gone)),
      ...(again && hasDelete ? nameOf('create').map((event) => transition(lifeStates.gone, event, lifeStates.there)) : []),
    ],
  }
}

const statesDefaults = { method: 'states', coverage: '0-switch' } as const satisfies Partial<StatesDesign>
