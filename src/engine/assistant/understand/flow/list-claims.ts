import type { Concept } from '../../glossaries/glossary.ts'
import type { PlannedCheck } from '../../plan.ts'
import type { KnownField, KnownOperation } from '#engine/case-builder/project-index.ts'
import { answerListOf, type AnswerList } from '#engine/case-builder/answer-list.ts'
import { valueBehind } from '../expectations.ts'
import { isStatus, secondsAt } from '../quantities.ts'
import type { Token } from '../reading.ts'
import { plainWord, stemOf, wordsOf } from '#engine/case-builder/words.ts'

/** What a text says of a list, and the words that said it. */
export interface ListClaims {
  checks: PlannedCheck[]
  used: Token[]
}

const has = (token: Token | undefined, ...wanted: Concept[]): boolean =>
  token !== undefined && wanted.some((concept) => token.concepts.has(concept))

/** How many items are compared with the one behind them: a page of a list. */
const mostCompared = 20

/** "At least 3 items", "not empty", "every item has a price", "sorted by date": what a text says of the list that an operation answers with. */
export function listClaims(
  tokens: readonly Token[],
  operation: KnownOperation,
  sent: ReadonlyMap<string, unknown> = new Map(),
): ListClaims {
  const list = answerListOf(operation)
  const found: ListClaims = { checks: [], used: [] }
  if (!list || (operation.method !== 'GET' && operation.role !== 'list')) return found
  takeCount(tokens, operation, list, found)
  takeEmpty(tokens, list, found)
  takeEvery(tokens, operation, list, found, sent)
  takeSorted(tokens, list, found)
  return found
}

/** What else a text says: "at most 10" is asked for as well, where a parameter takes it. */
export const withoutClaims = (tokens: readonly Token[], { used }: ListClaims): Token[] =>
  used.some((token) => has(token, 'atMost')) ? [...tokens] : tokens.filter((token) => !used.includes(token))

/** Words for what a list consists of, whatever the API calls it. */
const isItem = (token: Token | undefined, { resource, words }: KnownOperation): boolean =>
  token?.kind === 'word' &&
  (has(token, 'item', 'rows') || token.stems.includes(resource) || token.stems.some((stem) => words.includes(stem)))

/** "At least 3 items", "exactly 10 rows", "2 results": a number right before what is counted. */
function takeCount(tokens: readonly Token[], operation: KnownOperation, list: AnswerList, found: ListClaims): void {
  for (const [at, token] of tokens.entries()) {
    const { value } = token
    if (value === undefined || !Number.isInteger(value) || value < 0 || secondsAt(tokens, at) !== undefined) continue
    // "Limit 5, at most 5 come back": what belongs to the number before is its own.
    const own = tokens.slice(0, at).findLastIndex((one) => one.kind === 'number') + 1
    const before = tokens.slice(Math.max(own, at - 3), at)
    const noun = tokens.slice(at + 1, at + 4).findIndex((next) => isItem(next, operation))
    const says = before.findLast((one) =>
      has(one, 'atLeast', 'atMost', 'greater', 'less', 'exactly', 'contains', 'answer', 'expect', 'own'),
    )
    // "10 per page has 10 products": what is had is no size any more.
    const had = before.findLastIndex((one) => has(one, 'own', 'contains', 'answer', 'expect'))
    const isSize =
      before.findLastIndex((one) => has(one, 'size', 'parameter', 'first')) > had || isNamed(before.at(-1), operation)
    // "The list has 5".
    const isOfList =
      has(says, 'own', 'contains') && tokens.slice(0, at).some((one) => has(one, 'list')) && at === tokens.length - 1
    // "Should give 401 on all posts": what is answered, and no count.
    const isAnswered = isStatus(value) && value >= 200 && noun !== 0
    if (
      isAnswered ||
      isSize ||
      (noun < 0 && !has(says, 'atLeast', 'atMost', 'exactly') && !isCounted(before) && !isOfList) ||
      has(tokens[at + 1], 'times')
    )
      continue
    // "Limit 5", "list 2 orders": how many are asked for is said by a parameter.
    if (!says && !isCounted(before) && !tokens.slice(0, at).some((one) => has(one, 'check', 'is', 'must'))) continue
    // A field that is compared, and no count: "price at least 3".
    const near = tokens.slice(Math.max(0, at - 4), at)
    if (
      noun < 0 &&
      list.fields.some(({ words }) => words.length > 0 && near.some(({ stems }) => words.every((word) => stems.includes(word))))
    )
      continue
    const at1 = { source: 'json' as const, at: list.at }
    const check: PlannedCheck = has(says, 'atLeast')
      ? { ...at1, is: 'matches-schema', value: { type: 'array', minItems: value } }
      : has(says, 'greater')
        ? { ...at1, is: 'matches-schema', value: { type: 'array', minItems: value + 1 } }
        : has(says, 'atMost')
          ? { ...at1, is: 'matches-schema', value: { type: 'array', maxItems: value } }
          : has(says, 'less')
            ? { ...at1, is: 'matches-schema', value: { type: 'array', maxItems: Math.max(0, value - 1) } }
            : { ...at1, is: 'has-length', value }
    found.checks.push(check)
    found.used.push(
      token,
      ...(says ? [says] : []),
      ...tokens.slice(at + 1, at + 2 + Math.max(noun, -1)),
      ...before.filter((one) => has(one, 'item')),
    )
    return
  }
}

/** "The count is 1", "number of orders is 3". */
const isCounted = (before: readonly Token[]): boolean =>
  before.some((one) => has(one, 'item') && /count|number|anzahl|nombre|n.mero|total|数/.test(one.plain))

const isNamed = (token: Token | undefined, { fields }: KnownOperation): boolean =>
  token !== undefined &&
  fields.some(({ in: place, words }) => place === 'query' && words.length > 0 && token.stems.includes(words.at(-1) ?? ''))

/** "The list is not empty", "returns an empty list". */
function takeEmpty(tokens: readonly Token[], { at }: AnswerList, found: ListClaims): void {
  const place = tokens.findIndex((token) => has(token, 'empty'))
  const empty = tokens[place]
  const isNarrowed = has(tokens[place - 1], 'with', 'without')
  if (!empty || isNarrowed || tokens.some((token) => has(token, 'create', 'delete', 'update'))) return
  const not = tokens.filter((token, index) => has(token, 'not') && Math.abs(index - place) < 5)
  found.checks.push({ source: 'json', at, is: 'is-empty', ...(not.length > 0 ? { not: true } : {}) })
  found.used.push(empty, ...not)
}

/** "Every item has a price", "each order's total is greater than 0": the items as JSON Schema says them. */
function takeEvery(
  tokens: readonly Token[],
  operation: KnownOperation,
  list: AnswerList,
  found: ListClaims,
  sent: ReadonlyMap<string, unknown>,
): void {
  const place = tokens.findIndex((token) => has(token, 'every', 'each', 'all', 'both'))
  const every = tokens[place]
  if (!every) return
  const named = membersIn(tokens, place + 1, operation, list, sent)
  const said = named.length > 0 ? named : statesIn(tokens, place + 1, list, sent)
  if (said.length === 0) return
  const required = said.filter(({ not }) => !not).map(({ name }) => name)
  const properties = Object.fromEntries(said.flatMap(({ name, rule }) => (rule === undefined ? [] : [[name, rule]])))
  const items = {
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  }
  found.checks.push({ source: 'json', at: list.at, is: 'matches-schema', value: { type: 'array', items } })
  found.used.push(every, ...said.flatMap(({ used }) => used))
}

interface Member {
  name: string
  not: boolean
  rule?: Record<string, unknown> | false
  used: Token[]
}

/** The members of an item that a text names behind "every", each with what is said of it. */
function membersIn(
  tokens: readonly Token[],
  from: number,
  operation: KnownOperation,
  list: AnswerList,
  sent: ReadonlyMap<string, unknown>,
): Member[] {
  const names = list.fields.filter(({ words }) => words.length > 0)
  const said: Member[] = []
  const noun = tokens.findIndex((token, at) => at >= from && isItem(token, operation))
  for (let at = Math.max(from, noun + 1); at < tokens.length; at++) {
    const token = tokens[at] as Token
    const field = fieldAt(tokens, at, names) ?? (list.documented && list.fields.length > 0 ? undefined : openField(tokens, at))
    if (!field || said.some(({ name }) => name === field.name)) continue
    const length = field.words.length
    const rest = tokens.slice(at + length, at + length + 6)
    const end = rest.findIndex((one) => has(one, 'and') || one.kind === 'end')
    const behind = end < 0 ? rest : rest.slice(0, end)
    // "Every one is active": a flag behind "is" is up.
    const isFlag = field.type === 'boolean' && tokens.slice(Math.max(from, at - 2), at).some((one) => has(one, 'is'))
    const isDown = tokens.slice(Math.max(from, at - 2), at).some((one) => has(one, 'not'))
    const rule = isFlag
      ? { schema: { const: !isDown }, used: [] }
      : (ruleFrom(behind, field) ?? sentRule(behind, sent.get(field.name)))
    const not = !rule && tokens.slice(Math.max(from, at - 4), at).some((one) => has(one, 'not', 'without'))
    said.push({
      name: field.name,
      not,
      ...(not ? { rule: false } : rule ? { rule: rule.schema } : {}),
      used: [...tokens.slice(at, at + length), token, ...(rule?.used ?? [])],
    })
    at += length - 1
  }
  return said
}

/** "All of them are open", "every one is active": what the items are, by a value of theirs, a flag, or the value that they were asked for by. */
function statesIn(tokens: readonly Token[], from: number, { fields }: AnswerList, sent: ReadonlyMap<string, unknown>): Member[] {
  const at = tokens.findIndex((token, index) => index >= from && has(token, 'is'))
  const token = tokens
    .slice(at + 1)
    .find(({ kind, stop, concepts, plain }) => kind === 'word' && !stop && !concepts.has('not') && plain !== 'either')
  if (at < 0 || !token) return []
  const not = tokens.slice(at).some((one) => has(one, 'not'))
  const asked = [...sent].find(([, value]) => typeof value === 'string' && plainWord(value) === token.plain)
  const valued = fields.find(({ values }) =>
    values?.some((value) => typeof value === 'string' && plainWord(value) === token.plain),
  )
  const name = asked && (fields.length === 0 || fields.some((field) => field.name === asked[0])) ? asked[0] : valued?.name
  // "Either credit or debit".
  const either = tokens.filter(({ plain }) => valued?.values?.some((one) => typeof one === 'string' && plainWord(one) === plain))
  if (valued && either.length > 1 && tokens.some((one) => has(one, 'or'))) {
    const members = valued.values?.filter(
      (one) => typeof one === 'string' && either.some(({ plain }) => plainWord(one) === plain),
    )
    const rule = not ? { not: { enum: members } } : { enum: members }
    const words = tokens.filter((one) => has(one, 'or') || one.plain === 'either')
    return [{ name: valued.name, not: false, rule, used: [...either, ...words] }]
  }
  const value = asked?.[1] ?? valued?.values?.find((one) => typeof one === 'string' && plainWord(one) === token.plain)
  if (name !== undefined) return [{ name, not: false, rule: not ? { not: { const: value } } : { const: value }, used: [token] }]
  const flag = fields.find(({ type, words }) => type === 'boolean' && token.stems.includes(words.at(-1) ?? ''))
  return flag ? [{ name: flag.name, not: false, rule: { const: !not }, used: [token] }] : []
}

/** The field whose name stands at a place: all its words, the longest name first. */
function fieldAt(tokens: readonly Token[], at: number, names: readonly KnownField[]): KnownField | undefined {
  const fits = ({ words }: KnownField) =>
    words.every((word, index) => tokens[at + index]?.stems.includes(word) || tokens[at + index]?.plain === word)
  return names.filter(fits).toSorted((a, b) => b.words.length - a.words.length)[0]
}

/** Where nothing documents the items: a word behind "has" is a name as it stands. */
function openField(tokens: readonly Token[], at: number): KnownField | undefined {
  const token = tokens[at]
  const before = tokens.slice(Math.max(0, at - 3), at)
  const isSaid = before.some((one) => has(one, 'with', 'contains', 'own'))
  if (!isSaid || token?.kind !== 'word' || token.stop || token.concepts.size > 0 || !/^[A-Za-z_]\w*$/.test(token.text))
    return undefined
  return { name: token.text, in: 'body', words: wordsOf(token.text).slice(0, 1), required: false }
}

/** "Of genre Action", of a list that was asked for by it. */
function sentRule(tokens: readonly Token[], value: unknown): { schema: Record<string, unknown>; used: Token[] } | undefined {
  const used = tokens.filter(({ text }) => typeof value === 'string' && plainWord(text) === plainWord(value))
  return used.length > 0 ? { schema: { const: value }, used } : undefined
}

/** What is said of a value: a bound, or what it is. */
function ruleFrom(
  tokens: readonly Token[],
  { type, values }: KnownField,
): { schema: Record<string, unknown>; used: Token[] } | undefined {
  const empty = tokens.find((token) => has(token, 'empty'))
  const bound = tokens.find((token) => has(token, 'greater', 'less', 'atLeast', 'atMost', 'contains'))
  const member = tokens.flatMap((token) =>
    (values ?? []).filter((one) => typeof one === 'string' && (token.plain === one.toLowerCase() || token.text === one)),
  )[0]
  if (member !== undefined) return { schema: { const: member }, used: [...tokens] }
  const [, value] = valueBehind([{ ...(tokens[0] as Token), kind: 'word' }, ...tokens], 0)
  if (value === undefined)
    return empty && tokens.some((one) => has(one, 'not'))
      ? { schema: type === 'array' ? { minItems: 1 } : { minLength: 1 }, used: [...tokens] }
      : undefined
  const used = [...tokens]
  if (typeof value === 'number') {
    if (has(bound, 'atLeast')) return { schema: { minimum: value }, used }
    if (has(bound, 'atMost')) return { schema: { maximum: value }, used }
    if (has(bound, 'greater')) return { schema: { exclusiveMinimum: value }, used }
    if (has(bound, 'less')) return { schema: { exclusiveMaximum: value }, used }
  }
  if (has(bound, 'contains') && typeof value === 'string')
    return { schema: { pattern: value.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`) }, used }
  return bound ? undefined : { schema: { const: value }, used }
}

/** How a list is asked for in an order, where the API has parameters for it: `sort_by=price&order=asc`. */
export function sortedBy(
  tokens: readonly Token[],
  { fields, method, resource }: KnownOperation,
  columns: readonly KnownField[] = [],
): ReadonlyMap<string, string> {
  const asked = new Map<string, string>()
  if (method !== 'GET' || !tokens.some((token) => has(token, 'sorted'))) return asked
  const open = fields.filter(({ in: place }) => place === 'query')
  const sorting = open.filter(({ name }) => /^(?:sort|order)(?:[_-]?(?:by|field|key))?$/i.test(name))
  const by = sorting.find(({ values }) => values)
  const valued = (field: KnownField | undefined, fits: (value: string) => boolean) =>
    field?.values?.find((value): value is string => typeof value === 'string' && fits(value))
  const column = valued(by, (value) =>
    wordsOf(value).every((word) => tokens.some(({ stems, plain }) => plain === word || stems.includes(stemOf(word)))),
  )
  const down = tokens.some((token) => has(token, 'descending'))
  const up = tokens.some((token) => has(token, 'ascending'))
  const order = open.find(
    ({ name, values }) =>
      values && /^(?:sort[_-]?)?(?:order|direction|dir)$/i.test(name) && values.some((one) => /^(?:asc|desc)/i.test(String(one))),
  )
  if (by && by !== order && column !== undefined) asked.set(by.name, column)
  const way = down || up ? valued(order, (value) => (down ? /^desc/i : /^asc/i).test(value)) : undefined
  if (order && way !== undefined) asked.set(order.name, way)
  const [free] = sorting.filter(({ values, type }) => !values && (type ?? 'string') === 'string')
  const place = tokens.findIndex((token) => has(token, 'sorted'))
  const word = [...tokens.slice(place + 1), ...tokens.slice(0, place).toReversed()].find(
    ({ kind, stop, concepts, stems }) => kind === 'word' && !stop && concepts.size === 0 && !stems.includes(resource),
  )
  if (by || !free || !word) return asked
  // Nothing says what it takes: the member that is meant, by its own name.
  const member = columns.find(({ words, name }) => name.toLowerCase() === word.plain || words.includes(stemOf(word.plain)))
  asked.set(free.name, member?.name ?? word.text)
  const direction = open.find(
    ({ name, values }) => !values && name !== free.name && /^(?:sort_?)?(?:order|dir|direction)$/i.test(name),
  )
  if (direction && (down || up)) asked.set(direction.name, down ? 'desc' : 'asc')
  return asked
}

/** "Sorted by price", "newest first": each of the first items beside the next one (RFC 9535 can't say it of all). */
function takeSorted(tokens: readonly Token[], { at: list, fields }: AnswerList, found: ListClaims): void {
  const place = tokens.findIndex((token) => has(token, 'sorted'))
  const sorted = tokens[place]
  if (!sorted) return
  const at = tokens.findIndex((_, index) => index > place && fieldAt(tokens, index, fields) !== undefined)
  const before = tokens.findLastIndex((_, index) => index < place && fieldAt(tokens, index, fields) !== undefined)
  const where = at >= 0 ? at : before
  const loose = tokens
    .slice(place + 1)
    .find(
      (token) =>
        token.kind === 'word' && !token.stop && fields.some(({ words }) => words.some((word) => token.stems.includes(word))),
    )
  const field =
    (where < 0 ? undefined : fieldAt(tokens, where, fields)) ??
    fields.find(({ words }) => loose && words.some((word) => loose.stems.includes(word)))
  if (!field || !/^[A-Za-z_]\w*$/.test(field.name)) return
  const down = tokens.filter((token) => has(token, 'descending'))
  const sign = down.length > 0 ? '<' : '>'
  const one = (index: number) => `${list}[${index}].${field.name}`
  const pairs = Array.from({ length: mostCompared - 1 }, (_, index) => `${one(index)} ${sign} ${one(index + 1)}`)
  found.checks.push({ source: 'json', at: `${list}[?${pairs.join(' || ')}]`, is: 'exists', not: true })
  found.used.push(
    sorted,
    ...down,
    ...tokens.filter((token) => has(token, 'ascending')),
    ...(loose ? [loose] : []),
    ...(where < 0 ? [] : tokens.slice(where, where + field.words.length)),
  )
}
