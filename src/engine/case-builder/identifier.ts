import { isObject } from '#engine/checks/values.ts'
import { member, textOf } from '#engine/api/fields.ts'
import type { Operation } from '#engine/api/operation.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import type { KnownOperation } from './project-index.ts'
import { stemOf, wordsOf } from './words.ts'

/** Where an answer has the identifier of what was made. */
export type Identifier = { source: 'json'; path: string } | { source: 'header'; name: string; match: string }

/**
 * Where the answer of an operation has what `parameter` of another one asks for, which is of `type`; `documented`: the document says so.
 */
export function identifierIn(
  operation: KnownOperation | undefined,
  parameter: string,
  status?: string,
  type?: string,
): { at: Identifier; documented: boolean } {
  const usual = { at: { source: 'json', path: '$.id' } as const, documented: false }
  if (!operation?.api) return usual
  const { api, key } = operation.api
  const known = api.operation(key)
  const response = responseOf(known, status)
  const members = answerMembers(operation, status === undefined ? undefined : Number(status))
  const fits = identifierRank(parameter, operation.resource, type)
  const best = members
    .map((one) => ({ path: one.path, rank: fits(one) === 0 ? 0 : fits(one) - one.depth / 2 }))
    .toSorted((a, b) => b.rank - a.rank)[0]
  // `{ code, message, data }`: the code is that of the answer, and what was made is in its data.
  const envelope = members.find(({ name, depth }) => depth === 0 && /^(?:data|result)$/.test(name))
  if (envelope && (best === undefined || best.rank <= 2))
    return { at: { source: 'json', path: `${envelope.path}.id` }, documented: false }
  if (best && best.rank > 0) return { at: { source: 'json', path: best.path }, documented: true }
  if (response?.headers.some(({ name }) => name.toLowerCase() === 'location'))
    return { at: { source: 'header', name: 'location', match: '([^/?#]+)/?(?:[?#].*)?$' }, documented: true }
  return usual
}

/** How likely a member of an answer is what `parameter` of another operation asks for; 0: it is not. */
export function identifierRank(
  parameter: string,
  resource: string,
  type?: string,
): (member: { name: string; type?: string | undefined }) => number {
  const wanted = parameter.toLowerCase()
  return ({ name, type: own }) => {
    const words = wordsOf(name)
    // `/orgs/{org}` is found by a string: not by the number that the answer has next to its name.
    if (type === 'string' && own === 'integer' && /^_?id$/i.test(name)) return 1
    if (type === 'string' && own === 'string' && /^(?:name|username|login|slug)$/i.test(name)) return 1.5
    if (name.toLowerCase() === wanted) return 5
    // "customer_code" of `/customers/{code}`, "recipient_code" of a body's `recipient`.
    if (words.length > 1 && words.at(-1) === wanted && words.slice(0, -1).map(stemOf).includes(resource)) return 4.8
    if (words.length > 1 && words[0] === wanted && /^(?:id|code|key|ref|reference)$/.test(words.at(-1) ?? '')) return 4.8
    if (/^_?id$/i.test(name)) return 4
    if (words.length > 1 && words.at(-1) === 'id' && words.slice(0, -1).map(stemOf).includes(resource)) return 3
    if (/^(uuid|guid|key|code|slug|number)$/i.test(name)) return 2
    return 0
  }
}

const responseOf = (known: Operation | undefined, status: string | undefined) =>
  known?.responses.find((one) => one.status === status) ?? known?.responses.find((one) => one.status.startsWith('2'))

/** The members of an operation's documented answer and of the objects in it, with their paths. */
export function answerMembers(
  { api: documented }: KnownOperation,
  status: number | undefined,
  depth = 1,
): ReturnType<typeof membersOf> {
  if (!documented) return []
  const { api, key } = documented
  const content = responseOf(api.operation(key), status === undefined ? undefined : String(status))?.contents?.[0]
  return content ? membersOf(jsonSchemaOf(content.schema ?? true, 'response', api), depth) : []
}

/** The members of a schema and of the objects in it, with their paths. */
function membersOf(
  schema: Record<string, unknown>,
  deepest: number,
): { name: string; path: string; depth: number; type: string }[] {
  const definitions = schema['$defs']
  const found: ReturnType<typeof membersOf> = []
  const visit = (given: unknown, path: string, depth: number, guard: number): void => {
    if (!isObject(given) || depth > deepest || guard > 8) return
    const ref = textOf(given, '$ref')
    if (ref !== '') visit(member(definitions, ref.slice(8)), path, depth, guard + 1)
    for (const key of ['allOf', 'oneOf', 'anyOf'])
      for (const part of Array.isArray(given[key]) ? (given[key] as unknown[]) : []) visit(part, path, depth, guard + 1)
    const properties = given['properties']
    for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) {
      const here = /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
      found.push({ name, path: here, depth, type: textOf(part, 'type') })
      visit(part, here, depth + 1, guard + 1)
    }
  }
  visit(schema, '$', 0, 0)
  return found
}
