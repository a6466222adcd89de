import { itemsOf, member, textOf } from './fields.ts'
import type { Operation, OperationHead, SecurityScheme, Server } from './operation.ts'
import { operationPlaces, parametersOf, readOperation, serversOf, type OperationPlace } from './read-operation.ts'
import { createReferences, looseReferences, type References } from './references.ts'
import { securitySchemes, withToldScheme } from './security.ts'
import { swaggerSchemes, swaggerServers, transportOf } from './swagger.ts'

/** An API definition, ready for queries. Operations are read when they are requested. */
export interface Api {
  title: string
  description: string
  /** `info.version`. */
  version: string
  /** Swagger 2.0, OpenAPI 3.0, or 3.1 and later, whose schemas are JSON Schema 2020-12. */
  dialect: Dialect
  references: References
  /** In the order of the document. */
  operations: readonly OperationHead[]
  /** By its key, its id, or `GET /orders/{id}`; undefined if there is none. */
  operation(key: string): Operation | undefined
  schemes: readonly SecurityScheme[]
  /** What tags say of themselves, by their names. */
  tags: ReadonlyMap<string, string>
  /** There are requests that the server sends. */
  hasCallbacks: boolean
  /** Of the document, without those that operations have of their own. */
  servers: readonly Server[]
  /** Those that an operation or its path has of its own. Cheap. */
  ownServers(key: string): readonly Server[]
  /** References to other documents, and to nothing; each once. Goes through the whole document. */
  loose(): { remote: string[]; missing: string[] }
}

/** Which rules the schemas of a document follow. */
export type Dialect = '2.0' | '3.0' | '3.1'

const cached = new Map<string, Api>()
const cacheSize = 4

/** A description by its JSON text, as projects hold it; the same object for the same text, for the last four of them. */
export function apiOf(text: string): Api {
  const known = cached.get(text)
  if (known) return known
  const api = readApi(JSON.parse(text) as unknown)
  if (cached.size >= cacheSize) cached.delete(cached.keys().next().value ?? '')
  cached.set(text, api)
  return api
}

/** A description that was parsed. What is not as it should be in it counts as not there. */
export function readApi(root: unknown): Api {
  const references = createReferences(root)
  const swagger = member(root, 'swagger') !== undefined
  const dialect: Dialect = swagger ? '2.0' : String(member(root, 'openapi')).startsWith('3.0') ? '3.0' : '3.1'
  const info = member(root, 'info')

  const places = new Map<string, OperationPlace>()
  for (const place of operationPlaces({ root, references })) {
    const { head } = place
    const address = `${head.method} ${head.path}`
    // An id that is duplicated is no id.
    const key = places.has(head.key) ? address : head.key
    places.set(key, key === head.key ? place : { ...place, head: { ...head, key } })
  }
  tellApart(places)
  const document = {
    root,
    swagger,
    references,
    schemes: withToldScheme(swagger ? swaggerSchemes(root, references) : securitySchemes(root, references), () =>
      [...places.values()].flatMap(({ item, operation: given }) => parametersOf(item, given, { references })),
    ),
  }
  const byAddress = new Map([...places.values()].map((place) => [`${place.head.method} ${place.head.path}`, place]))
  const read = new Map<string, Operation>()
  const operation = (wanted: string): Operation | undefined => {
    const place = places.get(wanted) ?? byAddress.get(wanted)
    if (!place) return undefined
    const { key } = place.head
    const found = read.get(key) ?? readOperation(place, document)
    read.set(key, found)
    return found
  }
  return {
    title: textOf(info, 'title'),
    description: textOf(info, 'description'),
    version: textOf(info, 'version'),
    dialect,
    references,
    operations: [...places.values()].map(({ head }) => head),
    operation,
    schemes: document.schemes,
    tags: new Map(itemsOf(member(root, 'tags')).map((tag) => [textOf(tag, 'name'), textOf(tag, 'description')])),
    hasCallbacks:
      [...places.values()].some((one) => member(one.operation, 'callbacks') !== undefined) ||
      member(root, 'webhooks') !== undefined,
    servers: swagger ? swaggerServers(root, transportOf(undefined, root)) : serversOf(root),
    ownServers: (key) => {
      const place = places.get(key)
      const own = place && !swagger && (member(place.operation, 'servers') ?? member(place.item, 'servers'))
      return own ? serversOf({ servers: own }) : []
    },
    loose: () => looseReferences(root, references),
  }
}

/** Adds method and path to names that several operations have. */
function tellApart(places: Map<string, OperationPlace>): void {
  const counts = new Map<string, number>()
  for (const { head } of places.values()) counts.set(head.name, (counts.get(head.name) ?? 0) + 1)
  for (const [key, { head, ...place }] of places) {
    const { name, method, path } = head
    if ((counts.get(name) ?? 0) > 1) places.set(key, { ...place, head: { ...head, name: `${name} (${method} ${path})` } })
  }
}
