import type { KnownOperation, OperationRole, ProjectIndex } from '#engine/case-builder/project-index.ts'
import { shapeOf } from '#engine/case-builder/project-index.ts'
import type { Token } from './reading.ts'
import { languages, type Concept } from '../glossaries/glossary.ts'
import { lexiconOf } from './lexicon.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'

/** An operation that words may mean. */
export interface Resolved {
  operation: KnownOperation
  score: number
  /** The words name its resource or what it does, not only a verb that every API has. */
  isNamed: boolean
}

/** Stems of verbs and other words that every API has. */
export const generic: ReadonlySet<string> = new Set([
  'creat',
  'add',
  'new',
  'delet',
  'remov',
  'get',
  'read',
  'list',
  'search',
  'updat',
  'chang',
  'show',
  'find',
  'make',
  'post',
  'put',
  'set',
  'test',
  'check',
  'all',
  'one',
  'id',
  'by',
  'a',
  'an',
  'the',
  'up',
  'of',
  'for',
])

/** English verbs of documents, by what they mean. */
export const stemsOfVerb: Partial<Record<Concept, readonly string[]>> = {
  create: ['creat', 'add', 'new'],
  delete: ['delet', 'remov'],
  read: ['get', 'read', 'show'],
  list: ['list', 'search', 'find'],
  update: ['updat', 'chang'],
}

const verbs = ['create', 'delete', 'read', 'list', 'update'] as const

/** "Créer", "eliminar": what every API does, in a document that is not English. */
export const isForeignVerb = (stem: string): boolean =>
  languages.some(
    (language) =>
      language !== 'en' && language !== 'zh' && verbs.some((verb) => lexiconOf(language).meaning(stem)?.concepts.includes(verb)),
  )

/** Words that join others, and name nothing: "per id". */
const joins: readonly Concept[] = ['with', 'in', 'from', 'to', 'and', 'or', 'is', 'each', 'own', 'if']

/** Stems that are looked for of tokens: of documents' words, verbs in English whatever the language. */
export function stemsFor(tokens: readonly Token[]): string[] {
  return tokens
    .filter((token) => !joins.some((concept) => token.concepts.has(concept)))
    .flatMap((token) => [...token.stems, ...[...token.concepts].flatMap((concept) => stemsOfVerb[concept] ?? [])])
}

const things = new WeakMap<ProjectIndex, ReadonlySet<string>>()

/** The nouns of an API: what is listed or has members. `POST /templates/preview` makes no noun of `preview`. */
export function nounsOf(index: ProjectIndex): ReadonlySet<string> {
  const nouns =
    things.get(index) ??
    new Set(
      index.operations
        .filter(({ method, path, role }) => method === 'GET' || role === 'create' || /\{[^}]*\}$/.test(path))
        .filter(({ path, role }) => role !== 'create' || path.split('/').filter(Boolean).length < 2 || path.endsWith('s'))
        .map(({ resource }) => resource),
    )
  things.set(index, nouns)
  return nouns
}

/** The operations that words may mean, the likeliest first. `resource`: what "it" is; `object`: what the verb stands beside. */
export function resolveOperations(
  index: ProjectIndex,
  tokens: readonly Token[],
  roles: readonly OperationRole[],
  resource?: string,
  object?: string,
): Resolved[] {
  const nouns = nounsOf(index)
  const searches = tokens.some(({ plain }) => searching.test(plain))
  const stems = stemsFor(tokens)
    .filter((stem) => nouns.has(stem) || !isForeignVerb(stem))
    .filter((stem) => searches || !/^(?:search|find)$/.test(stem))
  const container = roles.includes('create') ? containerOf(tokens, index) : undefined
  // "Get all posts" of an API that has posts: no verb.
  const isThing = (stem: string) =>
    nouns.has(stem) && tokens.some((token) => token.concepts.size === 0 && token.stems.includes(stem))
  const telling = stems.filter((stem) => !generic.has(stem) || isThing(stem))
  // "Get" and "list" are one where roles say what is asked for.
  const sought = roles.length === 1 && roles[0] === 'list' && telling.length > 0 ? telling : stems
  const ranked = new Map(index.ranking.rank(sought).map(({ item, score }) => [item, score]))
  const scale = Math.min(1, 9 / Math.max(1, ...ranked.values()))
  const isReading = roles.length > 0 && roles.every((role) => role === 'read' || role === 'list')
  const asksForOwn = tokens.some(
    ({ plain, concepts }) =>
      concepts.has('self') || /^(?:my|me|own|current|mine|self|mein|meine|mi|mis|mon|ma|mes|我的)$/.test(plain),
  )
  const namesResource = index.operations.some((one) => telling.includes(one.resource))
  return index.operations
    .map((operation): Resolved => {
      const named = telling.filter((stem) => operation.words.includes(stem))
      const verb = operation.verbs.some((one) => !generic.has(one) && !nouns.has(one) && stems.includes(one))
      // Of long documents with rare words no more than of short ones.
      let score = (ranked.get(operation) ?? 0) * scale
      const isNamed = telling.includes(operation.resource)
      // "Add an item to the cart" is POST to the cart itself in some.
      const adds =
        operation.role === 'action' &&
        roles.includes('create') &&
        container === operation.resource &&
        /^add\b/i.test(operation.title)
      const isSought = searches && isSearch(operation) && roles.includes('list')
      if (roles.length > 0)
        score += roles.includes(operation.role) || adds || isSought ? 3 : verb ? -0.5 : operation.role === 'action' ? -2 : -3
      if (verb) score += 2.5
      if (isNamed) score += 1.5
      // A part or another thing of what is named: `/articles/{slug}/comments` of "the article".
      else if (namesResource && !verb && (operation.resource !== resource || roles.includes('create'))) score -= 2.5
      if (object !== undefined && operation.resource === object) score += 1.2
      if (container !== undefined && operation.role === 'create') score += below(operation, container)
      if (resource !== undefined && !namesResource && operation.resource === resource) score += 3
      // "Students of a course": what has all the words, where others have some.
      if (coversAll(operation, telling)) score += 2
      if (isOutlying(operation, index, telling)) score -= 6
      if (isDeprecated(operation)) score -= 1.5
      // What is only looked at is not changed by it.
      if (isReading && operation.method !== 'GET' && !isSought && !isSearch(operation)) score -= 8
      // "The first 10 users" are not who one is.
      if (!asksForOwn && isOfWhoAsks(operation)) score -= 4
      if (isSearch(operation)) score += searches ? 1.5 : -3
      // Of two that fit, the plain one: without words that nobody said.
      score -= operation.words.length / 100 + operation.path.split('/').length / 50 + 0.7 * unsaid(operation, telling)
      return {
        operation,
        score,
        isNamed:
          named.length > 0 ||
          (resource !== undefined && operation.resource === resource && (verb || roles.includes(operation.role))),
      }
    })
    .map((one, _, all): Resolved => {
      // What does something else gives way to what does this, of a thing that is named.
      const isOther = roles.length > 0 && !roles.includes(one.operation.role) && one.operation.role !== 'action'
      const isThere =
        isOther && all.some(({ operation }) => roles.includes(operation.role) && telling.includes(operation.resource))
      return isThere && !telling.includes(one.operation.resource) ? { ...one, score: one.score - 6 } : one
    })
    .filter(({ score, isNamed }) => isNamed && score > 0)
    .toSorted((a, b) => b.score - a.score)
}

/** "Add a product to the cart": the noun behind `to`, where something can be put into it. */
export function containerOf(tokens: readonly Token[], index: ProjectIndex): string | undefined {
  const found = tokens.flatMap((token, at) =>
    tokens.slice(Math.max(0, at - 3), at).some(({ concepts }) => concepts.has('to') || concepts.has('in')) ? token.stems : [],
  )
  return found.find((stem) => index.operations.some((one) => one.role === 'create' && below(one, stem) > 0))
}

/** What is made in a container rather than the container itself. */
function below({ path, resource }: KnownOperation, container: string): number {
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  const at = literals.findIndex((segment) => stemOf(wordsOf(segment).at(-1) ?? '') === container)
  if (at < 0) return 0
  return resource === container ? -2 : at < literals.length - 1 ? 2.5 : 0
}

/** Words that ask for a search, where an API has a list as well. */
const searching =
  /^(?:search|find|filter|query|look|such|durchsuch|gesucht|find|busc|encuentr|filtr|cherch|recherch|trouv)|[搜检筛]|查找/

/** What looks for things by values. */
export const isSearch = ({ path, verbs }: KnownOperation): boolean =>
  /search|find/i.test(path) || verbs.includes('search') || verbs.includes('find')

/** `/users/me`, `/me/orders`: of whoever asks. */
const isOfWhoAsks = ({ path }: KnownOperation): boolean => /\/@?(?:me|self|current|mine|whoami)(?:\/|$)/i.test(path)

const isDeprecated = ({ title, api }: KnownOperation): boolean =>
  /\bdeprecated\b/i.test(title) || api?.api.operation(api.key)?.deprecated === true

/** `/admin/projects`, where `/projects` does the same: behind a segment that nobody said. */
function isOutlying(
  { path, resource, role, api }: KnownOperation,
  { operations }: ProjectIndex,
  telling: readonly string[],
): boolean {
  const shape = shapeOf(path)
  const [first = ''] = shape.split('/').filter((segment) => !/^(?:api|rest|v\d+(?:\.\d+)?|)$/i.test(segment))
  const outer = wordsOf(first).map(stemOf)
  return (
    !outer.includes(resource) &&
    !outer.some((stem) => telling.includes(stem)) &&
    operations.some(
      (other) =>
        other.resource === resource &&
        other.role === role &&
        other.api?.id === api?.id &&
        shapeOf(other.path) === shape.replace(`/${first}/`, '/'),
    )
  )
}

/** Whether an operation has every word of two or more that tell something. */
const coversAll = ({ words }: KnownOperation, telling: readonly string[]): boolean => {
  const known = new Set(telling)
  return known.size > 1 && [...known].every((stem) => words.includes(stem))
}

/** How many literal segments of a path, before or behind its noun, no word says. */
function unsaid({ path, resource, verbs }: KnownOperation, telling: readonly string[]): number {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return segments.filter((segment, at) => {
    if (/^(?:api|rest|v\d+(?:\.\d+)?)$/i.test(segment)) return false
    const stems = wordsOf(segment).map(stemOf)
    return (
      !stems.includes(resource) &&
      !stems.some((stem) => telling.includes(stem)) &&
      (at > 0 || segments.length > 1) &&
      !stems.some((stem) => verbs[0] === stem)
    )
  }).length
}

/** Of several resources that a clause names the one that stands next to its verb, behind it rather than before: "a customer can't peek at an order". */
export function objectOf(tokens: readonly Token[], index: ProjectIndex): string | undefined {
  const nouns = tokens.flatMap(({ stems }, at) => {
    const noun = index.operations.find(({ resource }) => stems.includes(resource))?.resource
    return noun === undefined ? [] : [{ at, noun }]
  })
  const verb = tokens.findIndex(({ concepts }) =>
    (['create', 'delete', 'update', 'read', 'list'] as const).some((one) => concepts.has(one)),
  )
  if (new Set(nouns.map(({ noun }) => noun)).size < 2) return undefined
  // "Articles by tag": without a verb the first, where the next one only narrows it.
  if (verb < 0) {
    const [first, next] = nouns
    return next && tokens.slice(first?.at, next.at).some(({ concepts }) => concepts.has('with')) ? first?.noun : undefined
  }
  const far = (at: number) => (at >= verb ? at - verb : (verb - at) * 1.5)
  return nouns.toSorted((a, b) => far(a.at) - far(b.at))[0]?.noun
}

/** Words behind `by` and `with` that name a parameter of what is looked for say which of them, not what. */
export function withoutFilters(tokens: readonly Token[], object: string | undefined, index: ProjectIndex): Token[] {
  if (object === undefined) return [...tokens]
  const fields = index.operations
    .filter(({ resource, role }) => resource === object && role === 'list')
    .flatMap((operation) => operation.fields.filter(({ in: place }) => place === 'query'))
  return tokens.filter(
    (token, at) =>
      !tokens.slice(Math.max(0, at - 2), at).some(({ concepts }) => concepts.has('with')) ||
      !fields.some(({ words }) => words.length === 1 && token.stems.includes(words[0] ?? '')),
  )
}
