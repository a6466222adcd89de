import type { Step } from '#engine/project/format/schema.ts'
import { ownersOf } from '#engine/steps/nested-steps.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { ProjectContext } from '../project-context.ts'
import type { MenuItem } from '../../components/overlays/menu-item.ts'
import { describeKeys } from '../../page/keys.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { foldAll, ownerIds } from '../nesting/fold-all.ts'
import { projectTexts as texts } from '../texts.ts'
import { copyText } from '../../steps/copy-text.ts'

/** What the menu of a step needs besides what all parts share. */
export interface StepMenuContext {
  caseId: string
  /** The steps that a command is about. */
  ids: readonly string[]
  onRename(): void
  onMove(delta: -1 | 1): void
}

/** The context menu of a step. */
export function stepMenu(context: ProjectContext, step: Step, { caseId, ids, onRename, onMove }: StepMenuContext): MenuItem[] {
  const { actions } = context
  const disabled = context.workspace.readOnly()
  const m = actionTexts.menu
  const { nesting } = context
  const owner = ownerOf(context, caseId, step)
  const isUngrouped = nesting.isUngrouped(owner.id)
  const group: MenuItem = {
    label: isUngrouped ? m.group : m.ungroup,
    onSelect: () => nesting.setUngrouped(owner.id, !isUngrouped),
  }
  const negativeTests: MenuItem = {
    label: m.negativeTests,
    disabled,
    onSelect: () => context.dialogs.show({ name: 'negative-tests', case: caseId, step: step.id }),
  }
  const design: MenuItem = {
    label: texts.designTests,
    disabled,
    onSelect: () => void import('../design/start/from-source.ts').then((made) => made.openDesignOf(context, { step: step.id })),
  }
  return [
    {
      label: texts.runStep,
      keys: describeKeys('Mod+Alt+Enter'),
      onSelect: () => context.run({ step: { case: caseId, step: step.id } }),
    },
    { label: texts.runUpTo, onSelect: () => context.run({ upTo: { case: caseId, step: step.id } }) },
    'separator',
    { label: m.rename, keys: 'F2', disabled, onSelect: onRename },
    { label: m.duplicate, disabled, onSelect: () => void actions.duplicateSteps(caseId, ids).then(context.chooseSteps) },
    {
      label: step.disabled ? m.enable : m.disable,
      disabled,
      onSelect: () => actions.setDisabled(caseId, ids, !step.disabled),
    },
    { label: m.up, keys: 'Alt+Up', disabled, onSelect: () => onMove(-1) },
    { label: m.down, keys: 'Alt+Down', disabled, onSelect: () => onMove(1) },
    ...(canGroup(context, caseId, owner) ? [group] : []),
    ...(ownerIds(context, caseId).length > 0
      ? [
          { label: m.expandAll, onSelect: () => foldAll(context, caseId, true) },
          { label: m.collapseAll, onSelect: () => foldAll(context, caseId, false) },
        ]
      : []),
    ...(isOAuth2Step(step) ? [negativeTests] : []),
    ...(isSendRequestStep(step) ? [design] : []),
    { label: m.copyId, onSelect: () => void copyText(step.id) },
    'separator',
    { label: m.remove, keys: 'Delete', danger: true, disabled, onSelect: () => actions.removeSteps(caseId, ids) },
  ]
}

/** The step that a step is nested under, else the step itself. */
function ownerOf({ nesting, workspace }: ProjectContext, caseId: string, step: Step): Step {
  const steps = workspace.case(caseId)?.steps ?? []
  const at = steps.findIndex(({ id }) => id === step.id)
  return steps[nesting.owners(steps)[at] ?? -1] ?? step
}

/** Whether anything is nested under a step, or would be if it were not ungrouped. */
function canGroup({ workspace }: ProjectContext, caseId: string, owner: Step): boolean {
  const steps = workspace.case(caseId)?.steps ?? []
  return ownersOf(steps).includes(steps.findIndex(({ id }) => id === owner.id))
}
