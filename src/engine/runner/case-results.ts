import type { Step } from '#engine/project/schema.ts'
import type { StepResult } from '#engine/steps/step-kind.ts'

const givesResult = ({ kind }: Step): boolean => kind === 'send-request' || kind === 'sql'

/** The step whose result an assertion or a transfer names. */
const namedStep = (step: Step): string | undefined =>
  step.kind === 'assertion' || step.kind === 'data-transfer' ? step.step : undefined

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
      const named = namedStep(step)
      if (named !== undefined) this.#lastUse.set(named, index)
    }
  }

  /** The step begins; if it gives a result, it is the nearest one from now on, whether it succeeds or not. */
  begin(step: Step): void {
    if (givesResult(step)) this.#nearest = step.id
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
