import { lazy, type Component } from 'solid-js'
import type { Design } from '#engine/design/schemas.ts'
import type { ShownDesign } from '#workers/design/shown-design.ts'
import { anyModel } from '../editors/any-model.ts'
import { designTexts } from '../texts.ts'
import type { ViewProps } from './view-props.ts'

/** A drawing of a model and its tests. */
export interface ResultView {
  id: string
  title: string
  component: Component<ViewProps>
  /** Whether it can draw a design. */
  fits(design: Design, result: ShownDesign): boolean
}

/** All drawings, each a folder or file of its own; what they draw depends on what the model has. */
const views: readonly ResultView[] = [
  {
    id: 'states',
    title: designTexts.views.states,
    component: lazy(() => import('./StatesView.tsx')),
    fits: (design) => design.method === 'crud' || anyModel(design).transitions !== undefined,
  },
  {
    id: 'table',
    title: designTexts.views.table,
    component: lazy(() => import('./DecisionTableView.tsx')),
    fits: (design) => anyModel(design).conditions !== undefined,
  },
  {
    id: 'pairs',
    title: designTexts.views.mcdc,
    component: lazy(() => import('./PairsView.tsx')),
    fits: (design, { tests }) => anyModel(design).decision !== undefined && tests.length > 0,
  },
  {
    id: 'line',
    title: designTexts.views.line,
    component: lazy(() => import('./BoundariesView.tsx')),
    fits: (design) =>
      (anyModel(design).parameters ?? []).some(({ classes = [] }) =>
        classes.some(({ from, to }) => from !== undefined || to !== undefined),
      ),
  },
  {
    id: 'tree',
    title: designTexts.views.tree,
    component: lazy(() => import('./TreeView.tsx')),
    fits: (design, { tests }) => {
      const { parameters = [] } = anyModel(design)
      const leaves = parameters.reduce((sum, { values, classes }) => sum + (values ?? classes ?? []).length, 0)
      return parameters.length > 0 && leaves <= 80 && tests.length <= 200
    },
  },
]

/** The drawings that fit a design. */
export const viewsOf = (design: Design, result: ShownDesign): readonly ResultView[] =>
  views.filter(({ fits }) => fits(design, result))
