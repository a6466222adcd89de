/** A time of the same step in both runs, in milliseconds; undefined where it has none. */
export interface TimePair {
  before: number | undefined
  after: number | undefined
}

/** A smaller slowdown isn't noticeable, whatever the ratio. */
const leastDifference = 25
/** Slower by less than this ratio is never told. */
const leastRatio = 1.5
/** So many standard deviations: of 10,000 steps less than one is beyond by chance. */
const deviations = 4
/** What makes a standard deviation of a median deviation (normal distribution). */
const scale = 1.4826

/** How much the times of two runs differ anyway: all steps together tell it, by the median of their ratios and the spread around it. */
export function createNoise(pairs: readonly TimePair[]): { isSlower(before: number, after: number): boolean } {
  const ratios = pairs.flatMap(({ before, after }) => (before === undefined || after === undefined ? [] : [ratio(before, after)]))
  const middle = median(ratios)
  const spread = median(ratios.map((one) => Math.abs(one - middle))) * scale
  const limit = Math.max(Math.log(leastRatio), Math.max(0, middle) + deviations * spread)
  return { isSlower: (before, after) => after - before >= leastDifference && ratio(before, after) > limit }
}

/** On a logarithmic scale, on which twice and half are equally far. A millisecond is added: below it clocks tell little. */
const ratio = (before: number, after: number): number => Math.log((after + 1) / (before + 1))

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
