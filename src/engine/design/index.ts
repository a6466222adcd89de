import { AssayError } from '#engine/base/errors.ts'
import type { MethodId } from './facts.ts'
import type { Derive } from './method.ts'
import { wholeResult, type Better, type DesignControls, type DesignResult } from './result.ts'
import type { DesignOf, Model } from './schemas.ts'
import { designTexts } from './texts.ts'

/** Loads each method when it is asked. */
export const methods = {
  partitions: async () => (await import('./partitions/index.ts')).derivePartitions,
  boundaries: async () => (await import('./boundaries/index.ts')).deriveBoundaries,
  combinations: async () => (await import('./combinations/index.ts')).deriveCombinations,
  'decision-table': async () => (await import('./decision-table/index.ts')).deriveDecisionTable,
  mcdc: async () => (await import('./mcdc/index.ts')).deriveMcdc,
  'cause-effect': async () => (await import('./cause-effect/index.ts')).deriveCauseEffect,
  'classification-tree': async () => (await import('./classification-tree/index.ts')).deriveClassificationTree,
  domain: async () => (await import('./domain/index.ts')).deriveDomain,
  crud: async () => (await import('./crud/index.ts')).deriveCrud,
  'use-case': async () => (await import('./use-case/index.ts')).deriveUseCase,
  random: async () => (await import('./random/index.ts')).deriveRandom,
  'error-guessing': async () => (await import('./error-guessing/index.ts')).deriveErrorGuessing,
  sequences: async () => (await import('./sequences/index.ts')).deriveSequences,
  states: async () => (await import('./states/index.ts')).deriveStates,
} satisfies { [Id in MethodId]: () => Promise<Derive<DesignOf<Id>>> }

/**
 * Derives the tests of a design. AssayError `design-unusable` if its model contradicts itself, with the rules that do; `cancelled` if it
 * was stopped before there was a complete suite.
 */
export const derive = async (design: Model, controls?: DesignControls): Promise<DesignResult> =>
  wholeResult(await deriveSuite(design, controls))

/** As {@link derive}, for who looks at a part of the result only. */
export async function deriveSuite(
  design: Model,
  { seed = design.seed, budget = 0, onBetter, signal, pause }: DesignControls = {},
): Promise<DesignResult | Better> {
  const method = (await methods[design.method]()) as Derive<Model>
  const steps = method(design, { seed, budget })
  let best: Better | undefined
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (step.value !== undefined) {
      best = step.value
      onBetter?.(best)
    }
    if (pause !== undefined) await pause()
    if (!signal?.aborted) continue
    if (best === undefined) throw new AssayError('cancelled', designTexts.stopped)
    return best
  }
}
