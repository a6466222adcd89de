import { emptyCase } from '#engine/project/empty.ts'
import type { Router } from '../../page/route.ts'
import { placeOf, suiteOf } from '#engine/project/edit/places.ts'
import {
  addCase,
  addSuite,
  copyCase,
  freeName,
  moveCase,
  moveSuite,
  neighbourPlace,
  removeCase,
  removeSuite,
} from '#engine/project/edit/structure.ts'
import { actionTexts } from './action-texts.ts'
import { newId } from '../new-id.ts'
import type { Nesting } from '../nesting/nesting.ts'
import { createStepActions } from './step-actions.ts'
import { createUndoActions } from './undo-actions.ts'
import { projectTexts as texts } from '../texts.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { TreeNode, ProjectActions, LoadedActions } from './project-actions.ts'

/** What the actions work on. */
export interface ProjectActionsParts {
  workspace: Workspace
  router: Router
  nesting: Nesting
  /** Does what is done to the project itself. */
  whole: { duplicate(): Promise<void>; remove(): void }
  startRename: ProjectActions['startRename']
}

/** Makes all the actions but those of {@link ProjectActions.renaming}, which the parts bring; what was made is opened. */
export function createProjectActions({ workspace, router, nesting, whole, startRename }: ProjectActionsParts): LoadedActions {
  const go = (to: { suite?: string; case?: string; step?: string }) => {
    const project = workspace.localId()
    if (project) router.go({ project, ...to })
  }
  const nameOf = (node: TreeNode): string => {
    const head = workspace.head()
    if (node.kind === 'project') return head?.name ?? ''
    return (node.kind === 'suite' ? suiteOf(head, node.id)?.name : placeOf(head, node.id)?.head.name) ?? ''
  }
  const back = createUndoActions(workspace, router, go)
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
    back.offerUndo(name, actionTexts.edits.remove(name))
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
    ...createStepActions({ workspace, nesting, go, opened: () => router.route().step, offerUndo: back.offerUndo }),
    ...back,
  }
}
