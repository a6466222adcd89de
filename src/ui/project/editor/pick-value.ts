import { addPickedCheck, keepPicked, type PickedInto } from '#engine/project/picked.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { ownersOf } from '#engine/steps/nested-steps.ts'
import type { PickedValue } from '#engine/steps/picked-value.ts'
import type { StepAccess } from '../../run/step-access.ts'
import { focusRowOf } from '../../steps/focus-setting.ts'
import { requestTab } from '../../steps/nested/requested-tab.ts'
import { newId } from '../new-id.ts'
import type { ProjectContext } from '../project-context.ts'
import { pickTexts } from './pick-texts.ts'

/** Adds a row to a case, as one undoable edit, and opens it. */
async function addRow(
  context: ProjectContext,
  caseId: string,
  { label, tab }: { label: string; tab: 'checks' | 'variables' },
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
  const steps = workspace.case(caseId)?.steps ?? []
  const owner = steps[ownersOf(steps)[steps.findIndex(({ id }) => id === into?.step)] ?? -1]
  // If the request is open, its editor shows the row in a tab.
  if (owner && context.router.route().step === owner.id) {
    requestTab({ step: owner.id, tab })
    context.panes.showPage('step')
  } else context.openStep(caseId, into.step)
  focusRowOf(into.step, into.index)
}

const placeOf = (what: 'check' | 'keep', { path }: PickedValue) =>
  what === 'check'
    ? ({ label: pickTexts.addCheck(path), tab: 'checks' } as const)
    : ({ label: pickTexts.keep(path), tab: 'variables' } as const)

/** See {@link StepAccess.pick}. */
export const pickValue = (
  context: ProjectContext,
  what: 'check' | 'keep',
  at: Parameters<StepAccess['pick']>[1],
  picked: PickedValue,
): Promise<void> =>
  addRow(context, at.case, placeOf(what, picked), (steps) =>
    (what === 'check' ? addPickedCheck : keepPicked)(steps, { request: at.step, looking: at.looking, newId }, picked),
  )

/** See {@link StepAccess.checkSuccess}. */
export const checkSuccess = (context: ProjectContext, caseId: string, stepId: string): Promise<void> =>
  addRow(context, caseId, { label: pickTexts.addCheck(pickTexts.status), tab: 'checks' }, (steps) =>
    addPickedCheck(steps, { request: stepId, newId }),
  )
