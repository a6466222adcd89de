import type { missingInputs as MissingInputs } from '#engine/runner/missing-inputs.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import type { Selection } from '#engine/runner/selection.ts'
import { showToast } from '../components/toasts.tsx'
import { firstUse } from '../page/first-use.ts'
import type { Panes } from '../page/panes.ts'
import type { RunSession } from '../run/session/run-session-type.ts'
import type { TreeNode } from './actions.ts'
import { texts } from './texts.ts'
import type { Workspace } from './workspace/workspace.ts'

/** Starts runs of the open project; see `ProjectContext`. */
export interface RunStarting {
  run(selection?: Selection): void
  runNode(node: TreeNode): void
}

/** See {@link RunStarting}. */
export function createRunStarting(parts: {
  workspace: Workspace
  session: RunSession
  panes: Panes
  environment(): string | undefined
}): RunStarting {
  const { workspace, session, panes } = parts
  /** It reads templates, which the page's first screen does without. */
  let missingInputs: typeof MissingInputs | undefined
  void firstUse
    .then(() => import('#engine/runner/missing-inputs.ts'))
    .then((file) => (missingInputs = file.missingInputs))
    .catch(reportError)

  /** Whether a run of what is selected can have results of a case. */
  const covers = ({ cases, suites }: Selection, id?: string) => {
    const suite = placeOf(workspace.head(), id)?.suite.id
    return id !== undefined && (cases?.includes(id) ?? true) && (suites?.includes(suite ?? '') ?? true)
  }
  /** What the step lacks that is to be run by itself, as a text; undefined: it can be run. */
  const lack = (selection: Selection | undefined): string | undefined => {
    const { step: place } = selection ?? {}
    const project = place && workspace.inMemory()
    if (!place || !selection || !project) return undefined
    const [input] = missingInputs?.(project, { ...active(), selection }, (step) => session.hasLeft(place.case, step.id)) ?? []
    const name = workspace.case(place.case)?.steps.find(({ id }) => id === place.step)?.name ?? ''
    return input && texts.missing(name, input.step.name, input.variable)
  }
  const active = () => {
    const environment = parts.environment()
    return environment === undefined ? {} : { environment }
  }
  const run = (selection?: Selection) => {
    const step = selection?.step
    const lacking = session.running() ? undefined : lack(selection)
    if (lacking !== undefined && step) {
      const upToHere = () => run({ upTo: step })
      return showToast(lacking, 'warning', { label: texts.runUpTo, onClick: upToHere, while: () => !session.running() })
    }
    if (selection && !session.running() && !covers(selection, session.selected()?.case)) session.select(undefined)
    session.start({ ...active(), ...(selection ? { selection } : {}) })
    const shown = selection?.step ?? selection?.upTo
    if (shown) session.select(shown)
    panes.setRun(true)
    panes.showPage('run')
  }
  return {
    run,
    runNode: (node) => {
      if (node.kind === 'case') run({ cases: [node.id] })
      else run(node.kind === 'suite' ? { suites: [node.id] } : undefined)
    },
  }
}
