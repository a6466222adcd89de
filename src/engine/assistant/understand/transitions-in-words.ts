import { plainWord } from '#engine/case-builder/words.ts'
import { answerFields } from '#engine/case-builder/project-index.ts'
import type { Asked } from './candidate.ts'
import type { Token } from './reading.ts'

/**
 * "open can become paid or cancelled, paid becomes shipped" as `open -> paid, open -> cancelled, paid -> shipped`. States are the members of enumerations that
 * the project knows. Undefined where the words give less than two transitions.
 */
export function transitionsInWords({ index, reading: { tokens } }: Asked): string | undefined {
  const known = new Map(
    index.operations
      .flatMap((operation) => [...operation.fields, ...answerFields(operation)])
      .flatMap(({ values = [] }) => values)
      .filter((value) => typeof value === 'string')
      .map((value) => [plainWord(value), value]),
  )
  const stateOf = (token: Token): string | undefined => known.get(token.plain)
  const found: { from: string; to: string }[] = []
  const seen: string[] = []
  let last: string | undefined
  for (const clause of clausesIn(tokens)) {
    const states = clause.flatMap((token, at) => {
      const state = stateOf(token)
      return state === undefined ? [] : [{ state, at }]
    })
    const names = states.map(({ state }) => state)
    const turn = clause.findIndex(({ concepts }) => concepts.has('become'))
    const isBoth = clause.some(({ concepts }) => concepts.has('both'))
    const changes = turn >= 0 || isBoth || clause.some(({ concepts, text }) => concepts.has('from') && text !== 'von')
    if (changes && names.length > 0) {
      const left = states.filter(({ at }) => at < turn).map(({ state }) => state)
      const right = states.filter(({ at }) => at > turn).map(({ state }) => state)
      const froms = isBoth
        ? seen.slice(-2)
        : left.length > 0 && right.length > 0
          ? left
          : left.length > 1
            ? left.slice(0, 1)
            : last === undefined
              ? []
              : [last]
      const tos = right.length > 0 ? right : left.length > 1 ? left.slice(1) : left
      for (const from of froms) for (const to of tos) if (from !== to) found.push({ from, to })
      last = froms[0] ?? last
    } else if (names.length > 0) [last] = names
    for (const name of names) if (!seen.includes(name)) seen.push(name)
  }
  const lines = [...new Set(found.map(({ from, to }) => `${from} -> ${to}`))]
  return lines.length > 1 ? lines.join(', ') : undefined
}

/** At signs that part sentences, and at "and" where both sides change something. */
function clausesIn(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]]
  for (const token of tokens)
    if (token.kind === 'end' || (token.concepts.has('and') && token.kind === 'word')) clauses.push([])
    else clauses.at(-1)?.push(token)
  return clauses.filter((clause) => clause.length > 0)
}
