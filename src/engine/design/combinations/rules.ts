/** What values can't stand together: `parameters[i]` has value `values[i]`, for all i. `rule`: the constraint that it is made of. */
export interface Nogood {
  parameters: number[]
  values: number[]
  rule: number
}

/** Thrown by an {@link Assignment} that was given a limit of steps. */
export class TooManySteps extends Error {}

/**
 * The values of a model's parameters under rules: assigned one by one, values that a rule leaves no room for are banned at once.
 * The caller reverts an assignment with {@link undo}.
 */
export class Assignment {
  readonly levels: readonly number[]
  readonly nogoods: readonly Nogood[]
  readonly value: Int32Array
  /** By global value (first[parameter] + value) how many rules ban it. */
  readonly banned: Int32Array
  readonly first: Int32Array
  /** By parameter its part of the model: parameters that rules connect, directly or not; -1 without rules. */
  readonly part: Int32Array
  readonly parts: readonly (readonly number[])[]
  /** Parameters that were looked for a value so far, and how many may be. */
  steps = 0
  mostSteps = Infinity
  readonly #left: Int32Array
  readonly #met: Int32Array
  readonly #byValue: readonly (readonly number[])[]
  readonly #trail: number[] = []
  readonly #marks: number[] = []
  readonly #assigned: number[] = []
  readonly #dead: boolean

  constructor(levels: readonly number[], nogoods: readonly Nogood[]) {
    this.levels = levels
    this.nogoods = nogoods
    this.value = new Int32Array(levels.length).fill(-1)
    this.first = new Int32Array(levels.length + 1)
    for (const [at, level] of levels.entries()) this.first[at + 1] = (this.first[at] ?? 0) + level
    this.banned = new Int32Array(this.first[levels.length] ?? 0)
    this.#left = Int32Array.from(levels)
    this.#met = new Int32Array(nogoods.length)
    const byValue: number[][] = Array.from(this.banned, () => [])
    for (const [index, { parameters, values }] of nogoods.entries())
      for (const [at, parameter] of parameters.entries()) byValue[this.#global(parameter, values[at] ?? 0)]?.push(index)
    this.#byValue = byValue
    this.parts = connected(levels.length, nogoods)
    this.part = new Int32Array(levels.length).fill(-1)
    for (const [at, part] of this.parts.entries()) for (const parameter of part) this.part[parameter] = at
    this.#dead = nogoods.some(({ parameters }) => parameters.length === 0)
    for (const [index, { parameters }] of nogoods.entries()) if (parameters.length === 1) this.#ban(index)
    this.#trail.length = 0
  }

  #global(parameter: number, value: number): number {
    return (this.first[parameter] ?? 0) + value
  }

  /** Bans the one value of a rule that is not assigned yet. False if that leaves its parameter nothing. */
  #ban(index: number): boolean {
    const { parameters, values } = this.nogoods[index] ?? { parameters: [], values: [] }
    for (let at = 0; at < parameters.length; at++) {
      const parameter = parameters[at] ?? 0
      const held = this.value[parameter] ?? -1
      if (held === values[at]) continue
      if (held >= 0) return true
      const global = this.#global(parameter, values[at] ?? 0)
      this.#trail.push(global, parameter)
      const bans = this.banned[global] ?? 0
      this.banned[global] = bans + 1
      if (bans > 0) return true
      const left = (this.#left[parameter] ?? 0) - 1
      this.#left[parameter] = left
      return left > 0
    }
    return true
  }

  /** Gives a parameter without a value one. False, and nothing changed, if it is banned or leaves another parameter no value. */
  assign(parameter: number, value: number): boolean {
    const global = this.#global(parameter, value)
    if ((this.banned[global] ?? 0) > 0) return false
    this.#marks.push(this.#trail.length)
    this.#assigned.push(parameter)
    this.value[parameter] = value
    let possible = true
    for (const index of this.#byValue[global] ?? []) {
      const met = (this.#met[index] ?? 0) + 1
      this.#met[index] = met
      const size = this.nogoods[index]?.parameters.length ?? 0
      // All are counted, or taking back would count wrong.
      if (met === size) possible = false
      else if (possible && met === size - 1 && !this.#ban(index)) possible = false
    }
    if (!possible) this.undo()
    return possible
  }

  /** Takes back the last assignment. */
  undo(): void {
    const parameter = this.#assigned.pop()
    const mark = this.#marks.pop()
    if (parameter === undefined || mark === undefined) return
    const trail = this.#trail
    while (trail.length > mark) {
      const banned = trail.pop() ?? 0
      const global = trail.pop() ?? 0
      const bans = (this.banned[global] ?? 0) - 1
      this.banned[global] = bans
      if (bans === 0) this.#left[banned] = (this.#left[banned] ?? 0) + 1
    }
    for (const index of this.#byValue[this.#global(parameter, this.value[parameter] ?? 0)] ?? [])
      this.#met[index] = (this.#met[index] ?? 0) - 1
    this.value[parameter] = -1
  }

  get depth(): number {
    return this.#assigned.length
  }

  undoTo(depth: number): void {
    while (this.#assigned.length > depth) this.undo()
  }

  /**
   * Gives every parameter of a part a value, those with the fewest choices first, `prefer` first of each. False, and nothing
   * changed, if rules leave no way. Parts don't touch each other: each is solved by itself.
   */
  solve(part: number, prefer?: ArrayLike<number>): boolean {
    if (++this.steps > this.mostSteps) throw new TooManySteps()
    const parameters = this.parts[part] ?? []
    let next = -1
    let fewest = Infinity
    for (const parameter of parameters) {
      const left = this.#left[parameter] ?? 0
      if ((this.value[parameter] ?? 0) >= 0 || left >= fewest) continue
      next = parameter
      fewest = left
      if (left <= 1) break
    }
    if (this.#dead || fewest === 0) return false
    if (next < 0) return true
    const level = this.levels[next] ?? 0
    const preferred = prefer?.[next] ?? -1
    for (let at = preferred < 0 ? 0 : -1; at < level; at++) {
      const value = at < 0 ? preferred : at
      if (at === preferred || !this.assign(next, value)) continue
      if (this.solve(part, prefer)) return true
      this.undo()
    }
    return false
  }

  /** Whether a part can be given values as things stand. */
  isSolvable(part: number): boolean {
    if (part < 0) return true
    const { depth } = this
    const solvable = this.solve(part)
    this.undoTo(depth)
    return solvable
  }

  /** Whether every part can be given values as things stand. */
  isWhole(): boolean {
    return !this.#dead && this.parts.every((_, part) => this.isSolvable(part))
  }

  /** Whether a row that breaks no rule still breaks none with another value of one parameter. */
  allows(row: ArrayLike<number>, parameter: number, value: number): boolean {
    for (const index of this.#byValue[this.#global(parameter, value)] ?? []) {
      const nogood = this.nogoods[index]
      if (nogood?.parameters.every((one, at) => one === parameter || row[one] === nogood.values[at])) return false
    }
    return true
  }

  /** As {@link allows}, of a row as the set of its values, as bits. */
  allowsIn(held: Int32Array, parameter: number, global: number): boolean {
    for (const index of this.#byValue[global] ?? []) {
      const nogood = this.nogoods[index]
      if (nogood === undefined) continue
      const { parameters, values } = nogood
      let isBroken = true
      for (let at = 0; isBroken && at < parameters.length; at++) {
        const one = parameters[at] ?? 0
        if (one === parameter) continue
        const value = (this.first[one] ?? 0) + (values[at] ?? 0)
        isBroken = (((held[value >> 5] ?? 0) >>> (value & 31)) & 1) === 1
      }
      if (isBroken) return false
    }
    return true
  }

  /** False if these values break a rule by themselves, or leave some parameter nothing. */
  mayHold(parameters: readonly number[], values: readonly number[]): boolean {
    const { depth } = this
    const held = parameters.every((parameter, at) => this.assign(parameter, values[at] ?? 0))
    this.undoTo(depth)
    return held
  }

  /** Whether a whole row can hold these values. Nothing else may be assigned. */
  canHold(parameters: readonly number[], values: readonly number[]): boolean {
    const { depth } = this
    const parts = new Set<number>()
    const held = parameters.every((parameter, at) => {
      const part = this.part[parameter] ?? -1
      if (part >= 0) parts.add(part)
      return this.assign(parameter, values[at] ?? 0)
    })
    const can = held && [...parts].every((part) => this.isSolvable(part))
    this.undoTo(depth)
    return can
  }
}

function connected(count: number, nogoods: readonly Nogood[]): number[][] {
  const root = Array.from({ length: count }, (_, at) => at)
  const find = (at: number): number => {
    while (root[at] !== at) {
      root[at] = root[root[at] ?? at] ?? at
      at = root[at] ?? at
    }
    return at
  }
  const touched = new Set<number>()
  for (const { parameters } of nogoods)
    for (const parameter of parameters) {
      touched.add(parameter)
      root[find(parameter)] = find(parameters[0] ?? parameter)
    }
  const parts = new Map<number, number[]>()
  for (const parameter of [...touched].toSorted((a, b) => a - b)) {
    const at = find(parameter)
    parts.set(at, [...(parts.get(at) ?? []), parameter])
  }
  return [...parts.values()]
}
