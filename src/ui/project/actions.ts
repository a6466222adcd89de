import { createSignal } from 'solid-js'
import { shortId } from '#engine/base/ids.ts'
import { emptyCase } from '#engine/project/empty.ts'
import type { Step } from '#engine/project/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import type { Router } from '../page/route.ts'
import { showToast } from '../components/toasts.tsx'
import { placeOf, suiteOf } from '#engine/project/edit/places.ts'
import { same } from '#engine/base/same.ts'
import {
  addCase,
  addSuite,
  copyCase,
  copySteps,
  freeName,
  moveCase,
  moveSteps,
  moveSuite,
  neighbourPlace,
  removeCase,
  removeSuite,
} from '#engine/project/edit/structure.ts'
import { actionTexts } from './action-texts.ts'
import { texts } from './texts.ts'
import { isOnScreen, placeOfEdit } from './edit-place.ts'
import type { Workspace } from './workspace/workspace.ts'

/** A row of the project tree. */
export type TreeNode = { kind: 'project' } | { kind: 'suite'; id: string } | { kind: 'case'; id: string }

/** Everything that menus, keys and dragging do to the open project's structure; each is one undoable edit of it. */
export interface ProjectActions {
  /** The node whose name is being changed in the tree. */
  renaming(): TreeNode | undefined
  startRename(node: TreeNode | undefined): void
  rename(node: TreeNode, name: string): void
  addSuite(): void
  addCase(suiteId?: string): void
  /** A copy of the project is another project. */
  duplicate(node: TreeNode): Promise<void>
  /** The project is removed only after a question, and for good. */
  remove(node: TreeNode): Promise<void>
  move(node: TreeNode, delta: -1 | 1): void
  drop(dragged: TreeNode, target: TreeNode, where: 'before' | 'after' | 'into'): void
  addStep(caseId: string, kind: Step['kind']): Promise<void>
  /** Adds a token, a request that sends it and a check of the answer, and opens the first. */
  addUsualSteps(caseId: string): Promise<void>
  renameStep(caseId: string, stepId: string, name: string): void
  /** Opens the first copy and returns the ids of all, for the list to choose them. */
  duplicateSteps(caseId: string, ids: readonly string[]): Promise<string[]>
  removeSteps(caseId: string, ids: readonly string[]): void
  /** Moves before place `index` of the order before the move. */
  moveStepsTo(caseId: string, ids: readonly string[], index: number): void
  setDisabled(caseId: string, ids: readonly string[], disabled: boolean): void
  undo(): void
  redo(): void
  /** Says that `name` was deleted and offers to take the edit `label` back, while that is the newest edit. */
  offerUndo(name: string, label: string): void
}

/** Those that are loaded when somebody uses the page. */
export type LoadedActions = Omit<ProjectActions, 'renaming' | 'startRename'>

/** A short random id. */
export const newId = (): string => shortId((length) => crypto.getRandomValues(new Uint8Array(length)))

/** What the actions work on. */
export interface ProjectActionsParts {
  workspace: Workspace
  router: Router
  /** Does what is done to the project itself. */
  whole: { duplicate(): Promise<void>; remove(): void }
  startRename: ProjectActions['startRename']
}

/** Makes all the actions but those of {@link ProjectActions.renaming}, which the parts bring; what was made is opened. */
export function createProjectActions({ workspace, router, whole, startRename }: ProjectActionsParts): LoadedActions {
  const go = (to: { suite?: string; case?: string; step?: string }) => {
    const project = workspace.localId()
    if (project) router.go({ project, ...to })
  }
  const nameOf = (node: TreeNode): string => {
    const head = workspace.head()
    if (node.kind === 'project') return head?.name ?? ''
    return (node.kind === 'suite' ? suiteOf(head, node.id)?.name : placeOf(head, node.id)?.head.name) ?? ''
  }
  const [offer, setOffer] = createSignal(0)
  /** Later, Undo would take back something else. */
  const offerUndo = (name: string, label: string) => {
    const mine = setOffer((count) => count + 1)
    const newest = () => offer() === mine && workspace.history().undo === label
    showToast(actionTexts.deleted(name), 'info', { label: actionTexts.undo, onClick: () => void takeBack(), while: newest })
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
      while: () => workspace.history().undo === next.label,
    })
  }
  /** One press after the other: the second of two quick ones finds what the first has gone to. */
  let pressed: Promise<unknown> = Promise.resolve()
  const undo = () => void (pressed = pressed.catch(() => undefined).then(seeOrTakeBack))
  const loadAll = (ids: readonly string[]) => Promise.all(ids.map((id) => workspace.load(id)))
  const currentSuite = () => {
    const route = router.route()
    return route.suite ?? placeOf(workspace.head(), route.case)?.suite.id ?? workspace.head()?.suites.at(-1)?.id
  }

  const duplicateCase = async (id: string) => {
    const one = await workspace.load(id)
    const place = placeOf(workspace.head(), id)
    if (!one || !place) return
    const taken = place.suite.cases.map((found) => found.name)
    const copy = copyCase(one, newId, freeName(texts.copyOf(one.name), taken))
    workspace.edit(actionTexts.edits.duplicate(one.name), [], (draft) => addCase(draft, place.suite.id, copy, id))
    go({ case: copy.id })
  }
  const duplicateSuite = async (id: string) => {
    const suite = suiteOf(workspace.head(), id)
    if (!suite) return
    const cases = (await loadAll(suite.cases.map((one) => one.id))).flatMap((one) => one ?? [])
    const head = workspace.head()
    const copy = newId()
    const name = freeName(
      texts.copyOf(suite.name),
      (head?.suites ?? []).map((one) => one.name),
    )
    workspace.edit(actionTexts.edits.duplicate(suite.name), [], (draft) => {
      draft.head.suites.push({ ...structuredClone(suite), id: copy, name, cases: [] })
      moveSuite(draft, copy, (head?.suites.findIndex((one) => one.id === id) ?? 0) + 1)
      for (const one of cases) addCase(draft, copy, copyCase(one, newId, one.name))
    })
    go({ suite: copy })
  }
  const removeOne = async (node: TreeNode) => {
    if (node.kind === 'project') return whole.remove()
    const head = workspace.head()
    if (!head) return
    const name = nameOf(node)
    if (node.kind === 'case') {
      const place = placeOf(head, node.id)
      if (!place || !(await workspace.load(node.id))) return
      if (!workspace.edit(actionTexts.edits.remove(name), [node.id], (draft) => removeCase(draft, node.id))) return
      const next = place.suite.cases[place.index + 1] ?? place.suite.cases[place.index - 1]
      if (router.route().case === node.id) go(next ? { case: next.id } : { suite: place.suite.id })
    } else {
      const ids = suiteOf(head, node.id)?.cases.map((one) => one.id) ?? []
      await loadAll(ids)
      if (!workspace.edit(actionTexts.edits.remove(name), ids, (draft) => removeSuite(draft, node.id))) return
      if (router.route().suite === node.id || ids.includes(router.route().case ?? '')) go({})
    }
    offerUndo(name, actionTexts.edits.remove(name))
  }
  const dropCase = (id: string, target: TreeNode, where: 'before' | 'after' | 'into') => {
    const head = workspace.head()
    if (!head || target.kind === 'project') return
    const place = placeOf(head, target.id)
    const label = actionTexts.edits.move(nameOf({ kind: 'case', id }))
    if (target.kind === 'suite') {
      const size = suiteOf(head, target.id)?.cases.length ?? 0
      workspace.edit(label, [], (draft) => moveCase(draft, id, target.id, where === 'before' ? 0 : size))
    } else if (place && target.id !== id) {
      workspace.edit(label, [], (draft) => moveCase(draft, id, place.suite.id, place.index + (where === 'before' ? 0 : 1)))
    }
  }
  const dropSuite = (id: string, target: TreeNode, where: 'before' | 'after' | 'into') => {
    const head = workspace.head()
    if (!head) return
    const targetId = target.kind === 'suite' ? target.id : target.kind === 'case' ? placeOf(head, target.id)?.suite.id : undefined
    const at = head.suites.findIndex((suite) => suite.id === targetId)
    const index = target.kind === 'project' ? 0 : at + (where === 'before' ? 0 : 1)
    workspace.edit(actionTexts.edits.move(nameOf({ kind: 'suite', id })), [], (draft) => moveSuite(draft, id, index))
  }
  const showChanged = (edit: Awaited<ReturnType<Workspace['undo']>>, forward: boolean) => {
    if (!edit) return
    const { case: opened, step } = router.route()
    const touched = edit.changes.find((change) => change.record === 'case' && (forward ? change.after : change.before))
    if (touched?.record === 'case' && touched.id !== opened) go({ case: touched.id })
    else if (opened && !placeOf(workspace.head(), opened)) go({})
    else if (step && !workspace.case(opened)?.steps.some((one) => one.id === step)) {
      // The open step is gone: its neighbour is shown.
      const gone = touched?.record === 'case' ? (forward ? touched.before : touched.after) : undefined
      const left = workspace.case(opened)?.steps ?? []
      const next = left[Math.min(gone?.steps.findIndex((one) => one.id === step) ?? 0, left.length - 1)]
      go(opened ? { case: opened, ...(next ? { step: next.id } : {}) } : {})
    }
  }

  return {
    rename: (node, wanted) => {
      const name = wanted.trim()
      if (!name || name === nameOf(node)) return
      const label = texts.rename(nameOf(node))
      if (node.kind === 'case') {
        return void workspace.load(node.id).then(() =>
          workspace.edit(label, [node.id], ({ cases }) => {
            const one = cases[node.id]
            if (one) one.name = name
          }),
        )
      }
      workspace.edit(label, [], ({ head }) => {
        const target = node.kind === 'project' ? head : head.suites.find((suite) => suite.id === node.id)
        if (target) target.name = name
      })
    },
    addSuite: () => {
      const id = newId()
      const name = freeName(
        actionTexts.newSuite,
        (workspace.head()?.suites ?? []).map((suite) => suite.name),
      )
      if (!workspace.edit(actionTexts.edits.addSuite, [], (draft) => addSuite(draft, id, name))) return
      go({ suite: id })
      startRename({ kind: 'suite', id })
    },
    addCase: (suiteId = currentSuite()) => {
      const id = newId()
      const suite = suiteOf(workspace.head(), suiteId)
      const made = suite ? undefined : newId()
      const name = freeName(
        actionTexts.newCase,
        (suite?.cases ?? []).map((one) => one.name),
      )
      const done = workspace.edit(actionTexts.edits.addCase, [], (draft) => {
        if (made) addSuite(draft, made, actionTexts.newSuite)
        addCase(draft, suite?.id ?? made ?? '', emptyCase(id, name), router.route().case)
      })
      if (!done) return
      go({ case: id })
      startRename({ kind: 'case', id })
    },
    duplicate: async (node) => {
      if (node.kind === 'case') await duplicateCase(node.id)
      else if (node.kind === 'suite') await duplicateSuite(node.id)
      else await whole.duplicate()
    },
    remove: removeOne,
    move: (node, delta) => {
      const head = workspace.head()
      if (!head) return
      const label = actionTexts.edits.move(nameOf(node))
      if (node.kind === 'case') {
        const to = neighbourPlace(head, node.id, delta)
        if (to) workspace.edit(label, [], (draft) => moveCase(draft, node.id, to.suite, to.index))
      } else if (node.kind === 'suite') {
        const at = head.suites.findIndex((suite) => suite.id === node.id)
        const to = at + delta
        if (to < 0 || to >= head.suites.length) return
        workspace.edit(label, [], (draft) => moveSuite(draft, node.id, delta > 0 ? to + 1 : to))
      }
    },
    drop: (dragged, target, where) => {
      if (dragged.kind === 'case') dropCase(dragged.id, target, where)
      else if (dragged.kind === 'suite') dropSuite(dragged.id, target, where)
    },
    addStep: async (caseId, kind) => {
      const { newStep } = await import('#engine/project/new-step.ts')
      const one = await workspace.load(caseId)
      if (!one) return
      const names = one.steps.map((step) => step.name)
      const head = workspace.head()
      const step = newStep(kind, newId(), freeName(factsOf({ kind }).newName, names), {
        connection: head?.connections[0]?.id ?? '',
        dataSource: head?.dataSources[0]?.id ?? '',
      })
      if (workspace.edit(actionTexts.edits.addStep, [caseId], ({ cases }) => void cases[caseId]?.steps.push(step))) {
        go({ case: caseId, step: step.id })
      }
    },
    addUsualSteps: async (caseId) => {
      const { usualSteps } = await import('#engine/project/usual-steps.ts')
      const one = await workspace.load(caseId)
      const head = workspace.head()
      if (!one || !head) return
      const taken = one.steps.map((step) => step.name)
      const nameOfKind = (kind: Step['kind']) => freeName(factsOf({ kind }).newName, taken)
      const names = { token: nameOfKind('oauth2'), request: nameOfKind('send-request'), check: nameOfKind('assertion') }
      const made = usualSteps(head, names, newId)
      const [first] = made
      if (
        first &&
        workspace.edit(actionTexts.edits.addUsualSteps, [caseId], ({ cases }) => void cases[caseId]?.steps.push(...made))
      )
        go({ case: caseId, step: first.id })
    },
    renameStep: (caseId, stepId, wanted) => {
      const step = workspace.case(caseId)?.steps.find((one) => one.id === stepId)
      const name = wanted.trim()
      if (!step || !name || name === step.name) return
      workspace.edit(texts.rename(step.name), [caseId], ({ cases }) => {
        const found = cases[caseId]?.steps.find((one) => one.id === stepId)
        if (found) found.name = name
      })
    },
    duplicateSteps: async (caseId, ids) => {
      const one = workspace.case(caseId)
      const chosen = one?.steps.filter((step) => ids.includes(step.id)) ?? []
      const last = chosen.at(-1)
      if (!one || !last) return []
      const taken = one.steps.map((step) => step.name)
      const copies = copySteps(chosen, newId).map((step) => ({ ...step, name: freeName(step.name, taken) }))
      const at = one.steps.indexOf(last) + 1
      const label = actionTexts.edits.duplicate(chosen.length === 1 ? last.name : texts.steps.toLowerCase())
      workspace.edit(label, [caseId], ({ cases }) => void cases[caseId]?.steps.splice(at, 0, ...copies))
      const first = copies[0]
      if (first) go({ case: caseId, step: first.id })
      return copies.map((step) => step.id)
    },
    removeSteps: (caseId, ids) => {
      const one = workspace.case(caseId)
      const gone = new Set(ids)
      const at = one?.steps.findIndex((step) => gone.has(step.id)) ?? -1
      if (!one || at < 0) return
      const removed = one.steps.filter((step) => gone.has(step.id))
      const left = one.steps.filter((step) => !gone.has(step.id))
      const done = workspace.edit(actionTexts.edits.removeSteps(removed.length), [caseId], ({ cases }) => {
        const draft = cases[caseId]
        if (draft) draft.steps = draft.steps.filter((step) => !gone.has(step.id))
      })
      if (!done) return
      const next = left[Math.min(at, left.length - 1)]
      if (gone.has(router.route().step ?? '')) go(next ? { case: caseId, step: next.id } : { case: caseId })
      const name = removed.length === 1 ? (removed[0]?.name ?? '') : texts.stepCount(removed.length)
      offerUndo(name, actionTexts.edits.removeSteps(removed.length))
    },
    moveStepsTo: (caseId, ids, index) => {
      const moved = new Set(ids)
      workspace.edit(actionTexts.edits.moveSteps(ids.length), [caseId], ({ cases }) => {
        const one = cases[caseId]
        if (one) moveSteps(one, moved, index)
      })
    },
    setDisabled: (caseId, ids, disabled) => {
      const chosen = new Set(ids)
      workspace.edit(
        disabled ? actionTexts.edits.disable(ids.length) : actionTexts.edits.enable(ids.length),
        [caseId],
        ({ cases }) => {
          for (const step of cases[caseId]?.steps ?? []) if (chosen.has(step.id)) step.disabled = disabled
        },
      )
    },
    undo,
    offerUndo,
    redo: () => void workspace.redo().then((edit) => showChanged(edit, true)),
  }
}
