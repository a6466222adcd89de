import { createSignal, untrack } from 'solid-js'
import { placeOf } from '#engine/project/edit/places.ts'
import type { Selection } from '#engine/runner/plan/selection.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { firstUse } from '../../page/first-use.ts'
import type { Panes } from '../../page/panes.ts'
import type { RunSession } from '../../run/session/run-session-type.ts'
import type { TreeNode } from '../actions/project-actions.ts'
import type { missingText as MissingText } from './missing-text.ts'
import type { Nesting } from '../nesting/nesting.ts'
import type { RunSettings } from './run-settings.ts'
import { projectTexts as texts } from '../texts.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Starts runs of the open project; see `ProjectContext`. */
export interface RunStarting {
  /** Starts a run; call it from the click, at once. */
  run(selection?: Selection, settings?: RunSettings): void
  runNode(node: TreeNode, settings?: RunSettings): void
  /** Reactive: the row of a loop that was picked to be looked at; its steps get it when they are run by themselves. */
  pickedRow(loop: string): number | undefined
  pickRow(loop: string, row: number): void
}

/** See {@link RunStarting}. */
export function createRunStarting(parts: {
  workspace: Workspace
  session: RunSession
  panes: Panes
  nesting: Nesting
  environment(): string | undefined
  /** The step in the editor. */
  opened(): { case?: string; step?: string }
}): RunStarting {
  const { workspace, session, panes, nesting } = parts
  /** It reads templates, which the page's first screen does without. */
  let missingText: typeof MissingText | undefined
  const loading = firstUse.then(() => import('./missing-text.ts')).then((file) => (missingText = file.missingText))
  loading.catch(reportError)

  /** Whether a run of what is selected can have results of a case. */
  const covers = ({ cases, suites }: Selection, id?: string) => {
    const suite = placeOf(workspace.head(), id)?.suite.id
    return id !== undefined && (cases?.includes(id) ?? true) && (suites?.includes(suite ?? '') ?? true)
  }
  const active = () => {
    const environment = parts.environment()
    return environment === undefined ? {} : { environment }
  }
  const [picked, setPicked] = createSignal<ReadonlyMap<string, number>>(new Map())
  /** With what is nested under the step that it names: a request and its checks run together. */
  const withNested = (asked: Selection): Selection => {
    const { step, upTo } = asked
    const under = (place: { case: string; step: string }) => untrack(() => nesting.nestedUnder(place.case, place.step))
    if (step) {
      const rows = [...untrack(picked)].map(([loop, row]) => ({ loop, row }))
      return { ...asked, step: { ...step, picked: rows, nested: under(step).map(({ id }) => id) } }
    }
    const last = upTo && under(upTo).findLast(({ disabled }) => !disabled)
    return upTo && last ? { ...asked, upTo: { case: upTo.case, step: last.id } } : asked
  }
  const begin = (asked?: Selection, settings?: RunSettings) => {
    const selection = asked && withNested(asked)
    if (selection && !session.running() && !covers(selection, session.selected()?.case)) session.select(undefined)
    session.start({ ...active(), ...settings, ...(selection ? { selection } : {}) })
    const shown = asked?.step ?? asked?.upTo
    const { case: opened, step } = untrack(parts.opened)
    if (shown) session.select({ case: shown.case, step: shown.step })
    else if (opened !== undefined && step !== undefined && covers(selection ?? {}, opened)) session.prefer({ case: opened, step })
    panes.setRun(true)
    panes.showPage('run')
  }
  const run = (selection?: Selection, settings?: RunSettings): void => {
    const step = selection?.step
    if (step && !missingText)
      return void loading.then(
        () => run(selection, settings),
        () => begin(selection, settings),
      )
    const project = step && !session.running() ? workspace.inMemory() : undefined
    const lacking = project && selection && missingText?.(project, { ...active(), selection }, session)
    if (lacking !== undefined && step) {
      const upToHere = () => run({ upTo: step })
      return showToast(lacking, 'warning', { label: texts.runUpTo, onClick: upToHere, while: () => !session.running() })
    }
    begin(selection, settings)
  }
  return {
    run,
    pickedRow: (loop) => picked().get(loop),
    pickRow: (loop, row) => void setPicked((before) => new Map(before).set(loop, row)),
    runNode: (node, settings) => {
      if (node.kind === 'case') run({ cases: [node.id] }, settings)
      else run(node.kind === 'suite' ? { suites: [node.id] } : undefined, settings)
    },
  }
}
