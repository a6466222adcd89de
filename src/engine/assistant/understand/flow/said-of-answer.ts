import { answerFields, pathOf, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { checksIn, statusIn } from '../expectations.ts'
import type { Token } from '../reading.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import { plainWord } from '#engine/case-builder/words.ts'
import { plainAction, type Action } from './action.ts'

/** What is said of a member that one of the requests answers. */
export type SaidOfAnswer = { kind: 'there'; action: Action } | { kind: 'nowhere' } | undefined

/** "Status should be cancelled", "its state is open": a member of the answer, and no status of HTTP. */
export function stateIn(tokens: readonly Token[]): { name: RegExp; value: string; used: Token[] } | undefined {
  const at = tokens.findIndex(({ plain }) => /^(?:status|state)$/.test(plain))
  const says = tokens.slice(at + 1, at + 4)
  const verb = says.findIndex(({ concepts }) => (['is', 'must', 'expect', 'become'] as const).some((one) => concepts.has(one)))
  if (at < 0 || verb < 0 || statusIn(tokens) !== undefined) return undefined
  const value = tokens
    .slice(at + 2 + verb)
    .find(
      ({ concepts, stop, kind, plain }) =>
        kind === 'quoted' || (kind === 'word' && !stop && !saying.test(plain) && !concepts.has('is') && !concepts.has('not')),
    )
  if (!value || tokens.some(({ concepts }) => concepts.has('not') || concepts.has('set') || concepts.has('update')))
    return undefined
  return { name: /^(?:status|state)$/i, value: value.text, used: [...tokens.slice(at, at + 1), value] }
}

const saying = /^(?:says?|reads?|shows?|equals?|now|still|back|set)$/

/** A path that is written with dots: `meta.total`. */
const dottedIn = (tokens: readonly Token[]): Token | undefined =>
  tokens.find(({ kind, text }) => kind === 'word' && /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(text))

/** Whether the documented answer of an operation has a member; undefined where nothing is documented. */
const has = (operation: KnownOperation | undefined, name: string): boolean | undefined => {
  const members = operation ? answerFields(operation) : []
  return members.length === 0 ? undefined : members.some((one) => one.name === name)
}

/**
 * Where a text speaks of a member of an answer that the last request does not have, the request that has it: the same thing read, or listed. `there`: the
 * action that is to be looked at, which may be the last one; `nowhere`: nobody answers it.
 */
export function saidOfAnswer(tokens: readonly Token[], last: Action | undefined, index: ProjectIndex): SaidOfAnswer {
  const { operation } = last ?? {}
  if (!last || !operation?.api || last.refused || (last.status ?? 200) >= 400) return undefined
  const around = (['read', 'list'] as const).flatMap((role) => relatedOperation(index, operation, role) ?? [])
  const dotted = dottedIn(tokens)
  if (dotted) {
    const [root = ''] = dotted.text.split('.')
    if (has(operation, root) !== false) return undefined
    const other = around.find((one) => has(one, root))
    const checks = checksIn(tokens)
    if (!other || checks.length === 0) return { kind: 'nowhere' }
    return { kind: 'there', action: { ...plainAction(other, last.score), checks } }
  }
  const state = stateIn(tokens)
  if (!state) return undefined
  const fieldOf = (one: KnownOperation) => answerFields(one).find(({ name }) => state.name.test(name))
  const owner = [operation, ...around.filter(({ role }) => role === 'read')].find(fieldOf)
  const field = owner && fieldOf(owner)
  if (!owner || !field) return { kind: 'nowhere' }
  const member = field.values?.find((one) => typeof one === 'string' && plainWord(one) === plainWord(state.value))
  const action = owner === operation ? last : plainAction(owner, last.score)
  const at = pathOf(field)
  if (!action.checks.some((one) => one.at === at))
    action.checks.push({ source: 'json', at, is: 'equals', value: typeof member === 'string' ? member : state.value })
  action.used.push(...state.used)
  return { kind: 'there', action }
}

/** Whether a part of a request speaks of a member of an answer: it stands by itself. */
export const speaksOfAnswer = (tokens: readonly Token[]): boolean =>
  dottedIn(tokens) !== undefined || stateIn(tokens) !== undefined
