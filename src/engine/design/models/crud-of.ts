import type { Api } from '#engine/api/api.ts'
import { successOf } from '#engine/api/request.ts'
import type { Model } from '../schemas.ts'

type CrudModel = Extract<Model, { method: 'crud' }>

const bare = (path: string): string => path.replace(/\/+$/, '')

/**
 * The life of the resource that an operation belongs to: what creates it at its collection (`POST /orders`) or at its own path (`PUT /orders/{id}`), and what
 * reads, changes and deletes it there. Events are called by the operations' keys. Undefined if nothing creates it, or
 * nothing can be done with it then.
 */
export function crudOf(api: Api, key: string): CrudModel | undefined {
  const own = api.operation(key)
  if (own === undefined) return undefined
  const isItem = /\{[^{}]+\}$/.test(bare(own.path))
  const collection = isItem ? bare(own.path).replace(/\/[^/]*$/, '') : bare(own.path)
  const isOneOf = (path: string): boolean =>
    bare(path).startsWith(`${collection}/`) && /^\/\{[^{}]+\}$/.test(bare(path).slice(collection.length))
  const at = (method: string, item: boolean) =>
    api.operations.find((one) => one.method === method && (item ? isOneOf(one.path) : bare(one.path) === collection))
  const post = at('POST', false)
  const put = at('PUT', true)
  const create = post ?? put
  if (create === undefined) return undefined
  const described = (kind: CrudModel['operations'][number]['kind'], found: { key: string } | undefined) => {
    const operation = found && api.operation(found.key)
    const status = operation && successOf(operation)
    return operation === undefined
      ? []
      : [{ kind, name: operation.key, ...(status !== undefined && /^\d{3}$/.test(status) && { status }) }]
  }
  const documents = (status: string): boolean =>
    api.operation(create.key)?.responses.some((one) => one.status === status) === true
  const later = [
    ...described('read', at('GET', true)),
    ...(post === undefined ? [] : described('update', put)),
    ...described('update', at('PATCH', true)),
    ...described('delete', at('DELETE', true)),
  ]
  // What is only sent, as to sign in, has no life.
  if (later.length === 0) return undefined
  const resource = collection.split('/').at(-1) ?? ''
  return {
    name: resource === '' ? own.name : resource,
    method: 'crud',
    seed: 1,
    resource: resource === '' ? own.name : resource,
    operations: [...described('create', create), ...later],
    // A key that is chosen by who creates may be taken already.
    unique: documents('409'),
    again: false,
    missing: '404',
    conflict: '409',
  }
}
