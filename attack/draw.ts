/** Decisions of chance that a seed repeats. */
export interface Draw {
  /** A whole number from 0 on, under `end`. */
  below(end: number): number
  /** True once in so many times. */
  oneIn(count: number): boolean
  one<T>(list: readonly [T, ...T[]] | readonly T[]): T
}

/** Numbers of a seed (mulberry32). */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    oneIn: (count) => below(count) === 0,
    one<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('Nothing to draw from.')
      return list[below(list.length)] as T
    },
  }
}
