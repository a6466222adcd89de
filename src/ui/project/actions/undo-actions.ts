import { createSignal } from 'solid-js'
import { same } from '#engine/base/deep-equal.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { Router } from '../../page/route.ts'
import { actionTexts } from './action-texts.ts'
import type { ProjectActions } from './project-actions.ts'
import { isOnScreen, placeOfEdit } from './edit-place.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Taking edits back and making them again; what was changed is opened. */
export type UndoActions = Pick<ProjectActions, 'undo' | 'redo' | 'offerUndo'>

/** Makes {@link UndoActions}. */
export function createUndoActions(
  workspace: Workspace,
  router: Router,
  go: (to: { case?: string; step?: string }) => void,
): UndoActions {
  const [offer, setOffer] = createSignal(0)
  /** Later, Undo would take back something else. */
  const offerUndo = (name: string, label: string) => {
    const mine = setOffer((count) => count + 1)
    const newest = () => offer() === mine && workspace.history().undo === label
    showToast(actionTexts.deleted(name), 'info', {
      label: actionTexts.undo,
      onClick: () => void takeBack(),
      brief: true,
      while: newest,
    })
  }
  const takeBack = async () => {
    const edit = await workspace.undo()
    showChanged(edit, false)
    if (edit?.changes.every(({ before, after }) => same(before, after))) showToast(actionTexts.staysSecret, 'info')
  }
  /** What can't be seen is not taken back unseen: the first press goes there, the next one takes it back. */
  const seeOrTakeBack = async () => {
    const next = await workspace.nextUndo()
    const place = next && placeOfEdit(next)
    const isSeen = !place || isOnScreen(place, router.route()) || document.querySelector('dialog[open]') !== null
    if (isSeen) return takeBack()
    go(place.to)
    showToast(actionTexts.undoIsHere(next.label), 'info', {
      label: actionTexts.undo,
      onClick: () => void takeBack(),
      brief: true,
      while: () => workspace.history().undo === next.label,
    })
  }
  /** One press after the other: the second of two quick ones finds what the first has gone to. */
  let pressed: Promise<unknown> = Promise.resolve()
  const undo = () => void (pressed = pressed.catch(() => undefined).then(seeOrTakeBack))
  const showChanged = (edit: Awaited<ReturnType<Workspace['undo']>>, forward: boolean) => {
    if (!edit) return
    const { case: opened, step } = router.route()
    const touched = edit.changes.find((change) => change.record === 'case' && (forward ? change.after : change.before))
    if (touched?.record === 'case' && touched.id !== opened) go({ case: touched.id })
    else if (opened && !placeOf(workspace.head(), opened)) go({})
    else if (step && !workspace.case(opened)?.steps.some((one) => one.id === step)) {
      // The open step is gone: its neighbor is shown.
      const gone = touched?.record === 'case' ? (forward ? touched.before : touched.after) : undefined
      const left = workspace.case(opened)?.steps ?? []
      const next = left[Math.min(gone?.steps.findIndex((one) => one.id === step) ?? 0, left.length - 1)]
      go(opened ? { case: opened, ...(next ? { step: next.id } : {}) } : {})
    }
  }

  return { undo, offerUndo, redo: () => void workspace.redo().then((edit) => showChanged(edit, true)) }
}
