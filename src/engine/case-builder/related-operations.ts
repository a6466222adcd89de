import { shapeOf, type KnownOperation, type ProjectIndex } from './project-index.ts'
import { thingsOf, type OperationRole } from './operation-role.ts'

/** The operation of a resource with a role: what deletes what `of` creates. Longer paths below it don't count. */
export function relatedOperation(index: ProjectIndex, of: KnownOperation, role: OperationRole): KnownOperation | undefined {
  const base = keptIn(of)
  const fitting = index.operations.filter((one) => one.role === role && one.api?.id === of.api?.id && keptIn(one) === base)
  // `/me/playlists` makes what `/playlists/{id}` reads: one thing of the same noun.
  if (fitting.length === 0 && role !== 'create' && role !== 'list')
    fitting.push(
      ...index.operations.filter(
        (one) =>
          one.role === role &&
          one.resource === of.resource &&
          one.api?.id === of.api?.id &&
          /^\/[^/{}]+\/\{[^{}]*\}$/.test(one.path),
      ),
    )
  // `/subscriptions/{userId}/{service}`: found by more than one key.
  if (fitting.length === 0 && role !== 'create' && role !== 'list')
    fitting.push(
      ...index.operations.filter(
        (one) =>
          one.role === role &&
          one.api?.id === of.api?.id &&
          new RegExp(String.raw`^(?:/\{\}){2,}$`).test(shapeOf(one.path).slice(base.length)) &&
          shapeOf(one.path).startsWith(base),
      ),
    )
  // `POST /tasks/{projectId}`, `PUT /tasks/{projectId}/t/{taskId}`: the only ones of the noun below one path.
  if (fitting.length === 0) {
    const [first] = shapeOf(base).split('/').filter(Boolean)
    const alike = index.operations.filter(
      (one) =>
        one.role === role &&
        one.resource === of.resource &&
        one.api?.id === of.api?.id &&
        shapeOf(one.path).split('/').filter(Boolean)[0] === first,
    )
    if (alike.length === 1) fitting.push(...alike)
  }
  // One thing of it, where a path names one: not all at once.
  const isOne = (operation: KnownOperation) => Number(role !== 'list' && role !== 'create' && operation.path.includes('{'))
  return fitting.toSorted((a, b) => isOne(b) - isOne(a) || a.path.length - b.path.length)[0]
}

/** Where the things of an operation are kept: what is made or listed at a path is kept there, below another thing too. */
const keptIn = (operation: KnownOperation): string =>
  operation.role === 'create' || operation.role === 'list'
    ? shapeOf(`/${thingsOf(operation.path).join('/')}`)
    : collectionOf(operation)

/** Of operations, all of which are looked at for each. */
const collections = new WeakMap<object, string>()

/** `/orders` of `/orders`, `/orders/{id}` and `/orders/{id}/pay`: what an operation's things are kept in. */
export function collectionOf(operation: { readonly path: string }): string {
  const known = collections.get(operation)
  if (known !== undefined) return known
  const segments = thingsOf(operation.path)
  const at = segments.findLastIndex((segment) => segment.includes('{') || segment.startsWith(':'))
  const found = shapeOf(`/${(at < 0 ? segments : segments.slice(0, at)).join('/')}`)
  collections.set(operation, found)
  return found
}
