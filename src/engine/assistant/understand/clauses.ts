import { statusIn } from './expectations.ts'
import { isStatus } from './quantities.ts'
import type { Token } from './reading.ts'

/** A part of a request that says one thing. */
export interface Clause {
  tokens: Token[]
}

/** What sets an action off from the next one. */
const parts = (token: Token, next?: Token): boolean =>
  token.kind === 'end' ||
  (token.concepts.has('then') &&
    !token.concepts.has('again') &&
    !(token.plain === 'next' && next !== undefined && isPageOf(next)))

/** "The next 20", "the next one": of a list, and nothing that comes afterwards. */
const isPageOf = ({ kind, plain }: Token): boolean => kind === 'number' || /^(?:pages?|ones?|items?|results?|batch)$/.test(plain)

/**
 * Cuts a request into clauses in the order in which things are to happen: at ends, at "then", and at "and" where an action follows it; "after" and
 * "before" turn two clauses round. `acts` says whether tokens hold an action, `stands`
 * whether some without one stand by themselves.
 */
export function clausesOf(
  tokens: readonly Token[],
  acts: (token: Token) => boolean,
  stands: (tokens: readonly Token[]) => boolean = () => false,
): Clause[] {
  const pieces: { tokens: Token[]; weak: boolean }[] = [{ tokens: [], weak: false }]
  const colon = tokens.findIndex(({ text }) => text === ':' || text === '：')
  // What stands before a colon says what the rest is about.
  const behind = tokens.slice(colon + 1)
  const end = behind.findIndex((token) => parts(token))
  // "Update my profile: phone to 555, then read it": here it says what is done.
  const isDone = tokens.slice(0, colon).some(acts) && !behind.slice(0, end < 0 ? undefined : end).some(acts)
  // "Year must be a number: send "abc"": a rule, and how it is tried.
  const isRule = tokens.slice(0, colon).some(({ concepts }) => concepts.has('must'))
  const isHeading = colon > 0 && behind.some(acts) && !isDone && !isRule
  const said = isHeading ? tokens.slice(colon + 1) : tokens
  for (const [at, token] of said.entries()) {
    const isComma = token.kind === 'end' && /[,，、():：（）—–]/.test(token.text)
    if (parts(token, said[at + 1])) pieces.push({ tokens: [], weak: isComma })
    else if (token.concepts.has('and') && token.kind === 'word') pieces.push({ tokens: [], weak: true })
    else pieces.at(-1)?.tokens.push(token)
  }
  const clauses: Token[][] = []
  for (const { tokens: piece, weak } of pieces) {
    if (piece.length === 0) continue
    const last = clauses.at(-1)
    if (
      weak &&
      last &&
      (!stands(piece) || isRow(piece, last)) &&
      !isBareStatus(piece, last.at(-1)) &&
      !(clauses.length > 1 && isBareStatus(last, clauses.at(-2)?.at(-1))) &&
      (!piece.some(acts) || (!stands(last) && !last.some(acts)))
    )
      last.push(...piece)
    else clauses.push(piece)
  }
  return clauses.flatMap((clause) => turned(clause, acts)).map((one) => ({ tokens: one }))
}

/** "Upload an avatar, 200": a status alone, and not one more of several numbers. */
const isBareStatus = (piece: readonly Token[], before: Token | undefined): boolean =>
  piece.length === 1 && piece[0]?.kind === 'number' && isStatus(piece[0].value) && before?.kind !== 'number'

/** "-5, 0 and 1000": further values of the same. */
const isRow = (piece: readonly Token[], last: readonly Token[]): boolean =>
  piece[0]?.kind === 'number' && last.at(-1)?.kind === 'number' && statusIn(last) !== last.at(-1)?.value

/** `delete it after making it` is making, then deleting; `before deleting it, read it` is reading first. */
function turned(clause: readonly Token[], acts: (token: Token) => boolean): Token[][] {
  // "After logout the refresh token no longer works": the sign-out has no object that could follow.
  const session = (['logout', 'login', 'signup'] as const).some((one) => clause[1]?.concepts.has(one))
  if (clause[0]?.concepts.has('after') && session && clause.length > 2) return [clause.slice(0, 2), clause.slice(2)]
  // "After revoking the token the refresh must fail".
  if (/^(?:after|nach|nachdem|despues de|tras|apres)$/.test(clause[0]?.plain ?? '')) {
    const deeds = clause.flatMap((token, place) => (place > 0 && !token.stop && acts(token) ? [place] : []))
    let next = deeds.find((place, order) => order > 0 && place > (deeds[0] ?? 0) + 1) ?? -1
    while (next > 1 && clause[next - 1]?.stop) next--
    if (deeds[0] === 1 && next > 2) return [clause.slice(0, next), clause.slice(next)]
  }
  const at = clause.findIndex(
    (token, index) =>
      index > 0 && (token.concepts.has('after') || token.concepts.has('before')) && clause.slice(index + 1).some(acts),
  )
  if (at < 0) return [[...clause]]
  const [main, rest] = [clause.slice(0, at), clause.slice(at + 1)]
  if (!main.some(acts)) return [[...clause]]
  return clause[at]?.concepts.has('after') ? [rest, main] : [main, rest]
}

/** Clauses as they stand in the request, each said once. */
export const quoted = (clauses: readonly Token[][], text: string): string => {
  const parts = clauses.map((tokens) => {
    const ends = tokens.map(({ end }) => end)
    return `“${text.slice(Math.min(...tokens.map(({ start }) => start)), Math.max(...ends)).slice(0, 120)}”`
  })
  return [...new Set(parts)].join(', ')
}

/** Words as they stand together: "all pages of users", not each of them. */
export const runsOf = (words: readonly Token[], all: readonly Token[]): Token[][] =>
  words.reduce<Token[][]>((runs, word) => {
    const last = runs.at(-1)
    const before = last?.at(-1)
    if (last && before && all.indexOf(word) === all.indexOf(before) + 1) last.push(word)
    else runs.push([word])
    return runs
  }, [])
