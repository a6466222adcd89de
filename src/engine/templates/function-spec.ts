import type { Clock } from '#engine/ports/clock.ts'
import type { LocaleName } from './locales.ts'
import type { Draws } from './seeded.ts'

/** What a function may use. */
export interface FunctionContext {
  clock: Clock
  draws: Draws
  /** The active environment's name. */
  environment: string | undefined
  /** Of names, addresses and texts. */
  locale: LocaleName
}

/** A call with its arguments bound; each use draws again. */
export type Compute = (context: FunctionContext) => unknown

/** One function: how it is written, and what makes a {@link Compute} of its arguments, or says what is wrong with them. */
export interface FunctionSpec {
  signature: string
  description: string
  compile(values: readonly string[]): Compute | string
}
