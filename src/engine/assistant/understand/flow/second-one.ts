import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import { statusIn } from '../expectations.ts'
import type { Token } from '../reading.ts'
import { stemOf } from '#engine/case-builder/words.ts'
import { answersWith, plainAction, type Action } from './action.ts'

const isDenied = (tokens: readonly Token[]): boolean =>
  (statusIn(tokens) ?? 200) >= 400 || tokens.some(({ concepts }) => concepts.has('not') || concepts.has('refuse'))

/** What the API makes by the noun at a place. */
const makerAt = (token: Token | undefined, { operations }: ProjectIndex) =>
  token?.kind === 'word'
    ? operations.find(
        ({ role, resource }) =>
          role === 'create' && (token.stems.includes(resource) || stemOf(token.text.toLowerCase()) === resource),
      )
    : undefined

/** "A second reception while the first is still open must be rejected": one is made, then another, which is refused. */
export function secondOne(tokens: readonly Token[], index: ProjectIndex): Action[] | undefined {
  const at = tokens.findIndex(({ stop }) => !stop)
  const maker = tokens[at]?.concepts.has('second') || tokens[at]?.plain === 'another' ? makerAt(tokens[at + 1], index) : undefined
  const verbs = tokens.filter(({ concepts }) => (['read', 'update', 'delete', 'list'] as const).some((one) => concepts.has(one)))
  if (!maker || verbs.length > 0 || !isDenied(tokens)) return undefined
  const status = statusIn(tokens) ?? (answersWith(maker, 409) ? 409 : undefined)
  const first = plainAction(maker, 5)
  const second: Action = {
    ...plainAction(maker, 5),
    ...(status === undefined ? { refused: true } : { status }),
    again: true,
    used: tokens.filter((token) => token.kind === 'word'),
  }
  return [first, second]
}

/** "Adding a product without an open reception": what would have to be there is not made, and the request is refused; the words that say so. */
export function lackingIn(tokens: readonly Token[], index: ProjectIndex): Token[] {
  const at = tokens.findIndex(({ concepts }) => concepts.has('without'))
  const behind = tokens.slice(at + 1, at + 5)
  const place = behind.findIndex((token) => makerAt(token, index) !== undefined)
  const maker = makerAt(behind[place], index)
  if (at < 1 || !maker || !isDenied(tokens)) return []
  // "A book without an author": a member of it that is left out.
  const isMember = index.operations.some(
    ({ resource, fields }) =>
      resource !== maker.resource &&
      tokens.slice(0, at).some(({ stems }) => stems.includes(resource)) &&
      fields.some(({ in: where, words }) => where === 'body' && words.includes(maker.resource) && !words.includes('id')),
  )
  const before = tokens.slice(0, at)
  const isItself =
    before.some(({ concepts }) => concepts.has('create')) && before.some(({ stems }) => stems.includes(maker.resource))
  return isMember || isItself ? [] : tokens.slice(at, at + 2 + place)
}
