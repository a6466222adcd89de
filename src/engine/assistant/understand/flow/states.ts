import type { Concept } from '../../glossaries/glossary.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import { statusIn } from '../expectations.ts'
import type { Token } from '../reading.ts'
import { collectionOf } from '#engine/case-builder/related-operations.ts'
import { nounsOf } from '../resolve-operation.ts'
import { answersWith, type Action } from './action.ts'
import { isOwnVerb, strong } from './verbs.ts'

/** A clause that speaks of a thing in a state, as what brings it there and what is then done with it. */
export interface Staged {
  pieces: Token[][]
  /** What brings the thing there: it has to be what the API calls so. */
  state?: Token
  /** Tokens that only say that the state is there already. */
  spent: Token[]
}

const isDenial = ({ concepts }: Token): boolean => concepts.has('not') || concepts.has('refuse')

/**
 * "A customer can't delete an order that is already shipped": shipping comes first, then the deletion that is refused. Of what a denied clause does the
 * deed behind the denial is the one that is refused; another one that the API has a word for is the state. "An owner who has pets" is one
 * for whom a pet is made.
 */
export function statesFirst(tokens: readonly Token[], index: ProjectIndex, all: readonly Token[]): Staged {
  const whole = { pieces: [[...tokens]], spent: [] }
  const said = tokens.findIndex(isDenial)
  // "Cancel a cancelled reservation -> 400".
  const denied = said < 0 && (statusIn(tokens) ?? 200) >= 400 ? tokens.length : said
  if (denied < 0 || tokens.some(({ kind }) => kind === 'path' || kind === 'method')) return whole
  // "Without an open reception": what is not there is not brought there.
  const isMissing = (token: Token) =>
    tokens.slice(Math.max(0, tokens.indexOf(token) - 2), tokens.indexOf(token)).some(({ concepts }) => concepts.has('without'))
  const isDeed = (token: Token) =>
    !token.stop &&
    !isMissing(token) &&
    (strong.some((one) => token.concepts.has(one)) || isOwnVerb(token, index)) &&
    !isDenial(token)
  const removed = removedFirst(tokens, index)
  if (removed) return removed
  const deeds = tokens.filter(isDeed)
  const main =
    deeds.find((token) => tokens.indexOf(token) > denied) ?? deeds.find(({ plain }) => !plain.endsWith('ed')) ?? deeds[0]
  if (!main) return whole
  const isAgain = all.some(({ concepts }) => concepts.has('again'))
  const [state] = deeds.filter(
    (token) =>
      isOwnVerb(token, index) &&
      // Without a denial only what is done already is a state: "upcoming" is none.
      (said >= 0 || /(?:ed|en|aid|sent|sold|kept)$/.test(token.plain)) &&
      token !== main &&
      !(isAgain && token.stems.some((stem) => main.stems.includes(stem))),
  )
  if (state && deeds.length === 2 && !isJoined(state, main, all)) {
    const at = tokens.indexOf(state)
    const spent = tokens.slice(Math.max(0, at - 3), at).filter(({ concepts }) => concepts.has('again'))
    const nouns = tokens.filter(({ stems }) => stems.some((stem) => nounsOf(index).has(stem)))
    return {
      pieces: [[state, ...nouns], tokens.filter((token) => token !== state && !spent.includes(token))],
      spent,
      state,
    }
  }
  const part = deeds.length === 1 ? partBefore(tokens, denied, index) : undefined
  return part
    ? { pieces: [[{ ...part, concepts: new Set<Concept>(['create']) }], tokens.filter((token) => token !== part)], spent: [] }
    : whole
}

/** "Comment on a deleted post must fail", "a deleted play is not in the list": it is deleted first. */
function removedFirst(tokens: readonly Token[], index: ProjectIndex): Staged | undefined {
  const at = tokens.findIndex(({ plain, concepts }) => concepts.has('delete') && /^(?:deleted|removed|erased)$/.test(plain))
  const [state, noun] = [tokens[at], tokens[at + 1]]
  const isThing =
    noun !== undefined && index.operations.some(({ role, resource }) => role === 'delete' && noun.stems.includes(resource))
  if (!state || !isThing) return undefined
  const rest = tokens.filter((token) => token !== state)
  const isOther = index.operations.some(
    ({ role, resource }) =>
      role === 'create' && !noun.stems.includes(resource) && rest.some(({ stems }) => stems.includes(resource)),
  )
  const isListed = rest.some(
    ({ concepts }, place) =>
      concepts.has('list') && rest.slice(Math.max(0, place - 2), place).some((one) => one.concepts.has('in')),
  )
  return isOther || isListed ? { pieces: [[state, noun], rest], spent: [] } : undefined
}

/** "Pay and cancel": two deeds, and none of them a state. */
const isJoined = (one: Token, other: Token, all: readonly Token[]): boolean => {
  const [from, to] = [Math.min(one.end, other.end), Math.max(one.start, other.start)]
  return all.some(({ start, end, concepts }) => start >= from && end <= to && (concepts.has('and') || concepts.has('or')))
}

/** The noun right behind another one that its things are kept in, before a denial: the pets of "an owner who has pets". */
function partBefore(tokens: readonly Token[], denied: number, index: ProjectIndex): Token | undefined {
  const nouns = tokens.slice(0, denied).filter(({ stems }) => stems.some((stem) => nounsOf(index).has(stem)))
  const [whole, part] = nouns
  if (!whole || !part || nouns.length !== 2 || tokens.slice(tokens.indexOf(whole), tokens.indexOf(part)).some(isDenial))
    return undefined
  const holders = new Set(
    index.operations
      .filter(({ role, resource }) => role === 'create' && whole.stems.includes(resource))
      .map((one) => collectionOf(one)),
  )
  return index.operations.some(
    ({ role, resource, path }) =>
      role === 'create' && part.stems.includes(resource) && holders.has(collectionOf({ path: path.replace(/(\}).*$/, '$1') })),
  )
    ? part
    : undefined
}

/** Whether an action is what brings the thing that a piece speaks of into its state: of these names, and neither read nor removed by it. */
export const bringsInto = ({ method, operation }: Action, [state, ...things]: readonly Token[]): boolean =>
  method !== 'GET' &&
  operation !== undefined &&
  !/\{[^}]*\}$/.test(operation.path) &&
  operation.words.some((word) => state?.stems.includes(word)) &&
  things.every(({ stems }) => stems.some((stem) => operation.words.includes(stem)))

/** What is refused for the state that a thing is in is a conflict, or a method that is not allowed, where the document knows it (RFC 9110 section 15.5). */
export function refuseByState(actions: readonly Action[]): void {
  for (const [at, one] of actions.entries())
    if (
      at > 0 &&
      one.refused &&
      one.status === undefined &&
      one.fields.size === 0 &&
      one.omit.length === 0 &&
      !one.token &&
      !one.unknown
    ) {
      const status = [409, 405].find((code) => answersWith(one.operation, code))
      if (status !== undefined) Object.assign(one, { status, refused: false })
    }
}
