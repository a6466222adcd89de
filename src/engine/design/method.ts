import type { Better, DesignControls, DesignResult } from './result.ts'

/**
 * A method: derives tests from a model. Throws AssayError `design-unusable` for a model that contradicts itself. It yields
 * between pieces of work of some milliseconds, and a {@link Better} for each complete suite that is smaller than the one
 * before. What it ends with is the result, or a suite whose result is expensive to compute.
 */
export type Derive<Model> = (
  model: Model,
  controls: Required<Pick<DesignControls, 'seed' | 'budget'>>,
) => Generator<Better | undefined, DesignResult | Better>
