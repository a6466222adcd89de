import { Assignment, TooManySteps, type Nogood } from './rules.ts'

/** Explanations that are tried for the next values before another is looked for. */
const mostKnown = 200
/** Steps that all explanations of a model take together, at most: some seconds of work. */
const usualSteps = 400_000
/** Sets of rules that stay ready to be asked. */
const mostReady = 2_000

/** Which rules together leave no room for values. Many values are ruled out alike: what was found for some is tried for others first. */
export class Conflicts {
  readonly #levels: readonly number[]
  readonly #nogoods: readonly Nogood[]
  readonly #byRule = new Map<number, Nogood[]>()
  readonly #parameters = new Map<number, Set<number>>()
  readonly #byParameter = new Map<number, Set<number>>()
  readonly #ready = new Map<string, Assignment>()
  #stepsLeft: number
  readonly #known: { rules: readonly number[]; about: ReadonlySet<number> }[] = []

  constructor(levels: readonly number[], nogoods: readonly Nogood[], mostSteps = usualSteps) {
    this.#stepsLeft = mostSteps
    this.#levels = levels
    this.#nogoods = nogoods
    for (const one of nogoods) {
      const { rule } = one
      const own = this.#byRule.get(rule)
      if (own === undefined) this.#byRule.set(rule, [one])
      else own.push(one)
      for (const parameter of one.parameters) {
        this.#parameters.set(rule, (this.#parameters.get(rule) ?? new Set()).add(parameter))
        this.#byParameter.set(parameter, (this.#byParameter.get(parameter) ?? new Set()).add(rule))
      }
    }
  }

  /**
   * The rules that together leave no room for these values: none of them can be omitted. Once the work of a model is used up,
   * what was found until then: rules of which some may not be needed, or undefined.
   */
  of(parameters: readonly number[], values: readonly number[]): number[] | undefined {
    // Mostly one rule says it outright.
    const direct = this.#nogoods.find((one) =>
      one.parameters.every((parameter, at) => values[parameters.indexOf(parameter)] === one.values[at]),
    )
    if (direct !== undefined) return [direct.rule]
    let needed: readonly number[] | undefined
    try {
      for (const rules of this.#narrowed(parameters, values)) needed = rules
    } catch (thrown) {
      if (!(thrown instanceof TooManySteps)) throw thrown
    }
    return needed?.toSorted((a, b) => a - b)
  }

  /** Fewer and fewer rules that leave these values no room. */
  *#narrowed(parameters: readonly number[], values: readonly number[]): Generator<readonly number[], void> {
    const isPossible = (rules: readonly number[]): boolean => this.#isPossible(rules, parameters, values)
    // What rules these values out together has to be about all of them.
    const known = this.#known.find(
      ({ about, rules }) => parameters.every((parameter) => about.has(parameter)) && !isPossible(rules),
    )
    let needed = known?.rules ?? this.#near(parameters, isPossible)
    yield needed
    // Many at a time first, then one by one.
    for (let size = needed.length >> 1; size > 0; size = size === 1 ? 0 : (size + 1) >> 1)
      for (let end = needed.length; end > 0; end -= size) {
        const others = needed.filter((_, at) => at < end - size || at >= end)
        if (!isPossible(others)) yield (needed = others)
      }
    if (known === undefined && this.#known.length < mostKnown)
      this.#known.push({ rules: needed, about: new Set(needed.flatMap((rule) => [...(this.#parameters.get(rule) ?? [])])) })
  }

  /** Rules about these parameters, then those about parameters of them, and so on until they leave no room. */
  #near(parameters: readonly number[], isPossible: (rules: readonly number[]) => boolean): readonly number[] {
    const all = [...this.#byRule.keys()]
    if (parameters.length === 0) return all
    const [rules, seen] = [new Set<number>(), new Set<number>()]
    for (let edge: Iterable<number> = parameters; ;) {
      const size = rules.size
      for (const parameter of edge) {
        seen.add(parameter)
        for (const rule of this.#byParameter.get(parameter) ?? []) rules.add(rule)
      }
      if (rules.size === size) return all
      if (!isPossible([...rules])) return [...rules]
      edge = [...rules].flatMap((rule) => [...(this.#parameters.get(rule) ?? [])]).filter((one) => !seen.has(one))
    }
  }

  #isPossible(rules: readonly number[], parameters: readonly number[], values: readonly number[]): boolean {
    if (this.#stepsLeft <= 0) throw new TooManySteps()
    const key = rules.join()
    let assignment = this.#ready.get(key)
    if (assignment === undefined) {
      assignment = new Assignment(
        this.#levels,
        rules.flatMap((rule) => this.#byRule.get(rule) ?? []),
      )
      if (this.#ready.size < mostReady) this.#ready.set(key, assignment)
    }
    assignment.mostSteps = assignment.steps + this.#stepsLeft
    const before = assignment.steps
    try {
      return parameters.every((parameter, at) => assignment.assign(parameter, values[at] ?? 0)) && assignment.isWhole()
    } finally {
      assignment.undoTo(0)
      // To look costs something, however soon it ends.
      this.#stepsLeft -= assignment.steps - before + 1
    }
  }
}
