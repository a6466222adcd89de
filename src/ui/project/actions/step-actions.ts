import { freeName, copySteps, moveSteps } from '#engine/project/edit/structure.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { placeOfNew } from '#engine/steps/loops.ts'
import { endOfGroup } from '#engine/steps/nested-steps.ts'
import { actionTexts } from './action-texts.ts'
import type { ProjectActions } from './project-actions.ts'
import { newId } from '../new-id.ts'
import type { Nesting } from '../nesting/nesting.ts'
import { projectTexts as texts } from '../texts.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What is done to the steps of a case. */
export type StepActions = Pick<
  ProjectActions,
  'addStep' | 'addUsualSteps' | 'renameStep' | 'duplicateSteps' | 'removeSteps' | 'moveStepsTo' | 'setDisabled'
>

/** Makes {@link StepActions}: `go` opens a step, `opened` is the open one's id. */
export function createStepActions({
  workspace,
  nesting,
  go,
  opened,
  offerUndo,
}: {
  workspace: Workspace
  nesting: Nesting
  go(to: { case: string; step?: string }): void
  opened(): string | undefined
  offerUndo: ProjectActions['offerUndo']
}): StepActions {
  /** Where new steps come: never between a step and what is nested under it. */
  const placeIn = (steps: readonly Step[]): number => {
    const at = placeOfNew(steps, opened())
    return at < steps.length ? endOfGroup(nesting.owners(steps), at - 1) : at
  }
  /** The steps of `ids` that are not nested under another one of them: as many as were chosen. */
  const unitsOf = (steps: readonly Step[], ids: readonly string[]): Step[] => {
    const owners = nesting.owners(steps)
    const chosen = new Set(ids)
    return steps.filter(({ id }, index) => chosen.has(id) && !chosen.has(steps[owners[index] ?? -1]?.id ?? ''))
  }
  return {
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
      const at = placeIn(one.steps)
      if (workspace.edit(actionTexts.edits.addStep, [caseId], ({ cases }) => void cases[caseId]?.steps.splice(at, 0, step))) {
        go({ case: caseId, step: step.id })
      }
    },
    addUsualSteps: async (caseId) => {
      const { tokenStepNear, usualSteps } = await import('#engine/project/default-steps.ts')
      const one = await workspace.load(caseId)
      const head = workspace.head()
      if (!one || !head) return
      const taken = one.steps.map((step) => step.name)
      const nameOfKind = (kind: Step['kind']) => freeName(factsOf({ kind }).newName, taken)
      const names = { token: nameOfKind('oauth2'), request: nameOfKind('send-request'), check: nameOfKind('assertion') }
      const like = tokenStepNear({ head, cases: workspace.cases() }, caseId)
      const made = usualSteps(head, names, newId, like)
      const [first] = made
      const at = placeIn(one.steps)
      if (
        first &&
        workspace.edit(actionTexts.edits.addUsualSteps, [caseId], ({ cases }) => void cases[caseId]?.steps.splice(at, 0, ...made))
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
      const all = new Set(nesting.withNested(caseId, ids))
      const chosen = one?.steps.filter((step) => all.has(step.id)) ?? []
      const last = chosen.at(-1)
      if (!one || !last) return []
      const units = unitsOf(one.steps, ids)
      const taken = one.steps.map((step) => step.name)
      const copies = copySteps(chosen, newId).map((step) => ({ ...step, name: freeName(step.name, taken) }))
      const lastAt = one.steps.indexOf(last)
      const owners = nesting.owners(one.steps)
      const at = units.every((step) => (owners[one.steps.indexOf(step)] ?? -1) >= 0) ? lastAt + 1 : endOfGroup(owners, lastAt)
      const label = actionTexts.edits.duplicate(units.length === 1 ? (units[0]?.name ?? '') : texts.steps.toLowerCase())
      workspace.edit(label, [caseId], ({ cases }) => void cases[caseId]?.steps.splice(at, 0, ...copies))
      const first = copies[0]
      if (first) go({ case: caseId, step: first.id })
      const unitIds = new Set(units.map((step) => step.id))
      return copies.flatMap((step, index) => (unitIds.has(chosen[index]?.id ?? '') ? [step.id] : []))
    },
    removeSteps: (caseId, ids) => {
      const one = workspace.case(caseId)
      const gone = new Set(nesting.withNested(caseId, ids))
      const at = one?.steps.findIndex((step) => gone.has(step.id)) ?? -1
      if (!one || at < 0) return
      const removed = unitsOf(one.steps, ids)
      const left = one.steps.filter((step) => !gone.has(step.id))
      const done = workspace.edit(actionTexts.edits.removeSteps(removed.length), [caseId], ({ cases }) => {
        const draft = cases[caseId]
        if (draft) draft.steps = draft.steps.filter((step) => !gone.has(step.id))
      })
      if (!done) return
      const next = left[Math.min(at, left.length - 1)]
      if (gone.has(opened() ?? '')) go(next ? { case: caseId, step: next.id } : { case: caseId })
      const name = removed.length === 1 ? (removed[0]?.name ?? '') : texts.stepCount(removed.length)
      offerUndo(name, actionTexts.edits.removeSteps(removed.length))
    },
    moveStepsTo: (caseId, ids, index) => {
      const moved = new Set(nesting.withNested(caseId, ids))
      workspace.edit(actionTexts.edits.moveSteps(ids.length), [caseId], ({ cases }) => {
        const one = cases[caseId]
        if (one) moveSteps(one, moved, index)
      })
    },
    setDisabled: (caseId, ids, disabled) => {
      const chosen = new Set(nesting.withNested(caseId, ids))
      workspace.edit(
        disabled ? actionTexts.edits.disable(ids.length) : actionTexts.edits.enable(ids.length),
        [caseId],
        ({ cases }) => {
          for (const step of cases[caseId]?.steps ?? []) if (chosen.has(step.id)) step.disabled = disabled
        },
      )
    },
  }
}
