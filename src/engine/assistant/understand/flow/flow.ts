import type { Asked, Candidate, Missing } from '../candidate.ts'
import { clausesOf, quoted, runsOf } from '../clauses.ts'
import { deedIn } from '../titled.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import { caseOf } from '../names.ts'
import type { Token } from '../reading.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import { generic } from '../resolve-operation.ts'
import { actionOf, ownersOf } from './action-of.ts'
import { idleParts, isNoRequest } from './idle.ts'
import { plainAction, sizeOf, type Action } from './action.ts'
import { saidOfAnswer, speaksOfAnswer, stateIn } from './said-of-answer.ts'
import { pagesIn } from './pages.ts'
import { asSent, isBareCheck, sameAs, tried } from './as-sent.ts'
import { attach } from './attach.ts'
import { onlyResource, singleActions, topicOf, topicsOf, withoutReason, withoutStory, withoutWrapper } from './parts.ts'
import { mostPlain, notTold, uncovered, unseen } from './coverage.ts'
import { signInFirst, tokenWords, withOwnToken } from './own-token.ts'
import { bringsInto, refuseByState, statesFirst } from './states.ts'
import { behind, named, toPlan } from './to-plan.ts'
import { actsWith, checksField, isImperative, looksAt, narrowed, setsField, strong } from './verbs.ts'
import { saysWhichSession } from '../session.ts'
import { asOther, refuseByRole, roleIn, sendAs, type Role } from './roles.ts'
import { clearing, goneAfterwards, holdsMade, isInLast, isInOther, lookAtDeleted, rightly, sameKeys } from './looks.ts'
import { hold, withheldIn, type Withheld } from './withheld.ts'
import { cross, crossing, withFurtherValues } from './further-values.ts'
import { byOthers, onlyIn } from './only.ts'
import { isOtherValue, withOtherValue } from './other-value.ts'
import { lackingIn, secondOne } from './second-one.ts'
import { manifold, timesOf } from './times.ts'
import { checkSent, dropDouble, leftOver, repeat, saysSomething } from './whole.ts'

/** A sequence of requests: "create an order, pay it, then delete it and check that it is gone". */
export function flow(asked: Asked): Candidate | undefined {
  const { tokens } = asked.reading
  const told = withoutStory(tokens)
  const hint = told && topicsOf(tokens.slice(0, tokens.indexOf(told[0] as Token)), asked.index).at(-1)
  const short = told && read({ ...asked, reading: { ...asked.reading, tokens: told } }, hint)
  return short && short.confidence > 0.6 ? short : read(asked)
}

/** Parts of a request that say something by themselves, without a verb that every API has. */
const stands = [
  looksAt,
  isImperative,
  setsField,
  checksField,
  speaksOfAnswer,
  isBareCheck,
  isOtherValue,
  (tokens: readonly Token[], index: ProjectIndex) =>
    tokens.some(({ concepts }) => concepts.has('must')) && ownersOf(tokens, index).length > 0,
  (tokens: readonly Token[], index: ProjectIndex) => deedIn(tokens, index) !== undefined,
  (tokens: readonly Token[]) => crossing(tokens).length > 0,
  ([first, ...rest]: readonly Token[], index: ProjectIndex) =>
    first?.plain === 'as' && roleIn([first, ...rest], index.kinds) !== undefined,
]

/** "Register as a recruiter": what is sent, and nobody whose token is. */
const registers = (tokens: readonly Token[]): boolean => tokens.some(({ concepts }) => concepts.has('signup'))

function read(given: Asked, hint?: string): Candidate | undefined {
  const asked = { ...given, reading: { ...given.reading, tokens: withoutReason(given.reading.tokens) } }
  const { reading, index } = asked
  if (isNoRequest(asked)) return undefined
  const acts = actsWith(index)
  const said = withoutWrapper(reading.tokens)
  const clauses = clausesOf(said, acts, (tokens) => stands.some((one) => one(tokens, index)))
  const actions: Action[] = []
  const inFocus = index.operationsIn(caseOf(index, asked.focus.case)).findLast(({ role }) => role === 'create')
  let topic = onlyResource(said, index) ?? hint ?? inFocus?.resource
  let missing: Missing | undefined
  let unplaced = 0
  const isShort = reading.tokens.filter(({ kind }) => kind === 'word').length <= mostPlain
  const left: Token[][] = []
  const openEnds: Token[][] = []
  const stages = clauses.map((clause) => statesFirst(clause.tokens, index, said))
  const spent = new Set(stages.flatMap((one) => one.spent))
  const states = stages.flatMap(({ state }) => state ?? [])
  let waiting: Role | undefined
  let held: Withheld | undefined
  let isTokenSaid = false
  const twice = secondOne(said, index)
  if (twice) actions.push(...twice)
  for (const whole of twice ? [] : stages.flatMap(({ pieces }) => pieces.flatMap(singleActions))) {
    if (held) hold(actions.at(-1), held)
    held = withheldIn(whole)
    const { used: out = [] } = held ?? {}
    const withToken = tokenWords(whole)
    if (withToken.length > 0) isTokenSaid = true
    const piece = whole.filter((token) => !out.includes(token) && !withToken.includes(token))
    if (withToken.length > 0 && actions.length > 0 && piece.every(({ stop, kind }) => stop || kind === 'end')) continue
    if (held && actions.length > 0 && piece.every(({ stop, kind, concepts }) => stop || kind === 'end' || concepts.has('answer')))
      continue
    const only = onlyIn(piece, index.kinds)
    const told = only ?? (registers(piece) || saysWhichSession(piece, index) ? undefined : roleIn(piece, index.kinds))
    const role: Role | undefined = told ?? waiting
    const all = told ? piece.filter((token) => !told.used.includes(token)) : piece
    // "Create 3 posts, meta.total is 3": said of what another request answers.
    const state = stateIn(all)?.used ?? []
    const isPlain = !all.some((token) => !state.includes(token) && strong.some((one) => token.concepts.has(one)))
    const answered = told || !isPlain ? undefined : saidOfAnswer(all, actions.at(-1), index)
    if (answered?.kind === 'nowhere') {
      left.push(all)
      continue
    }
    if (answered) {
      if (answered.action !== actions.at(-1)) actions.push(answered.action)
      continue
    }
    const crossed = crossing(all)
    const lacking = lackingIn(all, index)
    const tokens = all.filter((token) => !crossed.includes(token) && !lacking.includes(token))
    if (told && tokens.every(({ kind, stop }) => kind === 'end' || stop)) {
      waiting = told
      continue
    }
    const other =
      role || tokens.some(({ concepts }) => concepts.has('auth'))
        ? asOther(tokens, actions.at(-1), role !== undefined)
        : undefined
    // `/admin/users`: who asks may be part of what is asked for.
    const own = told?.used.filter(
      ({ stems, plain }) => plain === 'admin' && stems.some((stem) => index.vocabulary.stems.has(stem)),
    )
    if (other) {
      attach(other, tokens)
      if (role) sendAs(other, role)
      actions.push(other)
      waiting = undefined
      continue
    }
    const listed = isInLast(actions.at(-1), actions.slice(0, -1), tokens, index)
    if (listed !== undefined) {
      Object.assign(actions.at(-1) ?? {}, { holds: listed })
      continue
    }
    const elsewhere = isInOther(tokens, actions, index)
    if (elsewhere) {
      actions.push(elsewhere)
      continue
    }
    const again = withOtherValue(tokens, actions.at(-1))
    if (again) {
      actions.push(again)
      continue
    }
    const pages = pagesIn(tokens, asked, actions, topic)
    if (pages) {
      actions.push(...pages)
      topic = actions.at(-1)?.resource
      continue
    }
    const cleared = clearing(tokens, actions, index)
    if (cleared.length > 0) {
      actions.push(...cleared)
      continue
    }
    if (tried(tokens, actions.at(-1))) continue
    const seen = asSent(tokens, actions, index)
    if (seen) {
      if (seen !== actions.at(-1)) actions.push(seen)
      continue
    }
    const made = narrowed(tokens, actions.at(-1), index)
      ? undefined
      : actionOf([...tokens, ...(own ?? [])], asked, actions, topic)
    if (made === undefined) {
      const last = actions.at(-1)
      const turned =
        last?.operation && crossed.length > 0
          ? { ...plainAction(last.operation, last.score), fields: new Map(last.fields) }
          : undefined
      if (turned && cross(turned, crossed)) {
        attach(turned, tokens)
        actions.push(turned)
        continue
      }
      topic ??= topicOf(tokens, index)
      const look = last && lookAtDeleted(last, tokens, actions, index)
      if (look) actions.push(look)
      else if (last) {
        const before = sizeOf(last)
        attach(last, tokens)
        if (sizeOf(last) === before && saysSomething(tokens, last.resource)) left.push(tokens)
      } else openEnds.push(tokens)
      continue
    }
    if (crossed.length > 0 && !('options' in made) && !cross(made, crossed)) left.push(crossed)
    if ('options' in made) {
      missing ??= made
      unplaced++
      continue
    }
    const staged = states.find((token) => tokens[0] === token)
    if (staged && !bringsInto(made, tokens)) {
      left.push([staged])
      continue
    }
    // Being there or gone is seen by reading; what the words found does something.
    if (made.implied === 'gone' && made.method !== 'GET') {
      left.push(tokens)
      continue
    }
    const holding = holdsMade(made, actions, tokens)
    if (holding !== undefined) made.holds = holding
    // "Change it and make sure it was saved": with what was sent.
    const changed = actions.at(-1)
    const isChanged = changed?.role === 'update' || changed?.role === 'create'
    if (made.implied === 'exists' && made.role === 'read' && isChanged && changed.resource === made.resource)
      sameAs(made, changed)
    const further: Action[] = []
    for (const part of idleParts(tokens, made, reading.tokens, (some) => actionOf(some, asked, actions, topic))) {
      // "List all teachers, students and courses": the verb is for each of them.
      const verbs = tokens.filter(({ concepts }) => strong.some((one) => concepts.has(one)))
      const other = topicOf(part, index) === undefined ? undefined : actionOf([...verbs, ...part], asked, actions, topic)
      if (other && !('options' in other) && other.role === made.role && other.path !== made.path) further.push(other)
      else left.push(part)
    }
    for (const tokens of openEnds.splice(0)) {
      const before = sizeOf(made)
      attach(made, tokens)
      // "Follow an artist, then …": what the API has a verb for is no mere beginning.
      const isDeed =
        isShort &&
        tokens.length > 1 &&
        tokens.some(({ stems, stop }) => !stop && stems.some((stem) => index.verbs.has(stem) && !generic.has(stem)))
      if (isDeed && sizeOf(made) === before) left.push(tokens)
    }
    // "Create a playlist and add a title": the same once more, of something that nothing is known of.
    const last = actions.at(-1)
    if (isShort && isSameOfOther(made, last, tokens)) {
      left.push(tokens)
      continue
    }
    topic = made.resource
    made.used.push(...lacking)
    if (role) sendAs(made, role)
    waiting = undefined
    sameField(made, actions.at(-1), tokens)
    const [first] = actions
    // "Does an order survive? Make one": what was asked is what the case is about, not its first step.
    if (actions.length === 1 && first?.implied && made.role === 'create') actions.length = 0
    if (tokens.some(({ concepts }) => concepts.has('again'))) made.again = true
    const often = timesOf(made, tokens)
    if (often) Object.assign(made, { times: often.times, used: [...made.used, ...often.used] })
    // "Create the order first, obviously": said last, done first.
    if (
      made.role === 'create' &&
      actions.length > 0 &&
      tokens.some(({ concepts }) => concepts.has('first') || concepts.has('before'))
    )
      actions.unshift(made)
    // Who may not delete it tries before it is deleted.
    else if (only && made.role === 'delete') actions.push(...byOthers(made, only, index.kinds), made)
    else actions.push(made, ...withFurtherValues(made, tokens), ...further, ...(only ? byOthers(made, only, index.kinds) : []))
  }
  if (held) hold(actions.at(-1), held)
  if (actions.length === 0) return missing ? { confidence: 0.4, operations: [], missing } : undefined
  dropDouble(actions)
  manifold(actions, reading.tokens)
  const then = reading.tokens.findLastIndex(({ concepts }) => concepts.has('then'))
  const right = then < 0 ? undefined : rightly(reading.tokens.slice(then), actions.at(-1))
  if (right) actions.push(right)
  checkSent(actions, reading.tokens)
  repeat(
    actions,
    reading.tokens.filter((token) => !spent.has(token)),
  )
  goneAfterwards(actions, reading.tokens, index)
  sameKeys(actions)
  withOwnToken(actions, isTokenSaid, index)
  signInFirst(actions, index)
  refuseByState(actions)
  refuseByRole(actions)
  // What is read behind its deletion is not there any more.
  for (const [at, one] of actions.entries()) {
    const before = actions[at - 1]
    if (
      one.role === 'read' &&
      before?.role === 'delete' &&
      one.status === undefined &&
      (before.status ?? 200) < 400 &&
      !before.refused &&
      before.resource === one.resource
    )
      Object.assign(one, { status: 404, implied: 'gone' })
  }
  const [only] = actions
  // Being there or gone needs something that was made.
  if (only?.implied && actions.length === 1) {
    const creating = only.operation && relatedOperation(index, only.operation, 'create')
    if (creating) actions.unshift(plainAction(creating, 1))
  }
  const operations = named(behind(toPlan(actions), actions, asked), actions, asked)
  const best = Math.min(...actions.map(({ score }) => score))
  // A case that is told to be looked at more closely: rather a check than another request.
  const isLook =
    operations.some((one) => one.do === 'add_step' && one.case !== undefined) &&
    actions.every(({ role, implied }) => !implied && (role === 'read' || role === 'list' || role === 'create'))
  const whole = Math.min(isLook ? 0.75 : 0.95, 0.55 + best / 14 + (actions.length > 1 ? 0.1 : 0)) - unplaced * 0.4
  const over = leftOver(asked, actions)
  const isTold = asked.answers['left'] === 'yes'
  if (missing) return { confidence: isTold ? whole : whole - over.doubt, operations, missing }
  const known = new Set(left.flat())
  left.push(...[...uncovered(asked, actions), ...over.words].filter((token) => !known.has(token)).map((token) => [token]))
  if (isTold) return { confidence: whole, operations, ...(left.length > 0 ? { leftOut: quoted(left, reading.text) } : {}) }
  const confidence = over.words.length > 0 ? whole : whole - over.doubt
  const [first] = left
  const lost = [...unseen(reading.tokens, actions), ...(first ? [] : notTold(asked, actions))]
  return first === undefined || confidence < 0.6
    ? {
        confidence: whole - over.doubt - (first ? 0.4 : 0),
        operations,
        ...(lost.length > 0
          ? {
              leftOut: quoted(runsOf(lost, reading.tokens), reading.text),
            }
          : {}),
      }
    : // What is not understood is said, and left out only if the person says so.
      {
        confidence: Math.max(0.6, confidence - 0.3),
        operations,
        missing: { slot: 'left', options: [], about: quoted(left, reading.text) },
      }
}

/** What would be made again although nobody says again, and the words are for something else. */
const isSameOfOther = (made: Action, last: Action | undefined, tokens: readonly Token[]): boolean =>
  made.role === 'create' &&
  last?.path === made.path &&
  last.method === made.method &&
  made.fields.size === 0 &&
  !tokens.some(
    ({ stems, concepts }) =>
      stems.includes(made.resource) ||
      (['it', 'again', 'check', 'must', 'expect', 'answer', 'is'] as const).some((one) => concepts.has(one)),
  ) &&
  saysSomething(
    tokens.filter(({ concepts }) => !concepts.has('create')),
    made.resource,
  )

/** "With quantity 3, change it to 12": the only number that was sent before is what is changed. */
function sameField(made: Action, before: Action | undefined, tokens: readonly Token[]): void {
  if (made.role !== 'update' || made.fields.size > 0) return
  const numbers = [...(before?.fields ?? [])].filter(([, value]) => typeof value === 'number')
  const said = tokens.filter(({ kind, value }) => kind === 'number' && value !== undefined)
  const [name] = numbers[0] ?? []
  const [value] = said
  if (
    numbers.length === 1 &&
    said.length === 1 &&
    name !== undefined &&
    made.operation?.fields.some((field) => field.name === name)
  )
    made.fields.set(name, value?.value ?? 0)
}
