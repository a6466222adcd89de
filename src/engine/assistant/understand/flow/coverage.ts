import type { Concept } from '../../glossaries/glossary.ts'
import { answerFields } from '#engine/case-builder/project-index.ts'
import type { Asked } from '../candidate.ts'
import type { Token } from '../reading.ts'
import { lexiconOf } from '../lexicon.ts'
import { containerOf, nounsOf } from '../resolve-operation.ts'
import { sessionOperation } from '#engine/case-builder/session-operations.ts'
import { states } from '../field-values.ts'
import { relativeDaysIn } from '../relative-dates.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'
import { isBounded, type Action } from './action.ts'
import { isOwnVerb } from './verbs.ts'

/** Longer requests tell why, with words that are nothing to be done. */
export const mostPlain = 12

/** What a word asks of the actions, where it has to leave a trace in one of them. */
const traces: readonly { concepts: readonly Concept[]; isIn(actions: readonly Action[]): boolean }[] = [
  {
    concepts: ['duration'],
    isIn: (actions) => actions.some(isBounded),
  },
  {
    concepts: ['every', 'else', 'ends', 'sorted', 'descending', 'empty', 'exactly'],
    isIn: (actions) => actions.some(({ checks, fields }) => checks.length > 0 || [...fields.values()].includes('')),
  },
  // "See only his own": who or what else is kept out.
  {
    concepts: ['only'],
    isIn: (actions) =>
      actions.some(
        ({ fields, checks, token, refused, status }) =>
          fields.size > 0 || checks.length > 0 || token || refused || (status ?? 200) >= 400,
      ),
  },
  // "The list is empty" is said of an answer: nothing is left out of what only reads.
  {
    concepts: ['missing'],
    isIn: (actions) =>
      actions.some(
        ({ omit, fields, checks, method, token, status, refused, unknown }) =>
          omit.length > 0 || fields.size > 0 || checks.length > 0 || token || unknown || refused || status || method !== 'GET',
      ),
  },
]

/** Everything that actions are about, as stems: their operations, what they send, what they look at. */
function saidBy(actions: readonly Action[]): ReadonlySet<string> {
  return new Set(
    actions.flatMap(({ operation, path, resource, fields, omit, checks, days, named: bare }) => [
      ...(operation
        ? [...operation.words, ...operation.verbs, ...wordsOf(operation.title).map(stemOf)]
        : wordsOf(path).map(stemOf)),
      resource,
      ...[...(days?.keys() ?? [])].flatMap((name) => wordsOf(name).map(stemOf)),
      ...[...fields].flatMap(([name, value]) => [...wordsOf(name), ...wordsOf(String(value))].map(stemOf)),
      ...[...omit, ...bare, ...checks.flatMap(({ at, value }) => [at ?? '', String(value ?? '')])].flatMap((text) =>
        wordsOf(text).map(stemOf),
      ),
    ]),
  )
}

/** "Check both balances": of two things. */
const isOfTwo = (actions: readonly Action[]): boolean =>
  actions.some(({ checks, same }) => checks.length > 1 || same !== undefined) ||
  actions.some(({ path, method }, at) => actions.slice(at + 1).some((one) => one.path === path && one.method === method))

/** What no request to an API does. */
const beyond = /^(?:db|database|sql|datenbank|bdd|数据库)$/

/** What every answer of a documented operation is held against. */
const ofDocument = /^(?:schemas?|spec|specs|specification|contract|documentation|documented|openapi|swagger)$/

/** Whose doing it is: "a customer can't …" asks for nothing that a request would show, unless nobody else may. */
const isActor = (tokens: readonly Token[], at: number): boolean => {
  const [before, article] = [tokens[at - 2], tokens[at - 1]]
  const isSubject = article === undefined || (article.stop && article.plain.length <= 3)
  const isOfOther = before?.concepts.has('with') || before?.concepts.has('in') || before?.concepts.has('to')
  return (
    isSubject &&
    !isOfOther &&
    tokens.slice(at + 1, at + 3).some(({ concepts }) => (['able', 'must', 'not'] as const).some((one) => concepts.has(one)))
  )
}

/**
 * The words of a request that nothing of its actions accounts for. Of a short one each word that tells something; of a longer one, which tells why
 * as well, what the API has a name for. A plan without them would be a wrong one.
 */
export function uncovered(
  { reading: { tokens, language }, named, index }: Asked,
  actions: readonly Action[],
  isStrict = false,
): Token[] {
  const values = new Set(actions.flatMap((one) => [...one.fields.values()].map(String)))
  const said = saidBy(actions)
  const isShort = isStrict || tokens.filter(({ kind }) => kind === 'word').length <= mostPlain
  const nouns = nounsOf(index)
  const fields = new Set(
    actions.flatMap(({ operation }) =>
      operation
        ? [...operation.fields, ...answerFields(operation)].flatMap(({ words }) => (words.length === 1 ? words : []))
        : [],
    ),
  )
  const sentIds = new Set(
    actions.flatMap(({ operation, role }) =>
      role === 'create' || role === 'action'
        ? (operation?.fields ?? []).flatMap(({ in: place, words }) =>
            place === 'body' && words.length === 2 && words[1] === 'id' ? [words[0] ?? ''] : [],
          )
        : [],
    ),
  )
  const project = new Set(wordsOf(index.project.name))
  const isKnown = (token: Token) => token.stems.some((stem) => index.vocabulary.stems.has(stem))
  // "A phone contact": a word that the glossary has for a thing.
  const isNoun = ({ plain, text }: Token) => !/['’]s$/.test(text) && lexiconOf(language).meaning(plain) !== undefined
  // "Add a product to the cart": what is put in need not be called what the API calls its items.
  const container = actions.some(({ role }) => role === 'create') ? containerOf(tokens, index) : undefined
  const lid = tokens.findIndex(({ stems }) => container !== undefined && stems.includes(container))
  // "Remove a product from the cart".
  const emptied = actions.filter(({ role }) => role === 'delete').map(({ resource }) => resource)
  const from = tokens.findIndex(
    ({ stems }, at) =>
      stems.some((stem) => emptied.includes(stem)) &&
      tokens.slice(Math.max(0, at - 3), at).some(({ concepts }) => concepts.has('from')),
  )
  const isContent = (at: number) =>
    (at < lid && tokens.slice(0, at).some(({ concepts }) => concepts.has('create'))) ||
    (at < from && tokens.slice(0, at).some(({ concepts }) => concepts.has('delete')))
  // "The order of a customer": whose it is, where the API has nothing that is both.
  const isOwner = (token: Token, at: number) =>
    tokens.slice(Math.max(0, at - 2), at).some(({ concepts }) => concepts.has('in')) &&
    token.stems.some((stem) => nouns.has(stem)) &&
    !index.operations.some(
      ({ words }) => token.stems.some((stem) => words.includes(stem)) && actions.some(({ resource }) => words.includes(resource)),
    )
  const tells = (token: Token): boolean =>
    isShort
      ? index.operations.length > 0 || token.stems.some((stem) => fields.has(stem))
      : token.stems.some((stem) => nouns.has(stem)) || isOwnVerb(token, index)
  const used = new Set(actions.flatMap((one) => one.used))
  // "For tomorrow", where nothing takes a day.
  const isDay = new Set(relativeDaysIn(tokens).flatMap((one) => one.used))
  // A suite that is called like what an API has is meant only where suites are spoken of.
  const isOfSuites = tokens.some(({ concepts }) => concepts.has('suite'))
  const placed = named.filter(({ what, quoted }) => what !== 'suite' || quoted || isOfSuites)
  return tokens.filter((token, at) => {
    if (used.has(token)) return false
    if (isDay.has(token)) return isShort
    // "Log in, list properties", of an API that has no sign-in.
    const begins = at === 0 || tokens[at - 1]?.kind === 'end' || tokens[at - 1]?.concepts.has('then') === true
    if (begins && /^(?:log|sign)s? ?(?:in|out)$/.test(token.plain) && isShort && index.operations.every((one) => !one.protected))
      return (['login', 'logout'] as const).some((one) => token.concepts.has(one) && !sessionOperation(index, one))
    if (token.kind === 'reference') return !values.has(token.text)
    if (token.kind !== 'word') return false
    if (beyond.test(token.plain) && !isKnown(token)) return true
    if (/^off$/.test(token.plain) && isShort) return ![...values].some((value) => value === 'false')
    if (token.concepts.has('body') && tokens.slice(Math.max(0, at - 2), at).some(({ concepts }) => concepts.has('without')))
      return !actions.some(({ omit }) => omit.length > 0)
    if (token.plain === 'both' && isShort) return !isOfTwo(actions)
    // "Set its state to done", where that is none of its values.
    if (tokens[at - 1]?.concepts.has('to') && states.test(token.plain)) return !values.has(token.text)
    // "With correct and wrong password": one of each.
    if (
      /^(?:correct|right|valid)$/.test(token.plain) &&
      tokens[at + 1]?.concepts.has('and') &&
      tokens[at + 2]?.concepts.has('invalid')
    )
      return !isOfTwo(actions)
    if (token.stop) return false
    // "Wrong credentials give 401".
    if (/^(?:give|yield|produce|return|cause)s?$/.test(token.plain) && tokens[at + 1]?.kind === 'number') return false
    // "The ticket I bought": what was done before.
    if (
      /^(?:i|we|you|just)$/.test(tokens[at - 1]?.plain ?? '') &&
      /ed$|^(?:bought|made|sent|got|wrote|paid|took)$/.test(token.plain)
    )
      return false
    // "Book a trip", whose identifier is sent.
    if (token.stems.some((stem) => sentIds.has(stem))) return false
    // "List players, then get the first one".
    if (token.concepts.has('first') && tokens[at + 1]?.plain === 'one')
      return !actions.some(({ fields, role }) => fields.size > 0 || role === 'read')
    // "For 15 euros": what the number is of.
    if (/^(?:eur|euros?|usd|dollars?|chf|francs?|gbp|pounds?)$/.test(token.plain) && values.has(String(tokens[at - 1]?.value)))
      return false
    if (ofDocument.test(token.plain) && actions.some(({ operation }) => operation?.api)) return false
    if (placed.some(({ start, end }) => start <= token.start && token.end <= end)) return false
    const trace = isShort && traces.find(({ concepts }) => concepts.some((concept) => token.concepts.has(concept)))
    // "Slot duration 60": a member that is sent.
    const isSent = actions.some(({ fields: sent }) =>
      [...sent.keys()].some((name) => wordsOf(name).map(stemOf).includes(stemOf(token.plain))),
    )
    if (trace && !isSent) return !trace.isIn(actions)
    return (
      token.concepts.size === 0 &&
      token.value === undefined &&
      token.plain.length > 2 &&
      tells(token) &&
      !isActor(tokens, at) &&
      !isContent(at) &&
      !isOwner(token, at) &&
      !project.has(token.plain) &&
      (isShort || !/['’]s$/.test(token.text)) &&
      (isKnown(token) || isNoun(token) || !lexiconOf(language).isNearlyKnown(token.plain)) &&
      !values.has(token.text) &&
      !token.stems.some((stem) => said.has(stem))
    )
  })
}

/** In a longer request that is no story: words that nothing of the plan accounts for, and that are no reason to ask. */
export function notTold(asked: Asked, actions: readonly Action[]): Token[] {
  const { tokens, language } = asked.reading
  const words = tokens.filter(({ kind }) => kind === 'word').length
  if (language !== 'en' || words <= mostPlain || words > mostTold) return []
  const found = uncovered(asked, actions, true)
  return found.length > mostLost ? [] : found
}

/** Longer ones are stories, and so are those with more words that are nothing to be done. */
const mostTold = 40
const mostLost = 6

/** What is said of a list, "it shows up there", and no check of the plan sees: it is proposed, and told to be left out. */
export const unseen = (tokens: readonly Token[], actions: readonly Action[]): Token[] => {
  // "All pages": two of them are seen, and a case can't go on until there are none.
  const all = tokens.findIndex(
    (token, place) =>
      token.concepts.has('all') && actions.some(({ used, others }) => others && used.includes(tokens[place + 1] as Token)),
  )
  if (all >= 0) return tokens.slice(all)
  const at = tokens.findIndex(
    ({ concepts }, place) =>
      concepts.has('it') &&
      tokens
        .slice(place + 1, place + 4)
        .some((one, far, near) => one.concepts.has('in') && near.slice(0, far).some((before) => before.concepts.has('is'))),
  )
  // "Check that it is there", and nothing is looked at.
  const there = tokens.findIndex(({ concepts, stop }) => concepts.has('exists') && !stop)
  if (
    there > 0 &&
    actions.every(
      ({ implied, holds, checks, role, method }) =>
        !implied && holds === undefined && role !== 'read' && method !== 'GET' && checks.length === 0,
    ) &&
    tokens.slice(0, there).some(({ concepts }) => concepts.has('check') || concepts.has('must'))
  )
    return tokens.slice(there, there + 1)
  // "Check that the role is listed", of a list that nothing is looked for in.
  const listed = tokens.findIndex(({ plain }) => /^(?:listed|included|contained|appears?)$/.test(plain))
  if (
    listed > 0 &&
    tokens.slice(0, listed).some(({ concepts }) => concepts.has('check') || concepts.has('must')) &&
    actions.every(
      ({ holds, checks, same, fields, role }) =>
        holds === undefined && checks.length === 0 && same === undefined && (role !== 'list' || fields.size === 0),
    )
  )
    return tokens.slice(
      tokens.slice(0, listed).findLastIndex(({ concepts }) => concepts.has('check') || concepts.has('must')),
      listed + 1,
    )
  // "Check it is in the comments", where nothing says what they look like.
  const isIn =
    at > 0 &&
    (tokens.slice(Math.max(0, at - 3), at).some(({ concepts }) => concepts.has('check')) ||
      tokens[at + 1]?.concepts.has('must') === true)
  if (isIn && actions.every(({ holds, checks, same }) => holds === undefined && checks.length === 0 && same === undefined))
    return tokens.slice(at)
  return actions.some(
    ({ implied, role, checks, holds }) => implied === 'exists' && role === 'list' && checks.length === 0 && holds === undefined,
  )
    ? tokens.filter(({ concepts, stop }) => concepts.has('exists') && !stop)
    : []
}
