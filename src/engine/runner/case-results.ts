import type { Step } from '#engine/project/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { referredId } from '#engine/steps/references.ts'
import type { StepResult } from '#engine/steps/step-kind.ts'

/**
 * The results of one case's steps, as long as a later step can refer to them: the nearest executed one, and those that are
 * named further on. So a case of any length holds few responses.
 */
export class CaseResults {
  readonly #results = new Map<string, StepResult>()
  readonly #lastUse = new Map<string, number>()
  #nearest: string | undefined

  constructor(steps: readonly Step[]) {
    for (const [index, step] of steps.entries()) {
      const named = referredId(step, 'step')
      if (named !== undefined) this.#lastUse.set(named, index)
    }
  }

  /** The step begins; if it gives a result, it is the nearest one from now on, whether it succeeds or not. */
  begin(step: Step): void {
    if (factsOf(step).gives !== undefined) this.#nearest = step.id
  }

  keep(step: string, result: StepResult): void {
    this.#results.set(step, result)
  }

  /** The result of a step, or of the nearest executed one that gives any; undefined if it has none. */
  get(step: string | undefined): StepResult | undefined {
    const id = step ?? this.#nearest
    return id === undefined ? undefined : this.#results.get(id)
  }

  /** True if a request or query of this case was executed. */
  get hasNearest(): boolean {
    return this.#nearest !== undefined
  }

  /** The step at `index` has ended: forgets what nobody can refer to any more. */
  forget(index: number): void {
    for (const id of this.#results.keys()) {
      if (id !== this.#nearest && (this.#lastUse.get(id) ?? -1) <= index) this.#results.delete(id)
    }
  }

  /** How many are held; for tests. */
  get size(): number {
    return this.#results.size
  }
}
