import type { format } from '@cfworker/json-schema'
import { limit } from '#engine/base/work-limit.ts'

/**
 * The most steps, roughly, that the library's expressions take for a string: they go back over it; that of `url` for each way
 * to split a name.
 */
const costOf = (name: string, text: string): number => {
  if (name !== 'url') return text.length ** 2
  const longest = (text.match(/[^\s:/.?#@]+/g) ?? []).reduce((most, part) => Math.max(most, part.length), 0)
  return text.length ** 2 + 2 ** Math.min(longest, 50)
}

/** Steps in about 25 ms. */
const mostSteps = 4_000_000

/** Lets the library's formats judge only what they judge soon, in a thread that must hear Stop. */
export function guardFormats(formats: typeof format): void {
  for (const [name, holds] of Object.entries(formats)) {
    formats[name] = (text) => {
      limit(costOf(name, text) > mostSteps)
      return holds(text)
    }
  }
}
