import { addPickedCheck, keepPicked, type PickedInto } from '#engine/project/picked.ts'
import type { Step } from '#engine/project/schema.ts'
import type { PickedValue } from '#engine/steps/picked-value.ts'
import type { StepAccess } from '../../run/step-access.ts'
import { focusRowOf } from '../../steps/focus-setting.ts'
import { newId } from '../new-id.ts'
import type { ProjectContext } from '../project-context.ts'
import { pickTexts } from './pick-texts.ts'

/** Adds a row to a case, as one undoable edit, and opens it. */
async function addRow(
  context: ProjectContext,
  caseId: string,
  label: string,
  add: (steps: Step[]) => PickedInto | undefined,
): Promise<void> {
  const { workspace } = context
  if (!(await workspace.load(caseId))) return
  let into: PickedInto | undefined
  const done = workspace.edit(label, [caseId], ({ cases }) => {
    const steps = cases[caseId]?.steps
    if (steps) into = add(steps)
  })
  if (!done || !into) return
  context.panes.setRunFills(false)
  context.openStep(caseId, into.step)
  focusRowOf(into.step, into.index)
}

/** See {@link StepAccess.pick}. */
export const pickValue = (
  context: ProjectContext,
  what: 'check' | 'keep',
  at: Parameters<StepAccess['pick']>[1],
  picked: PickedValue,
): Promise<void> =>
  addRow(context, at.case, what === 'check' ? pickTexts.addCheck(picked.path) : pickTexts.keep(picked.path), (steps) =>
    (what === 'check' ? addPickedCheck : keepPicked)(steps, { request: at.step, looking: at.looking, newId }, picked),
  )

/** See {@link StepAccess.checkSuccess}. */
export const checkSuccess = (context: ProjectContext, caseId: string, stepId: string): Promise<void> =>
  addRow(context, caseId, pickTexts.addCheck(pickTexts.status), (steps) => addPickedCheck(steps, { request: stepId, newId }))
