import type { PlanOperation } from '../plan.ts'
import { Unplaced, type Surroundings } from './surroundings.ts'
import type { Workbench } from './workbench.ts'

/** TestDesigner: a design in the project and in working memory, and the tests of it. */
export async function expandDesign(
  _bench: Workbench,
  _given: Extract<PlanOperation, { do: 'recipe' }>,
  _around: Surroundings,
): Promise<void> {
  throw new Unplaced('nothing')
}
