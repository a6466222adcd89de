import type { Component } from 'solid-js'
import type { Step } from '#engine/project/format/schema.ts'
import { runIsLine } from '../../page/panes.ts'
import { same } from '#engine/base/deep-equal.ts'
import { plain } from '../../project/plain-copy.ts'
import { RunPanel } from '../../run/RunPanel.tsx'
import { runTexts } from '../../run/texts.ts'
import { focusSetting } from '../../steps/focus-setting.ts'
import type { PanelRoom } from '../../run/run-context.ts'
import type { StepAccess } from '../../run/step-access.ts'
import { modelChoice, understandsText } from '../../assistant/settings/settings-store.ts'
import { useProject, type ProjectContext } from '../../project/project-context.ts'

/** Asks the assistant why a step did not pass; it has what the run said. */
function explainFailure({ assistant, panes }: ProjectContext, focus: { case: string; step: string }): void {
  panes.setRunFills(false)
  assistant.ask({ text: runTexts.whyFailed, send: true, focus })
}

/** The steps of the open project, for the run panel. */
function stepAccess(context: ProjectContext): StepAccess {
  const { workspace, session } = context
  return {
    step(caseId, stepId) {
      const known = workspace.case(caseId)
      if (!known && workspace.phase() === 'open') void workspace.load(caseId)
      return known?.steps.find(({ id }) => id === stepId)
    },
    changed: context.changedSince.step,
    lookedAt: context.changedSince.lookedAt,
    nestingOf: context.nesting.nestingOf,
    open: context.router.route,
    readOnly: workspace.readOnly,
    change: (caseId, stepId, label, values) =>
      workspace.edit(label, [caseId], ({ cases }) => {
        const steps = cases[caseId]?.steps
        const at = steps?.findIndex(({ id }) => id === stepId) ?? -1
        const before = steps?.[at]
        if (!steps || !before) return
        const step = plain(before)
        const after = plain({ ...step, ...values(step) } as Step)
        if (!same(after, step)) steps[at] = after
      }),
    allowHttp: async (host) => (await import('../../project/running/allow-http.ts')).allowHttp(context, host),
    enterValues: async (variable) => (await import('../../project/running/enter-values.ts')).enterValues(context, variable),
    compareRuns: (run) => context.dialogs.show({ name: 'compare-runs', run }),
    connectCompanion: () => context.dialogs.show({ name: 'companion' }),
    edit: (caseId, stepId, setting) => {
      context.panes.setRunFills(false)
      context.openStep(caseId, stepId)
      focusSetting(setting)
    },
    pick: (what, at, picked) =>
      void import('../../project/editor/pick-value.ts').then(({ pickValue }) => pickValue(context, what, at, picked)),
    checkSuccess: (caseId, stepId) =>
      void import('../../project/editor/pick-value.ts').then(({ checkSuccess }) => checkSuccess(context, caseId, stepId)),
    run: (caseId, stepId) => {
      if (!session.running()) context.run({ step: { case: caseId, step: stepId } })
    },
    acceptAnswers: () => context.dialogs.show({ name: 'accept-answers' }),
    canExplain: () => understandsText(modelChoice(context.services).settings()),
    explain: (caseId, step) => explainFailure(context, { case: caseId, step }),
  }
}

/** The run panel of the page, wired to the open project. */
const WiredRunPanel: Component = () => {
  const context = useProject()
  const { panes } = context
  const room: PanelRoom = {
    beside: panes.runBeside,
    fills: panes.runFills,
    isLine: () => runIsLine(panes, context.router.route()),
    listed: () => (panes.runFills() ? undefined : context.router.route().case),
    expand: () => panes.setRunExpanded(context.router.route().design ?? context.router.route().tab),
    setBeside: panes.setRunBeside,
    setFills: panes.setRunFills,
    hide: () => {
      panes.setRunFills(false)
      panes.setRun(false)
    },
  }
  return (
    <RunPanel
      session={context.session}
      steps={stepAccess(context)}
      room={panes.narrow() ? undefined : room}
      onOpenStep={(caseId, stepId) => {
        panes.setRunFills(false)
        context.openStep(caseId, stepId)
      }}
    />
  )
}
export default WiredRunPanel
