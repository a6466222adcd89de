import type { Asked, Candidate, Missing } from '../candidate.ts'
import { clausesOf } from '../clauses.ts'
import type { Concept } from '../../glossaries/glossary.ts'
import { shapeOf, type ProjectIndex } from '../../project-index.ts'
import { statusIn } from '../expectations.ts'
import { answerListOf } from '../answer-list.ts'
import { caseOf } from '../names.ts'
import type { Token } from '../reading.ts'
import { generic, relatedOperation } from '../resolve-operation.ts'
import { actionOf } from './action-of.ts'
import { plainAction, sizeOf, type Action } from './action.ts'
import { asSent } from './as-sent.ts'
import { attach } from './attach.ts'
import { onlyResource, singleActions, topicOf, topicsOf, withoutStory, withoutWrapper } from './parts.ts'
import { mostPlain, notTold, uncovered, unseen } from './coverage.ts'
import { bringsInto, refuseByState, statesFirst } from './states.ts'
import { behind, named, toPlan } from './to-plan.ts'
import { actsWith, checksField, isImperative, looksAt, narrowed, setsField, strong } from './verbs.ts'
import { asOther, roleIn, sendAs, type Role } from './roles.ts'
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
const stands = [looksAt, isImperative, setsField, checksField]

function read(asked: Asked, hint?: string): Candidate | undefined {
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
  const staged = clauses.map((clause) => statesFirst(clause.tokens, index, said))
  const spent = new Set(staged.flatMap((one) => one.spent))
  const states = staged.flatMap(({ state }) => state ?? [])
  let waiting: Role | undefined
  for (const piece of staged.flatMap(({ pieces }) => pieces.flatMap(singleActions))) {
    const told = roleIn(piece)
    const role: Role | undefined = told ?? waiting
    const tokens = told ? piece.filter((token) => !told.used.includes(token)) : piece
    if (told && tokens.every(({ kind, stop }) => kind === 'end' || stop)) {
      waiting = told
      continue
    }
    const other = role ? asOther(tokens, actions.at(-1)) : undefined
    // `/admin/users`: who asks may be part of what is asked for.
    const own = told?.used.filter(
      ({ stems, plain }) => plain === 'admin' && stems.some((stem) => index.vocabulary.stems.has(stem)),
    )
    if (other && role) {
      attach(other, tokens)
      sendAs(other, role)
      actions.push(other)
      waiting = undefined
      continue
    }
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
    if ('options' in made) {
      missing ??= made
      unplaced++
      continue
    }
    const state = states.find((token) => tokens[0] === token)
    if (state && !bringsInto(made, tokens)) {
      left.push([state])
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
    if (made.implied === 'exists' && made.role === 'read' && changed?.role === 'update' && changed.fields.size > 0)
      made.same ??= [...changed.fields.keys()]
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
    else actions.push(made, ...withFurtherValues(made, tokens), ...further)
  }
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
  refuseByState(actions)
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
  if (isTold) return { confidence: whole, operations, ...(left.length > 0 ? { leftOut: wordsOf(left, reading.text) } : {}) }
  const confidence = over.words.length > 0 ? whole : whole - over.doubt
  const [first] = left
  const lost = [...unseen(reading.tokens, actions), ...(first ? [] : notTold(asked, actions))]
  return first === undefined || confidence < 0.6
    ? {
        confidence: whole - over.doubt - (first ? 0.4 : 0),
        operations,
        ...(lost.length > 0
          ? {
              leftOut: wordsOf(
                lost.map((token) => [token]),
                reading.text,
              ),
            }
          : {}),
      }
    : // What is not understood is said, and left out only if the person says so.
      {
        confidence: Math.max(0.6, confidence - 0.3),
        operations,
        missing: { slot: 'left', options: [], about: wordsOf(left, reading.text) },
      }
}

/** "Then with the right one": what was refused once more, as it has to be. */
function rightly(tokens: readonly Token[], last: Action | undefined): Action | undefined {
  const isWrong = last && (last.refused || (last.status ?? 200) >= 400 || last.token)
  const isRight = tokens.some(
    ({ plain }, at) =>
      /^(?:right|correct|valid|proper)$/.test(plain) &&
      (tokens[at + 1] === undefined ||
        /^(?:one|ones|password|credentials|token|values?|data)$/.test(tokens[at + 1]?.plain ?? '')),
  )
  const isOther = tokens.some(({ concepts }) => concepts.has('read') || concepts.has('delete') || concepts.has('update'))
  return isWrong && isRight && !isOther && last.operation ? plainAction(last.operation, last.score) : undefined
}

/** "Check that it is in the list": what was made before is looked for in the list; false where it must not be there. */
function holdsMade(made: Action, before: readonly Action[], tokens: readonly Token[]): boolean | undefined {
  const maker = before.findLast(({ role, resource }) => (role === 'create' || role === 'delete') && resource === made.resource)
  const has = (...wanted: Concept[]) => tokens.some(({ concepts }) => wanted.some((one) => concepts.has(one)))
  if (
    made.role !== 'list' ||
    !made.operation ||
    !answerListOf(made.operation) ||
    !maker ||
    made.checks.length > 0 ||
    made.status !== undefined
  )
    return undefined
  const isIn = tokens.some(
    ({ concepts }, at) => concepts.has('list') && tokens.slice(Math.max(0, at - 2), at).some((one) => one.concepts.has('in')),
  )
  if (!isIn && !has('check', 'exists', 'contains', 'must', 'expect', 'is', 'gone')) return undefined
  return !(has('not') || has('gone') || made.implied === 'gone')
}

/** "Create it, delete it, then 404": what was made is deleted, and the look at it afterwards finds nothing. */
function lookAtDeleted(
  last: Action,
  tokens: readonly Token[],
  before: readonly Action[],
  index: ProjectIndex,
): Action | undefined {
  const status = statusIn(tokens)
  const isPlain =
    last.role === 'delete' && last.status === undefined && !last.refused && !last.unknown && !last.token && !last.again
  if (!isPlain || !last.operation || (status !== 404 && status !== 410)) return undefined
  if (tokens.some(({ concepts }) => concepts.has('again') || concepts.has('second') || concepts.has('delete'))) return undefined
  const isMade = before.some(({ role, resource }) => role === 'create' && resource === last.resource)
  const reading = relatedOperation(index, last.operation, 'read')
  return isMade && reading ? { ...plainAction(reading, 4), status, implied: 'gone' } : undefined
}

/** Clauses as they stand in the request, each said once. */
const wordsOf = (clauses: readonly Token[][], text: string): string => {
  const quoted = clauses.map((tokens) => {
    const ends = tokens.map(({ end }) => end)
    return `“${text.slice(Math.min(...tokens.map(({ start }) => start)), Math.max(...ends)).slice(0, 120)}”`
  })
  return [...new Set(quoted)].join(', ')
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

/** "Delete everything", "read /etc/passwd": what is in focus is not what is meant. */
function isNoRequest({ reading: { tokens }, index }: Asked): boolean {
  const isAll =
    tokens.some(({ concepts }) => concepts.has('all')) &&
    tokens.some(({ concepts }) => concepts.has('delete')) &&
    topicOf(tokens, index) === undefined
  const hasMethod = tokens.some(({ kind }) => kind === 'method')
  const isStrange = tokens.some(
    ({ kind, text }) =>
      kind === 'path' &&
      !hasMethod &&
      !index.operations.some(
        ({ path }) => shapeOf(path) === shapeOf(text.replace(/:([A-Za-z_]\w*)/g, '{$1}').replace(/[?#].*$/s, '')),
      ),
  )
  // "Duplicate the case": a copy, and no request.
  const isCopy = tokens.some(
    ({ concepts }, at) =>
      concepts.has('duplicate') &&
      tokens
        .slice(at + 1, at + 4)
        .some((one) => one.concepts.has('case') || one.concepts.has('suite') || one.concepts.has('step')),
  )
  return isAll || isCopy || (isStrange && index.operations.some(({ api }) => api))
}

/** Parts behind a comma or `and` that say something, and without which the same would come of a clause. */
function idleParts(
  tokens: readonly Token[],
  made: Action,
  all: readonly Token[],
  again: (tokens: readonly Token[]) => Action | Missing | undefined,
): Token[][] {
  const words = all.filter(({ kind }) => kind === 'word')
  // Longer ones tell why; Chinese has no spaces that would tell.
  if (words.length > mostPlain || words.some(({ text }) => /\p{Script=Han}/u.test(text))) return []
  const parts: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    const isApart =
      before !== undefined &&
      all.some(
        ({ start, kind, concepts }) => start >= before.end && start < token.start && (kind === 'end' || concepts.has('and')),
      )
    if (isApart) parts.push([])
    parts.at(-1)?.push(token)
  }
  if (parts.length < 2) return []
  return parts.slice(1).filter((part) => {
    if (!saysSomething(part, made.resource) || part.some(({ value }) => value !== undefined)) return false
    const rest = again(tokens.filter((token) => !part.includes(token)))
    return (
      rest !== undefined &&
      !('options' in rest) &&
      rest.path === made.path &&
      rest.method === made.method &&
      sizeOf(rest) === sizeOf(made)
    )
  })
}

/** "With limit 0, 1, 10 and 31": a request for each value. */
function withFurtherValues(made: Action, tokens: readonly Token[]): Action[] {
  const taken = new Set<unknown>(made.fields.values())
  for (const [name, value] of made.fields) {
    const first = tokens.findIndex((token) => token.kind === 'number' && token.value === value)
    if (first < 0) continue
    const further: Action[] = []
    for (const token of tokens.slice(first + 1)) {
      if (token.concepts.has('or') && token.value === undefined) continue
      if (token.kind !== 'number' || token.value === undefined || token.concepts.size > 0 || taken.has(token.value)) break
      further.push({ ...made, fields: new Map(made.fields).set(name, token.value), checks: [...made.checks] })
    }
    if (further.length > 0 && statusIn(tokens) === undefined) return further
  }
  return []
}

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
