// Over 400 lines: a way in which a text says a value each, a dozen lines for every one of them.
import type { KnownField } from '#engine/case-builder/project-index.ts'
import { isEndOfRefusal } from './expectations.ts'
import { isStatus } from './quantities.ts'
import { says, type Token } from './reading.ts'
import type { Concept } from '../glossaries/glossary.ts'
import { plainWord, stemOf } from '#engine/case-builder/words.ts'

/** A value as JSON has it. */
export type FieldValue = string | number | boolean | null

/** What a text says of fields: values by name, fields without a value, and the tokens that said it. */
export interface FieldValues {
  values: Map<string, FieldValue>
  named: string[]
  used: Set<Token>
}

const skipped = (token: Token): boolean =>
  !token.concepts.has('less') &&
  !token.concepts.has('greater') &&
  (token.kind === 'sign' ||
    token.concepts.has('is') ||
    token.concepts.has('set') ||
    token.concepts.has('to') ||
    token.concepts.has('in') ||
    token.concepts.has('called') ||
    token.plain === 'value' ||
    token.plain === ':' ||
    (token.stop && !token.value))

/** "Set its state to done": behind such a word it is a value, though it says nothing elsewhere. */
const isState = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.concepts.has('to') === true && states.test(tokens[at]?.plain ?? '')
/** See {@link isState}. */
export const states = /^(?:done|off|on|up|down|good|bad|small|short|valid)$/

/** Reads values of known fields out of a text; with no fields known, `name Milo and age 7` by the words themselves. */
export function fieldValuesIn(tokens: readonly Token[], fields: readonly KnownField[], open: boolean): FieldValues {
  const found: FieldValues = { values: new Map(), named: [], used: new Set() }
  for (const field of fields) takeNamed(tokens, field, fields, found)
  // What stands inside of another member has to be named, or a place.
  const all = fields
  fields = all.filter(({ isInner }) => !isInner)
  const called = tokens.findIndex((token) => token.concepts.has('called'))
  const name =
    nameAmong(fields) ??
    nameAmong(all) ??
    fields.find(({ name: called, in: place, values }) => place === 'query' && !values && /^(?:name|title)$/i.test(called))
  const behind = tokens[called + 1]
  if (
    called >= 0 &&
    name &&
    behind &&
    !found.values.has(name.name) &&
    (behind.kind === 'quoted' || /^\p{Lu}/u.test(behind.text) || isLoneWord(tokens, called + 1))
  ) {
    takeName(tokens, called + 1, name, found)
  }
  takeNewName(tokens, fields, found)
  takePlace(tokens, all, found)
  takePerson(tokens, fields, found)
  takeBecomes(tokens, fields, found)
  takeRange(tokens, fields, found)
  takeDate(tokens, fields, found)
  for (const field of fields) takeIdentified(tokens, field, found)
  for (const field of fields) takeFlag(tokens, field, found)
  for (const field of fields) takeCode(tokens, field, found)
  for (const field of all) takeLength(tokens, field, found)
  for (const field of all) takeTooFar(tokens, field, found)
  for (const field of all) takeBeyond(tokens, field, found)
  for (const field of fields) takeByUnit(tokens, field, found)
  for (const field of fields) takeMember(tokens, field, found)
  takeAmount(tokens, fields, found)
  takeBare(tokens, fields, found)
  takeSearched(tokens, fields, found)
  takeLimit(tokens, fields, found)
  takePieces(tokens, fields, found)
  takeUnnamed(tokens, fields, found)
  if (open) takeOpen(tokens, found)
  return found
}

/** A word that nobody knows, and nothing but it: "named laptop". */
const isLoneWord = (tokens: readonly Token[], at: number): boolean => {
  const [token, next] = [tokens[at], tokens[at + 1]]
  return (
    token?.kind === 'word' &&
    !token.stop &&
    token.concepts.size === 0 &&
    token.corrected === undefined &&
    (next === undefined || next.kind === 'end' || next.concepts.size > 0)
  )
}

/** What things are called by, the likeliest names first. */
const names = [
  /^(?:name|title)$/i,
  /^owner$/i,
  /^(?:label|subject|display_?name|full_?name)$/i,
  /^(?:first_?name|user_?name)$/i,
  /name$/i,
]

/** The field that "named Rex" is the value of. */
function nameAmong(fields: readonly KnownField[]): KnownField | undefined {
  const open = fields.filter(({ in: place, type, values }) => place === 'body' && !values && (type ?? 'string') === 'string')
  return names.flatMap((pattern) => open.filter(({ name }) => pattern.test(name)))[0]
}

/** "In Berlin": a name behind such a word is where it is, where a field takes that. */
function takePlace(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const field = places.flatMap((pattern) =>
    fields.filter(
      ({ name, in: place, type, values }) =>
        place !== 'path' && !values && (type ?? 'string') === 'string' && pattern.test(name) && !found.values.has(name),
    ),
  )[0]
  const at = tokens.findIndex(
    (token, index) =>
      token.kind === 'word' &&
      /^\p{Lu}\p{Ll}+/u.test(token.text) &&
      token.concepts.size === 0 &&
      !found.used.has(token) &&
      /^(?:in|at|near|en|à|a|bei|nach)$/.test(tokens[index - 1]?.plain ?? ''),
  )
  if (field && at > 0) takeName(tokens, at, field, found)
}

/** Who a preposition stands before, as members are called. */
const people: readonly [RegExp, RegExp][] = [
  [
    /^(?:by|von|de|par)$/,
    /^(?:author|artist|director|writer|creator|composer|organi[sz]er|publisher|brand|manufacturer)(?:_?name)?$/i,
  ],
  [
    /^(?:for|fur|para|pour)$/,
    /^(?:passenger|customer|guest|client|patient|recipient|owner|attendee|holder|visitor|buyer|contact|person|member)(?:_?name)?$|^(?:full_?name|name)$/i,
  ],
]

/** "For John Doe", "by Jane Austen": a name behind such a word is whose it is, where a member takes that. */
function takePerson(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  for (const [before, called] of people) {
    const at = tokens.findIndex(
      (token, index) =>
        token.kind === 'word' &&
        /^\p{Lu}\p{Ll}+/u.test(token.text) &&
        token.concepts.size === 0 &&
        !found.used.has(token) &&
        before.test(tokens[index - 1]?.plain ?? '') &&
        !fields.some(({ values }) => values?.some((value) => typeof value === 'string' && plainWord(value) === token.plain)),
    )
    const field = fields.find(
      ({ name, in: place, type, values }) =>
        place === 'body' && !values && (type ?? 'string') === 'string' && called.test(name) && !found.values.has(name),
    )
    if (at > 0 && field) takeName(tokens, at, field, found)
  }
}

const places = [/^city$/i, /^(?:location|town|place)$/i, /^(?:venue|address)$/i, /^(?:country|region)$/i]

const isEndOfName = (next: Token | undefined): boolean =>
  next === undefined || next.kind === 'end' || next.stop || next.concepts.size > 0

/** A name of one word or, where they are written large, of several: "Algebra II". */
function takeName(tokens: readonly Token[], at: number, field: KnownField, found: FieldValues): void {
  const first = tokens[at]
  if (!first) return
  const rest = tokens.slice(at + 1)
  const isLarge = first.kind === 'word' && /^\p{Lu}/u.test(first.text)
  const end = rest.findIndex(
    ({ kind, text }, index) =>
      // "Apt 12".
      !(kind === 'number' && index === 0 && /^\d{1,4}$/.test(text) && isEndOfName(rest[1])) &&
      (kind !== 'word' || !/^\p{Lu}/u.test(text) || tokens[at + index]?.kind === 'end'),
  )
  const words = isLarge ? [first, ...(end < 0 ? rest : rest.slice(0, end))] : [first]
  found.values.set(field.name, words.map(({ text }) => text).join(' '))
  for (const word of words) found.used.add(word)
}

const namesField = (tokens: readonly Token[], at: number, field: KnownField): number => {
  const token = tokens[at]
  if (!token || token.kind === 'quoted' || token.kind === 'path') return 0
  if (plainWord(token.text) === plainWord(field.name)) return 1
  const { words } = field
  if (words.length === 1) return token.kind === 'word' && token.stems.includes(words[0] ?? '') ? 1 : 0
  const here = tokens.slice(at, at + words.length)
  if (here.length === words.length && here.every((one, index) => one.stems.includes(words[index] ?? ''))) return words.length
  return 0
}

/** `quantity 3`, `quantity = 3`, `quantity of 3`, `Preis: 12,50`. */
function takeNamed(tokens: readonly Token[], field: KnownField, fields: readonly KnownField[], found: FieldValues): void {
  for (const [at] of tokens.entries()) {
    const length = namesField(tokens, at, field)
    if (length === 0 || found.values.has(field.name)) continue
    let next = at + length
    while (next < tokens.length && next < at + length + 3 && skipped(tokens[next] as Token) && !isState(tokens, next)) next++
    const token = tokens[next]
    // "Search events by genre": the verb, and no value of a parameter called so.
    if (field.in === 'query' && tokens[at]?.concepts.has('list') && token?.kind === 'word' && length === 1 && next === at + 1)
      continue
    // "Check the status 200": what is answered, not what is sent.
    if (tokens[at]?.concepts.has('status') && isStatus(token?.value) && token?.kind === 'number') continue
    // "The content of the memo to x": what it becomes, not which one it is.
    if (field.in === 'path' && tokens.slice(at + length, next).some(({ concepts }) => concepts.has('to'))) continue
    // The words of a longer name are no names: `id` in `uniqueId`.
    if (length === 1 && isOtherName(tokens[at] as Token, field, fields)) continue
    if (length === 1 && endsLongerName(tokens, at, field, fields)) continue
    // "Wrong password -> 401": what is answered, not what is sent.
    if (tokens[next - 1]?.kind === 'sign' && tokens[next - 1]?.concepts.has('to') && isStatus(token?.value)) continue
    if (isEndOfRefusal(tokens, next)) continue
    // "A password of 7, 8 and 100 characters": how long.
    const unit = tokens.findIndex(({ kind, concepts }, place) => place > next && kind !== 'number' && !concepts.has('or'))
    if (token?.kind === 'number' && tokens[unit]?.concepts.has('character')) continue
    // "With a wrong password 5 times": how often.
    if (token?.kind === 'number' && tokens[next + 1]?.concepts.has('times')) continue
    // "With 380 kcal and 13 protein": each number stands before its name.
    const ahead = tokens[at - 1]
    const isAhead =
      isNumeric(field) &&
      field.in !== 'path' &&
      ahead?.kind === 'number' &&
      ahead.value !== undefined &&
      !found.used.has(ahead) &&
      token?.kind === 'number' &&
      next === at + length &&
      !fields.some((other) => namesField(tokens, at - 2, other) > 0)
    if (isAhead) {
      found.values.set(field.name, ahead.value ?? 0)
      for (const one of [ahead, ...tokens.slice(at, at + length)]) found.used.add(one)
      continue
    }
    const value =
      token && !found.used.has(token)
        ? (valueOf(token, field, tokens[next - 1]) ??
          plainValue(token, field, fields, tokens[next - 1]) ??
          (next === at + length ? wordValue(tokens, next, field, fields) : undefined))
        : undefined
    if (
      value === undefined &&
      tokens.slice(next, next + 2).some((one) => one.concepts.has('less') || one.concepts.has('greater'))
    )
      continue
    for (const one of tokens.slice(at, at + length)) found.used.add(one)
    if (value === undefined) found.named.push(field.name)
    else if (token?.kind === 'word' && value === token.text) {
      // "Title The Long Way".
      while (next > at + length && tokens[next - 1]?.kind === 'word' && /^\p{Lu}/u.test(tokens[next - 1]?.text ?? '')) next--
      takeName(tokens, next, field, found)
    } else if (token) {
      found.values.set(field.name, value)
      found.used.add(token)
    }
  }
}

const isOtherName = (token: Token, field: KnownField, fields: readonly KnownField[]): boolean =>
  plainWord(token.text) !== plainWord(field.name) &&
  fields.some((other) => other !== field && other.words.length > 1 && plainWord(other.name) === plainWord(token.text))

/** "Owner id": the `id` of it is no id of its own, where a field is called `ownerId`. */
const endsLongerName = (tokens: readonly Token[], at: number, field: KnownField, fields: readonly KnownField[]): boolean =>
  fields.some(
    (other) =>
      other !== field &&
      other.words.length > 1 &&
      at + 1 >= other.words.length &&
      namesField(tokens, at + 1 - other.words.length, other) === other.words.length,
  )

/** `tag dragons`: behind the name of a filter a word that means nothing else is its value. */
const plainValue = (
  token: Token,
  { in: place, type, values, name, words }: KnownField,
  fields: readonly KnownField[],
  before: Token | undefined,
): string | undefined =>
  ((place === 'path' &&
    type !== 'integer' &&
    !/id$/i.test(name) &&
    before !== undefined &&
    words.some((word) => before.stems.includes(word))) ||
    (place === 'path' && (before?.stems.includes('id') === true || /^(?:id|slug|code|key|uuid)$/.test(before?.plain ?? ''))) ||
    (place === 'query' && (type === undefined || type === 'string'))) &&
  !values &&
  token.kind === 'word' &&
  !token.stop &&
  token.concepts.size === 0 &&
  token.corrected === undefined &&
  !/^(?:cursor|token|offset|page|it)s?$/.test(token.plain) &&
  !fields.some(({ words }) => words.some((word) => token.stems.includes(word)))
    ? token.text
    : undefined

/** "Role editor", "color red": right behind the name of a member a word that nobody knows, and nothing but it. */
const wordValue = (
  tokens: readonly Token[],
  at: number,
  { in: place, type, values, name }: KnownField,
  fields: readonly KnownField[],
): string | undefined => {
  const [token, next] = [tokens[at], tokens[at + 1]]
  const isLast = next === undefined || next.kind !== 'word' || next.stop || next.concepts.size > 0
  return token &&
    isLast &&
    place === 'body' &&
    type === 'string' &&
    !values &&
    !/e?mail|passw|date|time|url|uri|id$/i.test(name) &&
    token.kind === 'word' &&
    !token.stop &&
    token.concepts.size === 0 &&
    token.corrected === undefined &&
    !/s$|^(?:length|format|long|short|large|small|high|low|unique|required|optional|validation|verification)$/.test(
      token.plain,
    ) &&
    !fields.some(({ words }) => words.some((word) => token.stems.includes(word)))
    ? token.text
    : undefined
}

/** "Rename the account to Savings": what is behind `to` is the name. */
function takeNewName(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const verb = tokens.findIndex(({ concepts }) => concepts.has('rename') && concepts.has('update'))
  const field = fields.find(
    ({ name, in: place, type }) => place === 'body' && type === 'string' && /name$|^title$|^label$/i.test(name),
  )
  const to = verb < 0 ? -1 : tokens.findLastIndex(({ concepts }, at) => at > verb && concepts.has('to'))
  const value = tokens[to + 1]
  if (to < 0 || !field || !value || value.kind === 'end' || found.values.has(field.name)) return
  takeName(tokens, to + 1, field, found)
}

/** "Update the content of a memo to "hello"": the only field that is named without a value gets the one behind `to`. */
function takeBecomes(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const named = fields.filter(({ name, in: place }) => place === 'body' && found.named.includes(name))
  const [field] = named
  const to = tokens.findLastIndex(({ concepts, kind }) => concepts.has('to') && kind === 'word')
  const token = tokens[to + 1]
  if (!field || named.length > 1 || to < 0 || !token || found.used.has(token)) return
  if (!tokens.slice(0, to).some(({ concepts }) => concepts.has('update') || concepts.has('set'))) return
  const value = valueOf(token, field, tokens[to])
  if (value === undefined) return
  found.values.set(field.name, value)
  found.used.add(token)
  found.named = found.named.filter((name) => name !== field.name)
}

/** Second words of a field that a value tells by itself: `deviceId`, `release_year`. */
const kindsOfValue = new Set(['id', 'year', 'dat', 'numb', 'number', 'cod', 'count'])

/** "Of device 5", "released 2020": the value behind the first word of a field, where the second one only says of what kind it is. */
function takeIdentified(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  const { name, words, type } = field
  if (found.values.has(name) || words.length !== 2 || !kindsOfValue.has(words[1] ?? '') || type === 'boolean') return
  for (const [at, token] of tokens.entries()) {
    const step = tokens[at + 1]?.concepts.has('in') && words[1] !== 'id' ? 2 : 1
    const value = tokens[at + step]
    const next = tokens[at + step + 1]
    if (token.kind !== 'word' || !token.stems.includes(words[0] ?? '') || value?.kind !== 'number' || found.used.has(value))
      continue
    // "Unknown list 404": what is answered.
    if (next === undefined && isStatus(value.value) && value.value >= 400) continue
    if (!Number.isInteger(value.value) || (value.value ?? 0) < 0 || next?.concepts.has('times')) continue
    found.values.set(name, type === 'integer' || type === 'number' ? (value.value ?? 0) : value.text)
    found.used.add(value)
    return
  }
}

const isDate = ({ text }: Token): boolean =>
  /^\d{4}-\d{2}-\d{2}|^\d{2}[-/.]\d{4}$|^\d{4}[-/.]\d{2}$|^\d{1,2}([-/.])\d{1,2}\1\d{4}$/.test(text)

/** "Between 2026-01-01 and 2026-01-31": two days are the ends of a range. */
function takeRange(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const dates = tokens.filter((token) => isDate(token) && !found.used.has(token))
  const ends = [
    /^(?:start|from|since|begin|after|min)|[_a-z](?:_from|From|_start|Start|_after|After)$/,
    /^(?:end|to|until|till|before|max)|[_a-z](?:_to|To|_end|End|_until|Until|_before|Before)$/,
  ].map((pattern) =>
    fields.find(
      ({ name, type, in: place }) => place !== 'path' && type !== 'boolean' && pattern.test(name) && !found.values.has(name),
    ),
  )
  // "Between 100 and 500".
  const between = tokens.findIndex(({ plain }) => /^(?:between|zwischen|entre)$/.test(plain))
  const numbers = tokens.slice(between + 1, between + 4).filter(({ kind, value }) => kind === 'number' && value !== undefined)
  if (
    between >= 0 &&
    dates.length === 0 &&
    numbers.length === 2 &&
    ends[0] &&
    ends[1] &&
    numbers.every((one) => !found.used.has(one))
  ) {
    for (const [at, field] of ends.entries()) if (field) found.values.set(field.name, numbers[at]?.value ?? 0)
    for (const one of numbers) found.used.add(one)
    return
  }
  if (dates.length !== 2) return
  for (const [at, field] of ends.entries()) {
    const date = dates[at]
    if (!field || !date || !ends[0] || !ends[1]) return
    found.values.set(field.name, date.text)
    found.used.add(date)
  }
}

/** "The report for 2026-01-31": the only day that is said, where one field takes a day. */
function takeDate(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const [date, ...more] = tokens.filter((token) => looksLikeDate.test(token.text) && !found.used.has(token))
  const [field, ...others] = fields.filter(
    ({ name, words, in: place, type, values }) =>
      place !== 'path' &&
      !values &&
      (type === undefined || type === 'string') &&
      words.some((word) => /^(?:dat|date|day)$/.test(word)) &&
      !found.values.has(name),
  )
  if (!date || !field || more.length > 0 || others.length > 0) return
  found.values.set(field.name, date.text)
  found.used.add(date)
  found.named = found.named.filter((name) => name !== field.name)
}

const looksLikeDate = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}/

/** "With a dog", "no newsletter": a flag whose noun is named is up, or down behind `without`. */
function takeFlag(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  if (field.type !== 'boolean' || found.values.has(field.name)) return
  const nouns = field.words.filter((word) => !/^(?:ha|has|is|can|with|allow|allowed|enabl|enable|includ|include)$/.test(word))
  if (nouns.length === 0 || nouns.length === field.words.length - 2) return
  const at = tokens.findIndex(
    (token) => (token.kind === 'word' || token.kind === 'quoted') && nouns.every((noun) => token.stems.includes(noun)),
  )
  if (at < 0) return
  // "With a dog and a bicycle": of the words before it, those of the same list.
  const before = tokens
    .slice(Math.max(0, at - 6), at)
    .filter(({ kind }, place, all) => !all.slice(place).some((one) => one.kind === 'end') || kind !== 'end')
  const has = (concept: Concept) => before.some(({ concepts }) => concepts.has(concept))
  // "Make it default".
  const isMade = before.some(({ plain, concepts }) => concepts.has('set') || /^(?:make|makes|mark|marks)$/.test(plain))
  // "Only cancelled orders".
  const isOnly = field.in === 'query' && before.at(-1)?.concepts.has('only') === true
  // "All active students".
  const isAdjective = field.in === 'query' && /[^s]s$/.test(tokens[at + 1]?.plain ?? '')
  // "Inactive students": what is taken for another word may be its opposite.
  const isOpposite = /^(?:in|un|non|de)/i.test(tokens[at]?.text ?? '') && tokens[at]?.corrected !== undefined
  if (isAdjective && tokens[at]?.corrected !== undefined && !isOpposite) return
  if (!has('with') && !has('without') && !has('and') && !has('not') && !isMade && !isOnly && !isAdjective) return
  found.values.set(field.name, !(has('without') || has('not') || isOpposite))
  found.used.add(tokens[at] as Token)
  found.named = found.named.filter((name) => name !== field.name)
}

/** "In DE", "in CHF": a code of a country, a language or a currency. */
function takeCode(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  if (found.values.has(field.name) || field.values || (field.type !== undefined && field.type !== 'string')) return
  const length = /id$/i.test(field.name) ? 0 : /country|lang|locale/i.test(field.name) ? 2 : /currency/i.test(field.name) ? 3 : 0
  const token = tokens.find(
    (one) => one.kind === 'word' && one.text.length === length && /^\p{Lu}+$/u.test(one.text) && !found.used.has(one),
  )
  if (length === 0 || !token) return
  found.values.set(field.name, token.text)
  found.used.add(token)
}

/** "A 7 character password": a text of that length. */
function takeLength(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  if (found.values.has(field.name) || field.type !== 'string' || field.values) return
  const at = tokens.findIndex(({ value }, index) => value !== undefined && tokens[index + 1]?.concepts.has('character'))
  const count = tokens[at]
  if (at < 0 || !count || found.used.has(count) || (count.value ?? 0) > 10_000 || (count.value ?? -1) < 0) return
  if (!tokens.some((_, index) => namesField(tokens, index, field) > 0)) return
  // "Longer than 10 characters" is 11 of them.
  const near = tokens.slice(Math.max(0, at - 3), at)
  const beyond = says(near, 'greater') ? 1 : says(near, 'less') ? -1 : 0
  found.values.set(field.name, 'a'.repeat(Math.max(0, Math.round(count.value ?? 0) + beyond)))
  found.used.add(count)
  for (const token of near) if (says([token], 'greater', 'less')) found.used.add(token)
  found.named = found.named.filter((name) => name !== field.name)
}

/** "Password too short", "a limit that is too big": a value beyond what the document allows, where it says what that is. */
function takeTooFar(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  const { name, type, values, least, most } = field
  const at = tokens.findIndex(({ plain }, index) => tooFar(plain, tokens[index + 1]?.plain) !== undefined)
  const way = tooFar(tokens[at]?.plain ?? '', tokens[at + 1]?.plain)
  const near = tokens.slice(Math.max(0, at - 5), at + 5)
  if (at < 0 || !way || found.values.has(name) || values || !near.some((_, index) => namesField(near, index, field) > 0)) return
  const isText = type === 'string'
  if (!isText && !isNumeric(field)) return
  const bound = way === 'more' ? most : (least ?? (isText && /passw|pin$/i.test(name) ? 2 : undefined))
  const value = bound === undefined ? undefined : bound + (way === 'more' ? 1 : -1)
  if (value === undefined || (isText && (value < 0 || value > 10_000))) return
  found.values.set(name, isText ? 'a'.repeat(value) : value)
  for (const token of tooFarIn(tokens)) found.used.add(token)
  found.named = found.named.filter((one) => one !== name)
}

/** "Limit 31 is too much": the words that say that a value is beyond what is allowed. */
export const tooFarIn = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token, at) => {
    const next = tokens[at + 1]
    return tooFar(token.plain, next?.plain) === undefined ? [] : token.plain === 'too' && next ? [token, next] : [token]
  })

/** "Too long", "too short": on which side of what is allowed. */
function tooFar(word: string, next: string | undefined): 'more' | 'less' | undefined {
  const said = word.startsWith('too ') ? word.slice(4) : word === 'too' ? next : undefined
  return said === undefined ? undefined : more.test(said) ? 'more' : less.test(said) ? 'less' : undefined
}
const more = /^(?:long|big|large|high|much|many|great)$/
const less = /^(?:short|small|low|little|few)$/

const isNumeric = ({ type }: KnownField): boolean => type === 'integer' || type === 'number'

/** `prices below zero`, `younger than 18`, `over 50000`, `a negative quantity`: a value on the far side of what is said. */
function takeBeyond(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  if (!isNumeric(field) || found.values.has(field.name)) return
  const at = tokens.findIndex((_, index) => namesField(tokens, index, field) > 0)
  if (at < 0) return
  for (const [index, token] of tokens.entries()) {
    if (Math.abs(index - at) > 6) continue
    if (token.concepts.has('minus')) {
      found.values.set(field.name, -1)
      found.used.add(token)
      return
    }
    const value = tokens.slice(index + 1, index + 3).find((one) => one.value !== undefined && !found.used.has(one))
    const isOver = token.concepts.has('greater')
    if ((!isOver && !token.concepts.has('less')) || value?.value === undefined) continue
    const step = field.type === 'integer' ? 1 : 0.01
    found.values.set(field.name, Number((value.value + (isOver ? step : -step)).toFixed(2)))
    found.used.add(value).add(token)
    return
  }
}

/** The only number of a body is what a comparison without a name is about: `transfers over 50000`. */
function takeUnnamed(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const numeric = fields.filter((field) => isNumeric(field) && field.in === 'body' && !/id$/i.test(field.name))
  const [only] = numeric
  const bare = numeric.find(({ name }) => amounts.test(name)) ?? (numeric.length === 1 ? only : undefined)
  for (const [index, token] of tokens.entries()) {
    if (found.used.has(token)) continue
    const isOver = token.concepts.has('greater')
    const value = tokens[index + 1]
    if ((!isOver && !token.concepts.has('less')) || value?.value === undefined || found.used.has(value)) continue
    // "Younger than 18".
    const isOfAge = /^(?:young|old)er\b/.test(token.plain)
    const hasAge = isOfAge && fields.some(({ words }) => words.includes('age'))
    const field = hasAge ? numeric.find(({ words }) => words.includes('age')) : bare
    if (!field || found.values.has(field.name)) return
    const unit = tokens[index + 2]
    if (unit && says([unit], 'millisecond', 'seconds', 'minute', 'percent')) continue
    const step = field.type === 'integer' ? 1 : 0.01
    found.values.set(field.name, Number((value.value + (isOver ? step : -step)).toFixed(2)))
    found.used.add(value).add(token)
    return
  }
}

/** `14 days` where a field is `days`, `3 pieces`. */
function takeByUnit(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  if (found.values.has(field.name) || !isNumeric(field) || field.in === 'path') return
  for (const [at, token] of tokens.entries()) {
    if (token.value === undefined || found.used.has(token)) continue
    const near = tokens[at + 1]
    if (!near || near.kind !== 'word' || !field.words.some((word) => near.stems.includes(word))) continue
    found.values.set(field.name, token.value)
    found.used.add(token).add(near)
    return
  }
}

/** A member of an enumeration names its field: `open orders`, `by card`, `100 EUR`. */
function takeMember(tokens: readonly Token[], field: KnownField, found: FieldValues): void {
  if (found.values.has(field.name) || !field.values) return
  for (const token of tokens) {
    // "Items" may be a quantity elsewhere; as a value it is none.
    if (found.used.has(token) || /^items?$/.test(token.plain) || (token.kind !== 'word' && token.kind !== 'quoted')) continue
    // `en` and `de` are words before they are languages.
    if (
      token.text.length < 3 &&
      token.kind === 'word' &&
      (token.stop || token.concepts.size > 0) &&
      !/^\p{Lu}+$/u.test(token.text)
    )
      continue
    const member = field.values.find(
      (value) =>
        typeof value === 'string' &&
        value.length > 1 &&
        (plainWord(value) === token.plain ||
          // "A png" is `image/png`.
          (value.includes('/') && plainWord(value).split('/').at(-1) === token.plain) ||
          (token.stems.includes(stemOf(plainWord(value))) && value.length > 2)),
    )
    if (typeof member !== 'string') continue
    found.values.set(field.name, member)
    found.used.add(token)
    return
  }
}

const amounts = /^(amount|price|total|sum|cost|betrag|importe|montant)$/i

/** A number before a currency is the amount. */
function takeAmount(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const field = fields.find(({ name, type }) => amounts.test(name) && (type === 'number' || type === 'integer'))
  if (!field || found.values.has(field.name)) return
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const money =
      next &&
      (/^(eur|usd|chf|gbp|euro|euros|dollar|dollars|franken|€|\$)$/.test(next.plain) ||
        next.stems.some((stem) => /^(eur|usd|chf)$/.test(stem)))
    if (token.value === undefined || found.used.has(token) || !money) continue
    found.values.set(field.name, token.value)
    found.used.add(token)
    return
  }
}

/** "Search tasks for milk": what is looked for, where a parameter takes it. */
function takeSearched(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const field = fields.find(
    ({ name, in: place, values }) => place === 'query' && !values && /^(?:s|q|query|search|term|keywords?|text)$/i.test(name),
  )
  // "In the list of books": no verb.
  const verb = tokens.findIndex(
    ({ concepts, kind }, at) => concepts.has('list') && kind === 'word' && !/^(?:the|a)$/.test(tokens[at - 1]?.plain ?? ''),
  )
  if (!field || verb < 0 || found.values.has(field.name)) return
  const at = tokens.findIndex(
    ({ concepts, kind }, index) => index > verb && (concepts.has('in') || concepts.has('with')) && kind === 'word',
  )
  const value = tokens[at + 1]
  // "Search for hello": behind the word it is what is looked for, whatever else it means.
  const isLookedFor = verb === at || at === tokens.findIndex(({ plain }) => plain === 'for')
  if (at < 0 || !value || found.used.has(value) || value.stop || (value.concepts.size > 0 && !isLookedFor)) return
  if (value.kind !== 'quoted' && (value.kind !== 'word' || tokens[at + 2]?.concepts.size === 0)) return
  found.values.set(field.name, value.text)
  found.used.add(value)
}

/** "Deposit 5000": the one number of a clause is the amount, where there is one to send. */
function takeBare(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const field = fields.find(({ name, in: place, values }) => place === 'body' && amounts.test(name) && !values)
  // "Withdraw 30, balance is 70": what is expected is not sent.
  const numbers = tokens.filter(
    ({ kind, value }, at) =>
      kind === 'number' &&
      value !== undefined &&
      !tokens
        .slice(Math.max(0, at - 2), at)
        .some(({ concepts }) => (['is', 'expect', 'must', 'answer', 'status'] as const).some((one) => concepts.has(one))),
  )
  const [only] = numbers
  // "Deposit -5, 0 and 1000000": each of them, the first here.
  const isRow = numbers.every(
    (one, at) =>
      at === 0 || tokens[tokens.indexOf(one) - 1] === numbers[at - 1] || tokens[tokens.indexOf(one) - 1]?.concepts.has('or'),
  )
  const at = only ? tokens.indexOf(only) : -1
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  if (!field || found.values.has(field.name) || (numbers.length !== 1 && !isRow) || !only || found.used.has(only)) return
  if (
    before?.kind !== 'word' ||
    [...before.concepts].some((concept) => !['create', 'in', 'from', 'with', 'is'].includes(concept))
  )
    return
  if (
    next &&
    (['millisecond', 'seconds', 'minute', 'hour', 'percent', 'users', 'times', 'character'] as const).some((one) =>
      next.concepts.has(one),
    )
  )
    return
  found.values.set(field.name, field.type === 'string' ? only.text : (only.value ?? 0))
  found.used.add(only)
}

/** `7 x A-100`: how many, and the code of what. */
function takePieces(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const many = fields.find(
    ({ name, type, in: place }) =>
      place === 'body' && type === 'integer' && /^(quantity|qty|count|amount|pieces|units)$/i.test(name),
  )
  const code = fields.find(
    ({ name, type, in: place }) =>
      place === 'body' &&
      type === 'string' &&
      /^(sku|code|article|item|product|ref|reference|(product|article|item)_?(id|code|number))$/i.test(name),
  )
  for (const [at, token] of tokens.entries()) {
    const isTimes = tokens[at + 1]?.concepts.has('times') && token.kind === 'number'
    if (isTimes && many && !found.values.has(many.name) && token.value !== undefined && !found.used.has(token)) {
      found.values.set(many.name, token.value)
      found.used.add(token)
    }
    const long = fields.find(
      ({ name, type, in: place }) =>
        place === 'body' && type === 'string' && /isbn|ean|gtin|barcode|phone|(?:^|_)(?:no|number)$/i.test(name),
    )
    if (
      token.kind === 'number' &&
      /^\d{8,}$/.test(token.text) &&
      long &&
      !found.values.has(long.name) &&
      !found.used.has(token)
    ) {
      found.values.set(long.name, token.text)
      found.used.add(token)
    }
    const isCode = token.kind === 'word' && /^[A-Z]{1,8}-?\d[\w-]*$/.test(token.text)
    if (isCode && code && !found.values.has(code.name) && !found.used.has(token)) {
      found.values.set(code.name, token.text)
      found.used.add(token)
    }
  }
}

/** `not more than 5 of them`, `the first 10`: how many a list gives. */
function takeLimit(tokens: readonly Token[], fields: readonly KnownField[], found: FieldValues): void {
  const field = fields.find(
    ({ name, in: place }) => place === 'query' && /^(limit|size|per_?page|page_?size|count|top|max|take)$/i.test(name),
  )
  if (!field || found.values.has(field.name)) return
  for (const [at, token] of tokens.entries()) {
    const value = tokens[at + 1]
    const isPer =
      token.value !== undefined &&
      ((value?.concepts.has('each') && (tokens[at + 2]?.stems.at(-1) ?? '').startsWith('pag')) ||
        (value?.concepts.has('size') && value.plain === 'per page'))
    if (isPer && !found.used.has(token)) {
      found.values.set(field.name, token.value ?? 0)
      found.used.add(token)
      return
    }
    // "Get 10 users".
    const isAsked =
      token.kind === 'number' &&
      (tokens[at - 1]?.concepts.has('read') || tokens[at - 1]?.concepts.has('list')) &&
      /[^s]s$/i.test(value?.text ?? '')
    if (isAsked && Number.isInteger(token.value) && !found.used.has(token)) {
      found.values.set(field.name, token.value ?? 0)
      found.used.add(token)
      return
    }
    // "With page size 20".
    const isSize = token.concepts.has('size') && token.plain !== 'page' && value?.kind === 'number'
    if (isSize && value.value !== undefined && !found.used.has(value)) {
      found.values.set(field.name, value.value)
      found.used.add(value)
      return
    }
    const isBound = token.concepts.has('atMost') || token.concepts.has('first') || token.concepts.has('largest')
    if (!isBound || value?.value === undefined || found.used.has(value)) continue
    found.values.set(field.name, value.value)
    found.used.add(value)
    return
  }
}

/** Fields that nobody knows, by their places: behind `with`, a word and a value, or a word alone. */
function takeOpen(tokens: readonly Token[], found: FieldValues): void {
  const start = tokens.findIndex((token) => token.concepts.has('with') || token.concepts.has('body'))
  if (start < 0) return
  for (let at = start + 1; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'end' && !/[,，、:：]/.test(token.text)) break
    if (token.concepts.has('expect') || token.concepts.has('check') || token.concepts.has('then')) break
    if (
      token.kind !== 'word' ||
      found.used.has(token) ||
      token.concepts.has('and') ||
      token.concepts.has('with') ||
      token.concepts.has('body') ||
      (token.stop && !token.concepts.has('name'))
    )
      continue
    if (!/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(token.text)) continue
    let next = at + 1
    while (next < tokens.length && next < at + 3 && skipped(tokens[next] as Token)) next++
    const candidate = tokens[next]
    const value =
      candidate && !candidate.concepts.has('and')
        ? valueOf(candidate, { name: token.text, in: 'body', words: [], required: false }, tokens[next - 1])
        : undefined
    const name = token.text
    if (found.values.has(name)) continue
    if (value === undefined) found.named.push(name)
    else if (candidate) {
      found.values.set(name, value)
      found.used.add(candidate)
      at = next
    }
  }
}

/** The value of a token for a field of this type; undefined if it is none. */
function valueOf(token: Token, { name, type, values, items }: KnownField, before: Token | undefined): FieldValue | undefined {
  // A list of things, or a thing, is no text.
  if (type === 'object' || items === 'object') return undefined
  if (token.kind === 'quoted') return typed(token.text, type)
  if (token.kind === 'number' || (token.value !== undefined && token.kind === 'word')) {
    if (type === 'boolean') return undefined
    if (type === 'string') return token.kind === 'number' ? token.text : undefined
    return token.value
  }
  if (token.kind === 'email' || token.kind === 'url' || token.kind === 'reference') return token.text
  if (token.kind !== 'word' || token.concepts.has('it')) return undefined
  if (/^(true|false)$/.test(token.plain)) return token.plain === 'true'
  if (token.plain === 'null' && type !== undefined) return null
  const member = values?.find(
    (value) => typeof value === 'string' && (plainWord(value) === token.plain || token.stems.includes(stemOf(plainWord(value)))),
  )
  if (typeof member === 'string') return member
  if (values) return undefined
  // A word is a value where something says so, or where it looks like a name or a code.
  const said =
    before !== undefined &&
    (before.concepts.has('is') ||
      before.concepts.has('called') ||
      before.concepts.has('to') ||
      before.kind === 'sign' ||
      before.text === ':')
  const isCode = /\d/.test(token.text) || /^\p{Lu}/u.test(token.text)
  if ((type !== undefined && type !== 'string') || /e?mail/i.test(name)) return undefined
  return (said && (!token.stop || states.test(token.plain))) || isCode ? token.text : undefined
}

function typed(text: string, type: string | undefined): FieldValue {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return text
}
