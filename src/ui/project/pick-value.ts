import { addPickedCheck, keepPicked, type PickedInto } from '#engine/project/picked.ts'
import type { PickedValue } from '#engine/steps/picked-value.ts'
import type { StepAccess } from '../run/step-access.ts'
import { focusRowOf } from '../steps/focus-setting.ts'
import { newId } from './actions.ts'
import type { ProjectContext } from './project-context.ts'
import { pickTexts } from './pick-texts.ts'

/** See {@link StepAccess.pick}; one undoable edit. */
export async function pickValue(
  context: ProjectContext,
  what: 'check' | 'keep',
  at: Parameters<StepAccess['pick']>[1],
  picked: PickedValue,
): Promise<void> {
  const { workspace } = context
  if (!(await workspace.load(at.case))) return
  let into: PickedInto | undefined
  const label = what === 'check' ? pickTexts.addCheck(picked.path) : pickTexts.keep(picked.path)
  const done = workspace.edit(label, [at.case], ({ cases }) => {
    const steps = cases[at.case]?.steps
    const place = { request: at.step, looking: at.looking, newId }
    if (steps) into = (what === 'check' ? addPickedCheck : keepPicked)(steps, place, picked)
  })
  if (!done || !into) return
  context.panes.setRunFills(false)
  context.openStep(at.case, into.step)
  focusRowOf(into.step, into.index)
}
