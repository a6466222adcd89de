import type { Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { referredId } from '#engine/steps/references.ts'
import type { StepResult } from '#engine/steps/step-kind.ts'
import { isLoop, stepsIn, type Block } from '../plan/blocks.ts'

/** Where the steps that are named are named last. */
interface LastUse {
  /** The index of that block by the id of the named step. */
  of: ReadonlyMap<string, number>
  /** By the index of a block the ids that are named there for the last time. */
  at: ReadonlyMap<number, readonly string[]>
}

/** Why a step has no result: a condition skipped it, or it ended without one, as a request that could not be sent. */
export type Absence = 'skipped' | 'none'

/** A loop's, for all of its rows. */
const ofLoops = new WeakMap<readonly Block[], LastUse>()

function lastUseIn(blocks: readonly Block[]): LastUse {
  const lastUse = new Map<string, number>()
  const use = (step: Step, index: number): void => {
    const named = referredId(step, 'step')
    if (named !== undefined) lastUse.set(named, index)
  }
  blocks.forEach((block, index) => {
    if (!isLoop(block)) use(block, index)
    else for (const step of stepsIn([block])) use(step, index)
  })
  const at = new Map<number, string[]>()
  for (const [id, index] of lastUse) {
    const ids = at.get(index)
    if (ids) ids.push(id)
    else at.set(index, [id])
  }
  return { of: lastUse, at }
}

function lastUseOfLoop(body: readonly Block[]): LastUse {
  const known = ofLoops.get(body) ?? lastUseIn(body)
  ofLoops.set(body, known)
  return known
}

/**
 * The results of the steps of one case or row that a later step can still use: the nearest executed one, and those referred to
 * by ID. A case of any length therefore keeps few responses. A row sees its own results and then those from before its loop,
 * which are held until the loop has ended: another row may ask for them.
 */
export class CaseResults {
  readonly #results = new Map<string, StepResult>()
  readonly #lastUse: LastUse
  readonly #outer: CaseResults | undefined
  #nearest: string | undefined
  /** Steps that would have given one, and were skipped by a condition, or ended without one. */
  readonly #absent = new Map<string, Absence>()
  /** Kept since something was forgotten, or not the nearest any more since then. */
  #changed: string[] = []

  constructor(blocks: readonly Block[], outer?: CaseResults) {
    this.#lastUse = outer ? lastUseOfLoop(blocks) : lastUseIn(blocks)
    this.#outer = outer
  }

  /** The step starts; if it gives a result, it is the nearest one from now on, whether it succeeds or not. */
  begin(step: Step): void {
    if (factsOf(step).gives === undefined) return
    if (this.#nearest !== undefined) this.#changed.push(this.#nearest)
    this.#nearest = step.id
  }

  /** The step has no result: who would look at it has nothing to look at. */
  miss(step: Step, absence: Absence): void {
    if (factsOf(step).gives !== undefined) this.#absent.set(step.id, absence)
  }

  /** Whether any has none. */
  get hasAbsent(): boolean {
    return this.#absent.size > 0 || this.#outer?.hasAbsent === true
  }

  /** The step whose result would be got, if it has none, and why. */
  absent(step: string | undefined): { step: string; absence: Absence } | undefined {
    const id = step ?? this.#nearest
    const absence = id === undefined ? undefined : this.#absent.get(id)
    if (id !== undefined && absence) return { step: id, absence }
    return step === undefined && id !== undefined ? undefined : this.#outer?.absent(step)
  }

  keep(step: string, result: StepResult): void {
    this.#absent.delete(step)
    this.#results.set(step, result)
    this.#changed.push(step)
  }

  /** The result of a step, or of the nearest executed one that gives any; undefined if it has none. */
  get(step: string | undefined): StepResult | undefined {
    const id = step ?? this.#nearest
    const own = id === undefined ? undefined : this.#results.get(id)
    if (own || (step === undefined && id !== undefined)) return own
    return this.#outer?.get(step)
  }

  /** True if a request or query of this case was executed. */
  get hasNearest(): boolean {
    return this.#nearest !== undefined || this.#outer?.hasNearest === true
  }

  /** The block at `index` has ended: forgets what no one can refer to any more. */
  forget(index: number): void {
    const last = this.#lastUse.at.get(index)
    for (const id of last ? [...this.#changed, ...last] : this.#changed) {
      if (id !== this.#nearest && (this.#lastUse.of.get(id) ?? -1) <= index) this.#results.delete(id)
    }
    this.#changed.length = 0
  }

  /** How many are held; for tests. */
  get size(): number {
    return this.#results.size
  }
}
