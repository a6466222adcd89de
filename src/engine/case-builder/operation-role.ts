import { stemOf, wordsOf } from './words.ts'

/** What an operation does to its resource, by method and path. */
export type OperationRole = 'create' | 'read' | 'list' | 'update' | 'delete' | 'action'

/** `/campaigns/{id}/preview`: what is done with one thing, or a part of it. */
export const isBelow = (path: string): boolean => /\}\/[^/{}]*[^/{}s]$/.test(path)

const isParameter = (segment: string): boolean => segment.includes('{') || segment.startsWith(':')

/** Where a document makes things by PUT and changes them by POST, its words say so, or what else its paths know. */
export function saidRole(
  { method, path }: { method: string; path: string },
  verbs: readonly string[],
  methodsAt: (path: string) => ReadonlySet<string>,
): OperationRole | undefined {
  const last = path.split('/').filter(Boolean).at(-1) ?? ''
  const says = (pattern: RegExp) => verbs.some((verb) => pattern.test(verb))
  const others = methodsAt(path)
  if (method === 'PUT' && !isParameter(last)) {
    const isChange = says(/^(?:updat|chang|set)$/) || others.has('POST')
    return !isChange && says(/^(?:creat|add|new|insert|upload|shar|generat)$/) ? 'create' : undefined
  }
  const literals = path.split('/').filter((segment) => segment !== '' && !isParameter(segment))
  const verb = literals.length > 1 ? pathVerb(literals.at(-1) ?? '') : undefined
  if (verb && (method === 'POST' ? verb !== 'read' && verb !== 'list' : method === 'GET' && verb === 'list')) return verb
  if (method !== 'POST') return undefined
  // `/changePassword`: the verb stands in the path.
  const [first = '', ...rest] = wordsOf(last)
  if (rest.length > 0 && !isParameter(last) && /^(?:chang|updat|edit|reset)/.test(first)) return 'update'
  // `POST /tasks/{projectId}`, "Create a task": the parameter says in what.
  if (isParameter(last) && isOfOwner(path) && says(/^(?:creat|add|new|insert)$/)) return 'create'
  const isOne = isParameter(last) && others.has('GET') && !others.has('PUT') && !others.has('PATCH')
  return isParameter(last) && (isOne || says(/^(?:updat|chang|edit|modify|patch)$/)) ? 'update' : undefined
}

/** Whether the parameter at the end of a path says whose things are meant, and not which: `/subscriptions/{userID}`. */
export function isOfOwner(path: string): boolean {
  const [, parameter] = /\{([^{}]+)\}\/?$/.exec(path) ?? []
  const [noun, kind, ...more] = wordsOf(parameter ?? '').map(stemOf)
  return more.length === 0 && kind === 'id' && noun !== resourceOf(path) && noun !== 'get'
}

/** Whose a thing is, at the end of a path: `/carts/user` is a cart. */
const isWhose = (segment: string): boolean => /^@?(?:me|user|self|current|mine|my|own)$/i.test(segment)

/** What an operation does, as paths and methods of REST say it. */
export function roleOf(method: string, path: string): OperationRole {
  const segments = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
  const last = segments.at(-1) ?? ''
  switch (method) {
    case 'GET':
    case 'HEAD':
      return isParameter(last) ? 'read' : 'list'
    case 'DELETE':
      return 'delete'
    case 'PUT':
    case 'PATCH':
      return 'update'
    default:
      return isParameter(last) || (segments.length > 1 && isParameter(segments.at(-2) ?? '') && !last.endsWith('s'))
        ? 'action'
        : 'create'
  }
}

/** What a path says that its method says elsewhere: `/task/create`, `/task/edit/{id}`, `/task/viewAll`. */
const pathVerbs: readonly (readonly [pattern: RegExp, role: OperationRole])[] = [
  [/^(?:create|add|new|insert|save)$/i, 'create'],
  [/^(?:edit|update|modify|change)$/i, 'update'],
  [/^(?:delete|remove|destroy)$/i, 'delete'],
  [/^(?:view|show|detail|details|get|getone|get[-_]?by[-_]?id|find[-_]?by[-_]?id)$/i, 'read'],
  [/^(?:search|find|filter|list|all|index|view[-_]?all|get[-_]?all|find[-_]?all|list[-_]?all|show[-_]?all)$/i, 'list'],
]

const pathVerb = (segment: string): OperationRole | undefined => pathVerbs.find(([pattern]) => pattern.test(segment))?.[1]

/** The segments of a path that name things: verbs are left out where something else stands there. */
export function thingsOf(path: string): string[] {
  const segments = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
  const things = segments.filter((segment, at) => at === 0 || isParameter(segment) || pathVerb(segment) === undefined)
  return things.some((segment) => !isParameter(segment)) ? things : segments
}

/** The noun that a path is about, as a stem: that before the last parameter, else the last literal one. */
export function resourceOf(path: string): string {
  const all = thingsOf(path)
  const segments =
    all.length > 1 && isWhose(all.at(-1) ?? '') && !isParameter(all.at(-2) ?? '') && (all.at(-2) ?? '').endsWith('s')
      ? all.slice(0, -1)
      : all
  const at = segments.findLastIndex(isParameter)
  // `/tasks/{id}/assignees/bulk` is about assignees.
  const part = segments.slice(at + 1, -1).find((segment) => segment.endsWith('s'))
  const noun =
    at > 0 && part !== undefined && !(segments.at(-1) ?? '').endsWith('s')
      ? part
      : at > 0 && (at === segments.length - 1 || !(segments.at(-1) ?? '').endsWith('s'))
        ? segments[at - 1]
        : segments.findLast((segment) => !isParameter(segment))
  return nounOfParameter(segments, noun) ?? stemOf(wordsOf(noun ?? '').at(-1) ?? '')
}

/** `/t/{taskId}`: where a segment only abbreviates what the parameter behind it names, that. */
function nounOfParameter(segments: readonly string[], noun: string | undefined): string | undefined {
  if (noun === undefined || noun.length > 2) return undefined
  const words = wordsOf(segments[segments.indexOf(noun) + 1] ?? '').filter((word) => word !== 'id')
  const initials = words.map((word) => word.charAt(0)).join('')
  return words.length > 0 && (noun.toLowerCase() === initials || noun.toLowerCase() === words[0]?.slice(0, noun.length))
    ? stemOf(words.join(''))
    : undefined
}
