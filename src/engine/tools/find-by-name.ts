import { shapeOf, templatePathOf, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { foreign } from './page.ts'

/** Something that arguments name wrongly: the text says which names are valid. */
export class WrongName extends Error {}

interface Named {
  id: string
  name: string
}

/**
 * The thing that a string names: by its id, else by its name, without regard to case. Throws {@link WrongName} with the nearest
 * names and their ids if there is none or more than one.
 */
export function findByName<T extends Named>(what: string, wanted: string, all: readonly T[]): T {
  const found = thingsNamed(wanted, all)
  if (found.length === 1) return found[0] as T
  if (found.length > 1)
    throw new WrongName(`${found.length} ${what}s are named "${foreign(wanted, 80)}". Use an id: ${listed(found)}.`)
  throw new WrongName(`No ${what} is named "${foreign(wanted, 80)}". ${alternatives(what, wanted, all)}`)
}

/** Everything that a string may name. */
function thingsNamed<T extends Named>(wanted: string, all: readonly T[]): T[] {
  const byId = all.filter(({ id }) => id === wanted)
  if (byId.length > 0) return byId
  const exact = all.filter(({ name }) => name === wanted)
  if (exact.length > 0) return exact
  const plain = wanted.trim().toLowerCase()
  return all.filter(({ name }) => name.trim().toLowerCase() === plain)
}

const mostListed = 12

function listed(all: readonly Named[]): string {
  const few = all.slice(0, mostListed).map(({ id, name }) => (id === name ? foreign(name, 60) : `${foreign(name, 60)} [${id}]`))
  return few.join(', ') + (all.length > mostListed ? `, and ${all.length - mostListed} more` : '')
}

/** What there is instead, the nearest names first. */
export function alternatives(what: string, wanted: string, all: readonly Named[]): string {
  if (all.length === 0) return `There is no ${what} yet.`
  const near = new Set(
    nearest(
      wanted,
      all.map(({ name }) => name),
    ),
  )
  const sorted = [...all.filter(({ name }) => near.has(name)), ...all.filter(({ name }) => !near.has(name))]
  return `Valid: ${listed(sorted)}.`
}

/** The operation that a string names: `POST /orders`, an `operationId`, or a path with parameters of other names. */
export function operationNamed(index: ProjectIndex, wanted: string): KnownOperation {
  const name = wanted.trim().replace(/\s+/g, ' ')
  const exact = index.operation(name)
  if (exact) return exact
  const all = index.operations.map((operation) => ({ id: operation.api?.key ?? operation.name, name: operation.name, operation }))
  const [method = '', path = ''] = name.split(' ')
  const alike = all.filter(
    (one) => one.operation.method === method.toUpperCase() && shapeOf(one.operation.path) === shapeOf(templatePathOf(path)),
  )
  return (alike.length === 1 ? alike[0] : findByName('operation', name, all))?.operation as KnownOperation
}
