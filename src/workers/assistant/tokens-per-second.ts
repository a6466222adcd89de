/** Fewer say little of how fast a model is. */
const fewest = 4

/**
 * How fast a model answers, once it has started to; undefined if that can't be measured. `time`: milliseconds from its first
 * token to its last.
 */
export const tokensPerSecond = (tokens: number | undefined, time: number): number | undefined =>
  tokens === undefined || tokens < fewest || time <= 0 ? undefined : ((tokens - 1) / time) * 1000
