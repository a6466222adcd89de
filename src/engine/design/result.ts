/** A value of a parameter: what JSON calls a scalar. */
export type Value = string | number | boolean | null

/** One thing that must be exercised, by the definition of the method. `id` is unique in its result and stays for the same model. */
export interface CoverageItem {
  id: string
  text: string
  /** MC/DC: the two tests, by their number from 0, that show it together. */
  shownBy?: number[]
}

/** An item that no test can exercise, and the rules of the model that rule it out, none of which can be omitted. */
export interface InfeasibleItem {
  item: string
  because: string[]
}

/** A derived test. `covers`: the ids of all items that it exercises, not only of those that it adds. */
export interface DesignTest {
  /** Value by parameter; for MC/DC the truth of each condition by its text. */
  values: Record<string, Value>
  valid: boolean
  /** What is invalid in it: the one parameter, class or event. */
  invalid?: string
  /** Boundaries: the parameter whose boundary a valid test takes. */
  about?: string
  expected?: Record<string, Value>
  /** MC/DC: values of the compared parameters that give this truth. */
  inputs?: Record<string, Value>
  /** State transition: what happens one after the other, the states that are passed, what comes back. */
  events?: string[]
  path?: string[]
  outputs?: string[]
  covers: string[]
}

/** What every method gives: plain JSON, the same bytes for the same model, seed and budget. */
export interface DesignResult {
  method: string
  items: CoverageItem[]
  infeasible: InfeasibleItem[]
  tests: DesignTest[]
  coverage: { exercised: number; feasible: number }
  /** A proven lower bound on the number of tests; reached, they are proven minimal. */
  bound?: number
  /** Choices that were made, readings of a standard that differ, contradictions. */
  notes: string[]
}

/** A result as one looks at it first: its items in numbers, their texts when they are requested. */
export interface Outline extends Omit<DesignResult, 'items' | 'infeasible' | 'tests'> {
  /** `adds`: how many items the test is the first to exercise. */
  tests: (Omit<DesignTest, 'covers'> & { adds: number })[]
  items: number
  infeasible: number
  /** The first infeasible items. */
  ruledOut(most: number): (InfeasibleItem & { text: string })[]
  /** The first items that a test, by its number from 0, is the first to exercise. */
  added(test: number, most: number): CoverageItem[]
}

/** Work in pieces of some milliseconds, between which who does it may breathe; or give it up. */
export type Pieces<T> = Generator<undefined, T>

/** Does all of it at once. */
export function allOf<T>(pieces: Pieces<T>): T {
  for (;;) {
    const piece = pieces.next()
    if (piece.done) return piece.value
  }
}

/** A complete suite, found on the way; its result is computed when someone wants it. */
export interface Better {
  tests: number
  /** How many items there are, where they can be many; then there is an outline too. */
  items?: number
  result(): Pieces<DesignResult>
  outline?(): Pieces<Outline>
}

/** What a method ends with, whole. */
export const wholeResult = (ended: DesignResult | Better): DesignResult => ('result' in ended ? allOf(ended.result()) : ended)

/** How a design is made. Nothing of it but `seed` and `budget` has a say in the result, unless it was cancelled. */
export interface DesignControls {
  /** Decides every choice by chance; 1 unless said. */
  seed?: number
  /** Work that is put into fewer tests, in units of {@link workOfASecond}; 0: the instant answer. */
  budget?: number
  /** Told of every complete suite that is smaller than the one before. */
  onBetter?: (better: Better) => void
  /** Aborted: the best complete suite so far is the result; before there is one it is an AssayError `cancelled`. */
  signal?: AbortSignal
  /** Lets the host breathe between pieces of work of some milliseconds, so that a message to stop can arrive. */
  pause?: () => Promise<void>
}

/** About the work that one core does in a second: what budgets are counted in. */
export const workOfASecond = 150_000_000

/** How much of the items that can be exercised is. */
export function coverageOf(items: readonly CoverageItem[], infeasible: readonly unknown[], tests: readonly DesignTest[]) {
  const seen = new Set(tests.flatMap(({ covers }) => covers))
  return { exercised: items.reduce((sum, { id }) => sum + (seen.has(id) ? 1 : 0), 0), feasible: items.length - infeasible.length }
}
