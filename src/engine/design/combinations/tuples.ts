/** The sets of parameters whose values are combined, laid out as one row of numbers: every tuple of every set has an index. */
export interface Tuples {
  /** Number of values by parameter. */
  levels: readonly number[]
  sets: readonly (readonly number[])[]
  /** Where each set starts; its tuples follow by mixed radix, the last parameter fastest. */
  offsets: readonly number[]
  total: number
  /** By parameter the sets that hold it. */
  of: readonly Membership[]
}

/** The sets that hold one parameter, flat: the tuple's index is `offset + own * value + Σ strides * value of others`. */
export interface Membership {
  offset: Int32Array
  own: Int32Array
  /** Where the others of each set start in `others` and `strides`; one more at the end. */
  start: Int32Array
  others: Int32Array
  strides: Int32Array
}

/** All subsets of a size, in lexical order. */
export function subsets(of: readonly number[], size: number): number[][] {
  const found: number[][] = []
  const chosen: number[] = []
  const choose = (from: number): void => {
    if (chosen.length === size) return void found.push([...chosen])
    for (let at = from; at <= of.length - (size - chosen.length); at++) {
      chosen.push(of[at] ?? 0)
      choose(at + 1)
      chosen.pop()
    }
  }
  choose(0)
  return found
}

/** How many tuples the subsets of a size have, without making them. */
export function countTuples(levels: readonly number[], size: number): number {
  // Elementary symmetric polynomial: the sum over all subsets of the product of their levels.
  const sums = Array.from({ length: size + 1 }, () => 0)
  sums[0] = 1
  for (const level of levels) for (let n = size; n > 0; n--) sums[n] = (sums[n] ?? 0) + (sums[n - 1] ?? 0) * level
  return sums[size] ?? 0
}

/** The tuples of these sets; sets that stand twice, or inside another one, count once: covering the larger one covers them. */
export function tuplesOf(levels: readonly number[], wanted: readonly (readonly number[])[]): Tuples {
  const sets = withoutInner(wanted)
  const offsets: number[] = []
  let total = 0
  for (const set of sets) {
    offsets.push(total)
    total += set.reduce((product, parameter) => product * (levels[parameter] ?? 1), 1)
  }
  let of: Membership[] | undefined
  return {
    levels,
    sets,
    offsets,
    total,
    // Pairs don't need it.
    get of() {
      return (of ??= membershipOf(levels, sets, offsets))
    },
  }
}

function withoutInner(wanted: readonly (readonly number[])[]): (readonly number[])[] {
  const sizes = new Set(wanted.map(({ length }) => length))
  const known = new Map(wanted.map((set) => [set.join(), set]))
  if (sizes.size > 1) {
    const smaller = (size: number) => [...sizes].filter((other) => other < size)
    for (const set of wanted)
      for (const size of smaller(set.length)) for (const inner of subsets(set, size)) known.delete(inner.join())
  }
  return [...known.values()]
}

function membershipOf(levels: readonly number[], sets: readonly (readonly number[])[], offsets: readonly number[]): Membership[] {
  const found = levels.map(() => ({
    offset: [] as number[],
    own: [] as number[],
    start: [0],
    others: [] as number[],
    strides: [] as number[],
  }))
  for (const [index, set] of sets.entries()) {
    const strides = set.map(() => 1)
    for (let at = set.length - 2; at >= 0; at--) strides[at] = (strides[at + 1] ?? 1) * (levels[set[at + 1] ?? 0] ?? 1)
    for (const [at, parameter] of set.entries()) {
      const one = found[parameter]
      if (one === undefined) continue
      one.offset.push(offsets[index] ?? 0)
      one.own.push(strides[at] ?? 1)
      for (let other = set.length - 1; other >= 0; other--) {
        if (other === at) continue
        one.others.push(set[other] ?? 0)
        one.strides.push(strides[other] ?? 1)
      }
      one.start.push(one.others.length)
    }
  }
  return found.map(({ offset, own, start, others, strides }) => ({
    offset: Int32Array.from(offset),
    own: Int32Array.from(own),
    start: Int32Array.from(start),
    others: Int32Array.from(others),
    strides: Int32Array.from(strides),
  }))
}

/** The parameters and values of the tuple with an index of a set. */
export function tupleAt(tuples: Tuples, set: number, index: number): { parameters: readonly number[]; values: number[] } {
  const parameters = tuples.sets[set] ?? []
  const values: number[] = []
  let rest = index - (tuples.offsets[set] ?? 0)
  for (const parameter of parameters.toReversed()) {
    const level = tuples.levels[parameter] ?? 1
    values.unshift(rest % level)
    rest = Math.floor(rest / level)
  }
  return { parameters, values }
}

/** The set to which an index belongs. */
export function setOf(tuples: Tuples, index: number): number {
  let [low, high] = [0, tuples.offsets.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tuples.offsets[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

const none: readonly number[] = []

/** The index of a row's tuple of a set; -1 if a value of it is open. */
export function indexIn(tuples: Tuples, set: number, row: ArrayLike<number>): number {
  let index = 0
  const parameters = tuples.sets[set] ?? none
  for (let at = 0; at < parameters.length; at++) {
    const parameter = parameters[at] ?? 0
    const value = row[parameter] ?? -1
    if (value < 0) return -1
    index = index * (tuples.levels[parameter] ?? 1) + value
  }
  return (tuples.offsets[set] ?? 0) + index
}
