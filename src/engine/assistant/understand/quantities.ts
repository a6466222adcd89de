import type { Token } from './reading.ts'

/** Seconds that a number with the unit behind it says; undefined where there is no unit. */
export function secondsAt(tokens: readonly Token[], at: number): number | undefined {
  const value = tokens[at]?.value
  if (value === undefined) return undefined
  const unit = tokens[at + 1]
  if (!unit) return undefined
  if (unit.concepts.has('millisecond')) return value / 1000
  if (unit.concepts.has('minute')) return value * 60
  if (unit.concepts.has('hour')) return value * 3600
  if (unit.concepts.has('seconds')) return value
  return undefined
}

/** All durations of a text, in seconds; `a minute` and `half an hour` too. */
export function durationsIn(tokens: readonly Token[]): { seconds: number; at: number; millisecond: boolean }[] {
  return tokens.flatMap((token, at) => {
    const seconds = secondsAt(tokens, at)
    if (seconds !== undefined) return [{ seconds, at, millisecond: tokens[at + 1]?.concepts.has('millisecond') ?? false }]
    const article = /^(a|an|eine|einer|einem|un|una|une|one)$/.test(token.plain)
    const next = tokens[at + 1]
    if (
      article &&
      token.value === undefined &&
      next &&
      (next.concepts.has('minute') || next.concepts.has('hour')) &&
      tokens[at - 1]?.value === undefined
    )
      return [{ seconds: next.concepts.has('minute') ? 60 : 3600, at, millisecond: false }]
    // "Less than a second", which is no second one.
    const isCompared = [tokens[at - 1], tokens[at - 2]].some((one) =>
      (['less', 'atMost', 'greater', 'duration'] as const).some((concept) => one?.concepts.has(concept)),
    )
    if (article && isCompared && /^(?:second|sekunde|segundo|seconde)$/.test(next?.plain ?? ''))
      return [{ seconds: 1, at, millisecond: false }]
    // half an hour, half a second
    const unit = [tokens[at + 1], tokens[at + 2], tokens[at + 3]].find(
      (one) => one && (['hour', 'minute', 'seconds'] as const).some((concept) => one.concepts.has(concept)),
    )
    if (token.value !== undefined && token.value < 1 && token.value > 0 && unit)
      for (const [concept, whole] of [
        ['hour', 3600],
        ['minute', 60],
        ['seconds', 1],
      ] as const)
        if (unit.concepts.has(concept)) return [{ seconds: whole * (token.value ?? 0), at, millisecond: whole === 1 }]
    return []
  })
}

/** The number right before or behind a word of this meaning: `20 users`, `users: 20`. */
export function countOf(tokens: readonly Token[], is: (token: Token) => boolean): number | undefined {
  for (const [at, token] of tokens.entries()) {
    if (!is(token)) continue
    for (const near of [at - 1, at - 2, at + 1, at + 2]) {
      const one = tokens[near]
      if (one?.value !== undefined && Number.isInteger(one.value) && secondsAt(tokens, near) === undefined) return one.value
    }
  }
  return undefined
}

/** Numbers that are a status of HTTP (RFC 9110 section 15, and the registry behind it). */
export const isStatus = (value: number | undefined): value is number =>
  value !== undefined && /^(10[0-3]|20[0-8]|226|30[0-8]|40\d|41[0-8]|42[1-689]|431|451|5(0\d|1[01]))$/.test(String(value))
