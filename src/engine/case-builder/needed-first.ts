import { shapeOf, type KnownField, type KnownOperation } from './project-index.ts'
import { collectionOf } from './related-operations.ts'
import { stemOf, wordsOf } from './words.ts'
import { actionOf, type Action } from './actions.ts'
import { actionsThatGive } from './from-lists.ts'
import type { Workbench } from './workbench.ts'

/** What the first request is about has to be there: it is created, where the API can; what only reads takes the first that a list has. */
export function neededFirst(bench: Workbench, { actions }: { actions: readonly Action[] }): Action[] {
  const [first] = actions
  if (!first || first.token) return []
  const isSaid = first.operation?.fields.some(({ in: place, name }) => place === 'path' && Object.hasOwn(first.fields, name))
  const ofPath = isSaid || !first.path.includes('{') ? [] : makersOf(first, bench)
  const makers = withReferred([...ofPath, ...(first.operation ? [first.operation] : [])], actions, bench)
  // Of several requests about one thing the others may change it.
  const isAlone = actions.every(({ operation }) => operation === first.operation)
  if (ofPath.length === 0 && isAlone && !isSaid) {
    const givers = actionsThatGive(first, bench)
    if (givers.length > 0) return givers
  }
  return makers.map((create) => actionOf(create))
}

/**
 * What makes things for the last of some operations: also what bodies have to name, as the `author` or `author_id` of a book. Without the last one itself.
 */
function withReferred(operations: readonly KnownOperation[], actions: readonly Action[], { index }: Workbench): KnownOperation[] {
  const makers: KnownOperation[] = []
  const take = (operation: KnownOperation, depth: number): void => {
    if (makers.includes(operation) || (depth > 0 && actions.slice(1).some((one) => one.operation === operation))) return
    for (const field of operation.fields) {
      if (!field.required || field.in !== 'body' || depth >= deepest || actions.some(({ fields }) => field.name in fields))
        continue
      const create = index.operations.find(
        (one) =>
          one.role === 'create' &&
          one.method === 'POST' &&
          one !== operation &&
          one.api !== undefined &&
          one.api.id === operation.api?.id &&
          !one.path.includes('{') &&
          isKeyOf(field, one.resource),
      )
      if (create) take(create, depth + 1)
    }
    makers.push(operation)
  }
  for (const operation of operations) take(operation, 0)
  const last = actions[0]?.operation
  return makers.filter((one) => one !== last)
}

/** Whether a member of a body is the key of a thing: `author_id`, or a number that is called `author`. */
export const isKeyOf = ({ words, type }: Pick<KnownField, 'words' | 'type'>, resource: string): boolean =>
  (words.length === 2 && words[0] === resource && words[1] === 'id') ||
  (words.length === 1 && words[0] === resource && type === 'integer')

/** How deep things may be in each other: a comment of a task of a project. */
const deepest = 3

/** What makes what the parameters of a path are called after, the outermost first: `projectId` is that of a project. What nothing makes is left to its variable. */
function byNames(path: string, creates: readonly KnownOperation[]): KnownOperation[] {
  const makers: KnownOperation[] = []
  const known = new Set<string>()
  for (const [, parameter = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const noun = nounOfKey(parameter)
    const create = creates.find(
      (one) =>
        one.resource === noun &&
        one.method === 'POST' &&
        [...one.path.matchAll(/\{([^{}]+)\}/g)].every(([, name = '']) => known.has(name)),
    )
    if (create && !makers.includes(create) && makers.length < deepest) makers.push(create)
    known.add(parameter)
  }
  return makers
}

/** What a key is the key of: `projectId` of a project. */
export function nounOfKey(name: string): string | undefined {
  const words = wordsOf(name)
  return words.length > 1 && words.at(-1) === 'id' ? stemOf(words.slice(0, -1).join('')) : undefined
}

/** What only looks for things, though by POST. */
const looksOnly = /\/(?:search|find|query|filter|list|lookup|count)\w*$/i

/** What makes the things of a path, what holds others first; none where the API can't make the outermost one. */
function makersOf(of: Pick<Action, 'path' | 'operation'>, { index }: Workbench): KnownOperation[] {
  const makers: KnownOperation[] = []
  const creates = index.operations.filter(
    (known) =>
      known.role === 'create' &&
      known !== of.operation &&
      (!of.operation || known.api?.id === of.operation.api?.id) &&
      !looksOnly.test(known.path),
  )
  for (let { path } = of; path.includes('{');) {
    const base = collectionOf({ path: path.replace(/(\{[^{}]*\}).*$/, '$1') })
    const own = stemOf(wordsOf(base.split('/').at(-1) ?? '').at(-1) ?? '')
    const create =
      creates.find((known) => collectionOf(known) === base && !known.path.includes('{')) ??
      creates.find((known) => known.resource === own && known.path.split('/').at(-1) === base.split('/').at(-1)) ??
      // `POST /silences` makes what `/silence/{id}` reads.
      creates.find((known) => known.resource === own && known.path.replace(/[^/]*$/, '') === base.replace(/[^/]*$/, ''))
    if (!create || makers.includes(create) || makers.length === deepest) return byNames(of.path, creates)
    makers.unshift(create)
    path = create.path
  }
  // `/buckets/{bucket}/collections/{id}`: the collection in the bucket, too.
  for (const { index: at = 0 } of [...of.path.matchAll(/\/\{[^{}]*\}/g)].slice(1)) {
    const create = creates.find(({ method, path }) => method === 'POST' && shapeOf(path) === shapeOf(of.path.slice(0, at)))
    if (create && makers.length > 0 && makers.length < deepest && !makers.includes(create)) makers.push(create)
  }
  return makers
}
