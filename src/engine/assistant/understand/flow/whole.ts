import type { Concept } from '../../glossaries/glossary.ts'
import { answerFields, pathOf } from '#engine/case-builder/project-index.ts'
import type { Token } from '../reading.ts'
import type { Asked } from '../candidate.ts'
import { answersWith, isBounded, type Action } from './action.ts'
import { secondsAt } from '../quantities.ts'
import { stemOf } from '#engine/case-builder/words.ts'
import { isOwnVerb } from './verbs.ts'
import { caseName } from './to-plan.ts'

const idle: readonly Concept[] = [
  'test',
  'check',
  'then',
  'and',
  'it',
  'is',
  'must',
  'able',
  'expect',
  'again',
  'back',
  'not',
  'to',
  'in',
  'with',
  'all',
  'answer',
  'status',
  'case',
  'new',
  'if',
  'yes',
  'help',
  'refuse',
  'now',
  'called',
  'token',
  'auth',
  'from',
  'before',
  'after',
  'every',
  'project',
  'suite',
  'own',
  'exactly',
]

/** Whether a clause has a word that means something by itself. */
export const saysSomething = (tokens: readonly Token[], resource?: string): boolean =>
  !tokens.some(({ concepts }) => concepts.has('called')) &&
  tokens.some(
    (token) =>
      token.kind === 'quoted' ||
      (token.kind === 'word' &&
        !token.stop &&
        (token.plain.length > 2 || /\p{Script=Han}{2}/u.test(token.plain)) &&
        !(resource !== undefined && token.stems.includes(resource)) &&
        ![...token.concepts].some((concept) => idle.includes(concept))),
  )

/** What has no place in a plan, and how much that makes it doubtful. */
interface LeftOver {
  words: Token[]
  doubt: number
}

/** What a request says and no action has: denials, numbers, comparisons, quotations. A plan without them would be a wrong one. */
export function leftOver({ reading, named, index }: Asked, actions: readonly Action[]): LeftOver {
  const used = new Set(actions.flatMap((one) => one.used))
  const tokens = reading.tokens.filter((token) => !used.has(token))
  const denials = tokens.filter(
    (token) =>
      token.concepts.has('not') ||
      token.concepts.has('refuse') ||
      token.concepts.has('without') ||
      token.concepts.has('invalid') ||
      token.concepts.has('negative') ||
      token.concepts.has('minus'),
  )
  const isDenying = actions.some(
    (one) =>
      one.refused ||
      (one.status ?? 200) >= 400 ||
      one.token ||
      one.omit.length > 0 ||
      one.holds === false ||
      one.checks.some(({ not }) => not),
  )
  const said = new Set(
    actions.flatMap((one) => [...one.fields.values(), one.status, ...one.checks.map(({ value }) => value)].map(String)),
  )
  const path = actions.map((one) => one.path).join(' ')
  const isTimed = actions.some(isBounded)
  const numbers = tokens.filter(
    ({ kind, value, text }, at) =>
      (kind === 'number' || isCountOfMade(tokens, at, actions)) &&
      value !== undefined &&
      !said.has(String(value)) &&
      !new RegExp(`(?<![\\w.])${text.replace(/[^\d]/g, '.')}(?![\\w.])`).test(path) &&
      !tokens[at + 1]?.concepts.has('character') &&
      !(isTimed && secondsAt(tokens, at) !== undefined),
  )
  const close = numbers.filter(({ value }) => ![...said].some((one) => Math.abs(Number(one) - (value ?? 0)) <= 1))
  const name = caseName(tokens, actions)
  // "Withdraw more than you have": a bound that is no number.
  const isUnbound =
    tokens.some(({ concepts }) => concepts.has('greater') || concepts.has('less')) &&
    !tokens.some(({ value, concepts, stop }) => value !== undefined || (concepts.has('minus') && !stop)) &&
    actions.every(({ fields, checks }) => fields.size === 0 && checks.length === 0)
  // "Only admins may see it": who may not is not said.
  const isExclusive =
    tokens.some(({ concepts }) => concepts.has('only')) &&
    tokens.some(({ concepts }) => concepts.has('able') || concepts.has('must')) &&
    !isDenying &&
    actions.every(({ fields }) => fields.size === 0)
  const quoted = tokens.filter(
    ({ kind, text, start }) =>
      kind === 'quoted' &&
      !said.has(text) &&
      text.trim() !== name &&
      !named.some(({ quoted: isQuoted, start: from }) => isQuoted && from === start),
  )
  // A refusal of what is right: nothing says what is wrong in it.
  const isBaseless = actions.some(
    (one, at) =>
      one.refused &&
      one.fields.size === 0 &&
      one.days === undefined &&
      one.omit.length === 0 &&
      !one.token &&
      !one.unknown &&
      one.as === undefined &&
      actions[at - 1]?.path !== one.path &&
      actions.length === 1,
  )
  // What is said to be done, and nothing does it.
  const roles = new Set<string>(actions.map(({ role }) => role))
  const verbs = new Set(actions.flatMap(({ operation }) => operation?.verbs ?? []))
  const isSet = actions.some(({ role, fields, checks }) => role === 'update' || fields.size > 0 || checks.length > 0)
  const undone = tokens.filter(
    (token) =>
      !token.stop &&
      !(index.verbs.has(stemOf(token.plain)) && verbs.has(stemOf(token.plain))) &&
      ((token.concepts.has('set') && token.concepts.size === 1 && !isSet) ||
        (token.concepts.has('delete') && !roles.has('delete') && !roles.has('action')) ||
        (token.concepts.has('update') && token.concepts.size === 1 && !roles.has('update') && !roles.has('action')) ||
        (isOwnVerb(token, index) && token.concepts.size === 0 && !token.stems.some((stem) => verbs.has(stem)))),
  )
  // "Anonymise it": a word that nobody knows before what it is done to.
  const unknown = tokens.filter(
    (token, at) =>
      token.kind === 'word' &&
      !token.stop &&
      token.concepts.size === 0 &&
      token.corrected === undefined &&
      !token.stems.some((stem) => index.vocabulary.stems.has(stem)) &&
      tokens[at + 1]?.concepts.has('it') &&
      /^(?:it|them|him|her)$/.test(tokens[at + 1]?.plain ?? ''),
  )
  // Reading is never in conflict with anything, and is answered by 304 only where its condition is sent.
  const isOdd = actions.some(
    ({ method, status }) => method === 'GET' && [201, 202, 204, 304, 409, 412, 415, 428].includes(status ?? 0),
  )
  const bounds = tokens.filter(({ concepts }) => concepts.has('greater') || concepts.has('less'))
  const exclusive = tokens.filter((token, at) => tokens[at - 1]?.concepts.has('only') && !token.stop)
  const groups = [
    isDenying ? [] : denials,
    close,
    quoted,
    isUnbound ? bounds : isExclusive ? exclusive : [],
    [...undone, ...unknown],
  ].filter((group) => group.length > 0)
  return {
    words: isBaseless || isOdd ? [] : groups.flat().toSorted((a, b) => a.start - b.start),
    doubt: (isBaseless ? 0.4 : 0) + 0.36 * (groups.length + Number(isOdd)),
  }
}

/** "Create two shifts": how many are made. */
const isCountOfMade = (tokens: readonly Token[], at: number, actions: readonly Action[]): boolean =>
  (tokens[at]?.value ?? 0) > 1 &&
  actions.some(({ role, resource }) => role === 'create' && tokens[at + 1]?.stems.includes(resource))

/** "With an email that is already taken": one thing is made, and there is no word for making it twice. */
const isMadeTwice = (actions: readonly Action[]): boolean =>
  actions.length === 1 &&
  actions.every(
    ({ role, operation, status, omit, token }) =>
      role === 'create' &&
      omit.length === 0 &&
      !token &&
      (status ?? 400) >= 400 &&
      !operation?.verbs.some((verb) => /^(?:duplicat|copy|clon)/.test(verb)),
  )

/** "the same book twice": the action once more; what must not be possible is the second one. */
export function repeat(actions: Action[], tokens: readonly Token[]): void {
  // "With an existing phone number, 409".
  const isDouble =
    tokens.some(({ concepts }) => concepts.has('duplicate')) ||
    (actions.length === 1 &&
      actions[0]?.status === 409 &&
      tokens.some(({ plain }) => /^(?:existing|taken|used|duplicate|same)$/.test(plain)))
  if (!tokens.some((token) => token.concepts.has('again')) && !(isDouble && isMadeTwice(actions))) return
  // "Add a comment and remove it again": back to how it was.
  const isBack =
    tokens.every(({ concepts }) => !concepts.has('again') || concepts.has('back')) &&
    actions.some(({ role }) => role === 'create' || role === 'action') &&
    actions.some(({ role, again }) => role === 'delete' && again)
  if (isBack && actions.every(({ status, refused }) => status === undefined && !refused)) return
  const marked = actions.findIndex(({ again, role, implied }) => again && !implied && role !== 'read' && role !== 'list')
  const at = marked < 0 ? actions.length - 1 : marked
  const one = actions[at]
  const isWritten = actions.filter(({ method, path }) => method === one?.method && path === one.path).length > 1
  // "Read it again, delete it": what is looked at once more.
  const isLook = marked < 0 && actions.some(({ again, role }) => again && (role === 'read' || role === 'list'))
  if (!one || isLook || isWritten || one.implied || one.role === 'read' || one.role === 'list') return
  const { status, refused: wasRefused, ...rest } = one
  const isGone = one.role === 'delete' && status === undefined && !wasRefused
  const refused = wasRefused || (status === undefined && (isDouble || tokens.some((token) => token.concepts.has('not'))))
  actions.splice(
    at,
    1,
    { ...rest, refused: false, checks: [] },
    {
      ...rest,
      refused: refused && !isGone,
      ...(isGone ? { status: 404 } : status === undefined ? conflict(rest, refused) : { status }),
    },
  )
}

/** What is made a second time is in conflict, where the document knows that answer (RFC 9110 section 15.5.10). */
function conflict({ role, operation }: Pick<Action, 'role' | 'operation'>, isRefused: boolean): { status?: number } {
  return isRefused && role === 'create' && answersWith(operation, 409) ? { status: 409 } : {}
}

/** "change it to 12, and reading it I have to find 12": what was sent, said once more, is looked for in what is read. */
export function checkSent(actions: readonly Action[], tokens: readonly Token[]): void {
  const [reading] = actions.filter(({ role, implied }, at) => at > 0 && role === 'read' && implied !== 'gone').slice(-1)
  if (!reading?.operation) return
  const known = new Map(answerFields(reading.operation).map((field) => [field.name, pathOf(field)]))
  const sent = new Map(actions.slice(0, actions.indexOf(reading)).flatMap(({ fields }) => [...fields]))
  for (const [name, value] of sent) {
    const times = tokens.filter((token) => token.kind === 'number' && token.value === value).length
    const path = known.get(name)
    if (typeof value !== 'number' || times < 2 || path === undefined || reading.checks.some(({ at }) => at === path)) continue
    reading.checks.push({ source: 'json', at: path, is: 'equals', value })
  }
}

/** The same said twice, as in "delete it and check that it is gone. It must be gone". */
export function dropDouble(actions: Action[]): void {
  for (let at = actions.length - 1; at > 0; at--) {
    const [one, before] = [actions[at], actions[at - 1]]
    if (!one || !before || one.method !== before.method || one.path !== before.path) continue
    if (one.cursor !== undefined || one.others || one.again || one.omit.some((name) => !before.omit.includes(name))) continue
    if (one.status !== before.status && one.status !== undefined && !one.implied) continue
    if (one.fields.size > 0 && before.fields.size > 0) continue
    if (one.role === 'action' || (one.role === 'create' && one.fields.size > 0)) continue
    if (one.status !== undefined) before.status = one.status
    for (const [name, value] of one.fields) before.fields.set(name, value)
    before.checks.push(...one.checks)
    if (one.holds !== undefined) before.holds ??= one.holds
    if (one.same) before.same ??= one.same
    before.used.push(...one.used)
    actions.splice(at, 1)
  }
}
