import type { Design } from '#engine/design/schemas.ts'
import type { ShownDesign } from '#workers/design/shown-design.ts'

/** What a view draws. */
export interface ViewProps {
  design: Design
  result: ShownDesign
}
