import type { KnownField, KnownOperation } from '#engine/case-builder/project-index.ts'
import type { Asked } from '../candidate.ts'
import { fieldValuesIn } from '../field-values.ts'
import type { Token } from '../reading.ts'
import { resolveOperations } from '../resolve-operation.ts'
import { plainAction, type Action } from './action.ts'

const query = ({ fields }: KnownOperation, name: RegExp): KnownField | undefined =>
  fields.find((field) => field.in === 'query' && name.test(field.name))

/** How an API parts its lists: by the number of a page, by how many are skipped, or by a cursor that the answer gives. */
const numbers = /^(?:page|p|page_?(?:number|no|index))$/i
const offsets = /^(?:offset|skip|start|from)$/i
const cursors = /^(?:cursor|after|next|starting_?after|next_?cursor|page_?token|next_?token|continuation(?:_?token)?|marker)$/i
const sizes = /^(?:limit|size|per_?page|page_?size|count|top|max|take|first)$/i

/** How many a page has where nobody says it, and an offset needs it. */
const usual = 10

/** The next page behind a request for a list; undefined where nothing says how an API parts it. */
function nextOf(last: Action): Action | undefined {
  const { operation } = last
  if (!operation) return undefined
  const [number, offset, cursor] = [numbers, offsets, cursors].map((kind) => query(operation, kind))
  const size = query(operation, sizes)
  const fields = new Map(last.fields)
  if (number) {
    const before = Number(fields.get(number.name) ?? (number.least === 0 ? 0 : 1))
    if (!fields.has(number.name)) last.fields.set(number.name, before)
    fields.set(number.name, before + 1)
    return { ...plainAction(operation, last.score), fields }
  }
  if (cursor) return { ...plainAction(operation, last.score), fields, cursor: cursor.name }
  if (offset && size) {
    if (!fields.has(size.name)) last.fields.set(size.name, usual)
    const each = Number(last.fields.get(size.name) ?? usual)
    fields.set(size.name, each)
    fields.set(offset.name, Number(fields.get(offset.name) ?? 0) + each)
    return { ...plainAction(operation, last.score), fields }
  }
  return undefined
}

const pageWord = /^(?:next )?(?:pages?|cursors?|seiten?|páginas?|paginas?|页)$/
const isPage = ({ plain }: Token): boolean => pageWord.test(plain)
/** "The next page", "page 2", "the second one". */
const isFurther = (token: Token, next: Token | undefined): boolean =>
  token.concepts.has('second') ||
  /^(?:next(?: page)?|following|further|nachste[rn]?|zweite[rn]?|siguiente|proxima|suivante|deuxieme|2nd)$/.test(token.plain) ||
  (isPage(token) && next?.value === 2)
const isOther =
  /^(?:differs?|differing|different|distinct|disjoint|overlap|overlaps|overlapping|other|others|repeats?|repeated|unterscheide[nt]|andere|anders|verschieden|distinta|diferentes?|differentes?)$/
const walking =
  /^(?:walk|walks|go|iterate|iterates|loop|page|paginate|paginates|step|crawl|follow|traverse|durchlaufe|durchgehen|recorre|recorrer|parcours|parcourir)$/

const numbersWritten = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => token.kind === 'number' && at > 0 && isPage(tokens[at - 1] as Token))

/** What of the words for pages is accounted for by two requests for a list. */
const accounted = (tokens: readonly Token[]): Token[] =>
  tokens.filter(
    (token, at) =>
      isPage(token) ||
      isFurther(token, tokens[at + 1]) ||
      isOther.test(token.plain) ||
      walking.test(token.plain) ||
      (['first', 'size', 'same', 'not'] as const).some((one) => token.concepts.has(one)) ||
      (token.value !== undefined && at > 0 && (isPage(tokens[at - 1] as Token) || tokens[at - 1]?.plain === 'next')),
  )

/**
 * "Get the first 10 users, then the next page", "page 2 is different from page 1", "walk through the pages": the list, and the page behind it. Undefined where a
 * clause speaks of no further page, or where a document does not say how one is asked for.
 */
export function pagesIn(
  tokens: readonly Token[],
  asked: Asked,
  before: readonly Action[],
  topic: string | undefined,
): Action[] | undefined {
  const last = before.at(-1)
  const isNext = tokens.some((token, at) => isFurther(token, tokens[at + 1]))
  const isOfOthers = tokens.some(
    ({ plain, concepts }) => isOther.test(plain) || (concepts.has('same') && tokens.some((one) => one.concepts.has('not'))),
  )
  const isWalk =
    tokens.some(({ plain }) => walking.test(plain)) && tokens.some(({ text }) => /^(?:pages|seiten|páginas)$/i.test(text))
  // "Page 2 of the trips" is one page.
  const isBatch = last?.role === 'list' && tokens.some(({ plain }, at) => plain === 'next' && tokens[at + 1]?.kind === 'number')
  if (!(tokens.some(isPage) || isBatch) || (!isNext && !isWalk)) return undefined
  // "The second page of clients", and nothing of the first.
  const isAlone = last?.role !== 'list' && !isWalk && !isOfOthers
  const until = isWalk ? tokens.findIndex(({ plain }) => /^(?:until|till|while|bis|hasta|jusqua)$/.test(plain)) : -1
  const used = [...accounted(tokens), ...(until < 0 ? [] : tokens.slice(until))]
  if (last?.role === 'list' && !isWalk) {
    // "The second page differs", said of two pages that were just asked for.
    if (before.at(-2)?.operation === last.operation && isOfOthers) {
      last.others = true
      last.used.push(...used)
      return []
    }
    const next = nextOf(last)
    return next && [{ ...next, ...(isOfOthers ? { others: true } : {}), used }]
  }
  const [best] = resolveOperations(
    asked.index,
    tokens.filter((token) => !used.includes(token)),
    ['list'],
    topic,
  )
  if (best?.operation.role !== 'list') return undefined
  const open = best.operation.fields.filter(
    ({ name, in: place }) => place === 'query' && !numbers.test(name) && !cursors.test(name) && !offsets.test(name),
  )
  const said = tokens.filter((token) => !used.includes(token) || token.concepts.has('first') || !isPage(token))
  const first: Action = {
    ...plainAction(best.operation, Math.max(best.score, 4)),
    fields: fieldValuesIn(said, open, false).values,
  }
  const next = nextOf(first)
  // By its number where it is written: "page 2".
  if (
    isAlone &&
    numbersWritten(tokens) &&
    best.operation.fields.some(({ name, in: place }) => place === 'query' && numbers.test(name))
  )
    return undefined
  if (isAlone) return next && (next.cursor === undefined ? [{ ...next, used }] : [first, { ...next, used }])
  return next && [first, { ...next, others: true, used }]
}
