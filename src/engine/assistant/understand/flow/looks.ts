import type { Concept } from '../../glossaries/glossary.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import { answerListOf } from '#engine/case-builder/answer-list.ts'
import { statusIn } from '../expectations.ts'
import { says, type Token } from '../reading.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import { nounsOf } from '../resolve-operation.ts'
import { plainAction, type Action } from './action.ts'

/** "Then with the right one": what was refused once more, as it has to be. */
export function rightly(tokens: readonly Token[], last: Action | undefined): Action | undefined {
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
export function holdsMade(made: Action, before: readonly Action[], tokens: readonly Token[]): boolean | undefined {
  const maker = before.findLast(({ role, resource }) => (role === 'create' || role === 'delete') && resource === made.resource)
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
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
export function lookAtDeleted(
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

/** "Delete both", "delete them all": what was made before, the last first; nothing where less than two things were. */
export function clearing(tokens: readonly Token[], before: readonly Action[], index: ProjectIndex): Action[] {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const isAll = has('both', 'all', 'every') || tokens.some(({ plain }) => /^(?:them|everything)$/.test(plain))
  const isOnly = tokens.every(
    ({ kind, stop, concepts }) =>
      kind === 'end' || stop || (['delete', 'both', 'all', 'every', 'it', 'again'] as const).some((one) => concepts.has(one)),
  )
  const made = before
    .filter(({ role, refused, status }) => role === 'create' && !refused && (status ?? 200) < 400)
    .flatMap((one) => Array.from({ length: one.times ?? 1 }, () => one))
  if (!has('delete') || !isAll || !isOnly || made.length < 2) return []
  const found = made.toReversed().flatMap(({ operation }) => (operation && relatedOperation(index, operation, 'delete')) ?? [])
  return found.length === made.length
    ? found.map((one, at) => ({
        ...plainAction(one, 5),
        ...(at > 0 ? { again: true } : {}),
        used: tokens.filter(({ concepts }) => concepts.size > 0),
      }))
    : []
}

/** "List the teachers, the new one is there", "it is not in the list": of the list that was just asked for; false where it must not be there. */
export function isInLast(
  last: Action | undefined,
  before: readonly Action[],
  tokens: readonly Token[],
  index: ProjectIndex,
): boolean | undefined {
  const maker = before.findLast(({ role, resource }) => (role === 'create' || role === 'delete') && resource === last?.resource)
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const isIn = tokens.some(
    ({ concepts }, at) => concepts.has('in') && tokens.slice(at + 1, at + 4).some((one) => one.concepts.has('list')),
  )
  const isThis =
    has('it', 'new') ||
    tokens.some(({ plain }) => /^(?:him|her|them)$/.test(plain)) ||
    (last !== undefined && tokens.some(({ stems }) => stems.includes(last.resource)))
  if (last?.role !== 'list' || !last.operation || !answerListOf(last.operation) || !maker || !isThis) return undefined
  const verbs = tokens.filter(({ concepts }) =>
    (['create', 'delete', 'update', 'read', 'list'] as const).some((one) => concepts.has(one)),
  )
  // "And find him there".
  const isThere = tokens.some(({ plain }) => plain === 'there')
  const isOther = verbs.some(
    ({ concepts }) => !concepts.has('new') && !(isIn && concepts.has('list')) && !(isThere && concepts.has('read')),
  )
  const nouns = nounsOf(index)
  const isOfOther = tokens.some(
    ({ stems, concepts }) => concepts.size === 0 && !stems.includes(last.resource) && stems.some((stem) => nouns.has(stem)),
  )
  if (
    isOther ||
    isOfOther ||
    !(isIn || isThere || has('exists', 'gone')) ||
    tokens.some(({ value, kind, stop }) => (value !== undefined && !stop) || kind === 'quoted')
  )
    return undefined
  return !(has('not') || has('gone'))
}

/**
 * "It must be in my favorites", "check that it shows up in the cart": what was made or done before is looked for in a list of something else. Undefined where a
 * clause does not say so, or where the API has no such list.
 */
export function isInOther(tokens: readonly Token[], before: readonly Action[], index: ProjectIndex): Action | undefined {
  const last = before.at(-1)
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const isThis = tokens.some(({ concepts, plain }) => concepts.has('it') || /^(?:it|they|he|she|him|her)$/.test(plain))
  const at = tokens.findIndex(({ plain }) => /^(?:in|among|under|on|to|into)$/.test(plain))
  const isSaid =
    has('check', 'must', 'is', 'exists', 'expect', 'gone', 'contains') ||
    tokens.some(({ plain }) => /^(?:appears?|shows?|listed)$/.test(plain))
  const isDone = has('create', 'delete', 'update', 'set', 'read') && !has('check', 'must', 'exists', 'gone')
  // "Delete a job and check that it's no longer listed".
  const listing =
    last?.operation && tokens.some(({ plain, text }) => /\blisted\b/.test(`${plain} ${text}`))
      ? relatedOperation(index, last.operation, 'list')
      : undefined
  if (
    last &&
    listing &&
    (last.role === 'delete' || last.role === 'create') &&
    answerListOf(listing) &&
    !has('create', 'delete') &&
    statusIn(tokens) === undefined
  )
    return {
      ...plainAction(listing, 5),
      holds: !has('not', 'gone'),
      used: tokens.filter(({ concepts }) => concepts.has('exists') || concepts.has('gone')),
    }
  if (!last || at < 0 || !isThis || !isSaid || isDone || statusIn(tokens) !== undefined) return undefined
  const behind = tokens.slice(at + 1)
  const isOwn = behind.some(({ plain }) => /^(?:my|his|her|their|the users?)$/.test(plain))
  const lists = index.operations
    .filter(
      ({ method, resource, role }) =>
        method === 'GET' && role === 'list' && resource !== last.resource && behind.some(({ stems }) => stems.includes(resource)),
    )
    .filter((one) => answerListOf(one))
    .toSorted(
      (a, b) =>
        Number(/\/me\b/.test(b.path)) * Number(isOwn) - Number(/\/me\b/.test(a.path)) * Number(isOwn) ||
        a.path.length - b.path.length,
    )
  // "It shows up in the comments", of the comment that was just made.
  const own =
    last.role === 'create' && last.operation && behind.some(({ stems }) => stems.includes(last.resource))
      ? relatedOperation(index, last.operation, 'list')
      : undefined
  const list = own && answerListOf(own) ? own : lists[0]
  if (!list || behind.some(({ value, kind, stop }) => (value !== undefined && !stop) || kind === 'quoted')) return undefined
  const isNot = has('not', 'gone') || (last.role === 'delete' && !has('exists'))
  return {
    ...plainAction(list, 5),
    holds: !isNot,
    used: tokens.filter(({ concepts }) => concepts.has('exists') || concepts.has('gone')),
  }
}

/** "Delete a student and verify 404 afterwards": the deletion works, and what is read then is not there. */
export function goneAfterwards(actions: Action[], tokens: readonly Token[], index: ProjectIndex): void {
  const last = actions.at(-1)
  const isAfter = tokens.some(({ plain }) => /^(?:afterwards?|after that|after this|danach|despues|apres|ensuite)$/.test(plain))
  const reading = last?.operation && last.role === 'delete' ? relatedOperation(index, last.operation, 'read') : undefined
  const isGone = last && (last.status === 404 || last.status === 410) && !last.unknown && last.fields.size === 0
  if (!last || !isAfter || !reading || !isGone) return
  actions.push({
    ...plainAction(reading, last.score),
    ...(last.status === undefined ? {} : { status: last.status }),
    implied: 'gone',
  })
  delete last.status
}

/** "Delete user bob, then get him": the same one, where none is made. */
export function sameKeys(actions: readonly Action[]): void {
  for (const [at, one] of actions.entries()) {
    const before = actions[at - 1]
    if (!before?.operation || !one.operation || one.unknown || before.resource !== one.resource || one.role === 'create') continue
    for (const { name, in: place } of before.operation.fields) {
      const value = before.fields.get(name)
      const isKey =
        place === 'path' ? one.path.includes(`{${name}}`) : place === 'body' && one.role === 'delete' && /id$/i.test(name)
      if (isKey && value !== undefined && !one.fields.has(name)) one.fields.set(name, value)
    }
  }
}
