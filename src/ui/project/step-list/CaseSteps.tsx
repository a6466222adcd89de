import { createResource, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import Settings2 from 'lucide-solid/icons/settings-2'
import type { Case } from '#engine/project/format/schema.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import { useProject } from '../project-context.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Button } from '../../components/Button.tsx'
import { Menu } from '../../components/overlays/Menu.tsx'
import type { MenuItem } from '../../components/overlays/menu-item.ts'
import { firstUse } from '../../page/first-use.ts'
import { createScroller } from '../../components/lists/scroller.ts'
import { addStepItems, usualStepsItem } from './add-step-items.ts'
import { createListedSteps } from './listed-steps.ts'
import { showNewStep } from './show-new-step.ts'
import { StepList } from './StepList.tsx'
import { projectTexts as texts } from '../texts.ts'
import './CaseSteps.css'

/** The steps of the open case: choose, add, order, run. */
export const CaseSteps: Component = () => {
  const context = useProject()
  const caseId = () => context.router.route().case
  // One that was deleted is still at hand, for undo.
  const opened = () => {
    const id = caseId()
    return id !== undefined && placeOf(context.workspace.head(), id) ? context.workspace.case(id) : undefined
  }
  return (
    <div class="case-steps" data-steps>
      <Show when={opened()} fallback={<EmptyState title={texts.noCase.title} text={texts.noCase.text} />}>
        {(one) => <Steps case={one()} />}
      </Show>
    </div>
  )
}

const Steps: Component<{ case: Case }> = (props) => {
  const context = useProject()
  const { actions, panes, router, workspace } = context
  const listed = createListedSteps(() => props.case, context)
  const scroller = createScroller(listed.lines)
  const showCase = () => {
    const project = workspace.localId()
    if (project) router.go({ project, case: props.case.id })
    panes.showPage('step')
  }
  // Loaded as soon as someone uses the page; the state is asked first, since reading what is not there yet would suspend the
  // pane.
  const [loaded] = createResource(async () => {
    await firstUse
    return (await import('../../steps/about-texts.ts')).aboutTexts
  })
  const about = () => (loaded.state === 'ready' ? loaded() : undefined)
  const addItems = (): MenuItem[] => [
    ...addStepItems((kind) => void showNewStep(context, actions.addStep(props.case.id, kind)), about()),
    'separator',
    usualStepsItem(() => void showNewStep(context, actions.addUsualSteps(props.case.id))),
  ]

  return (
    <>
      <header class="case-steps-head">
        <h2>{props.case.name}</h2>
        <Button
          kind="ghost"
          small
          icon={Settings2}
          aria-label={texts.caseSettings}
          aria-pressed={router.route().step === undefined}
          onClick={showCase}
        >
          {texts.settings}
        </Button>
      </header>
      <div class="case-steps-scroll" ref={scroller.attach}>
        <StepList case={props.case} listed={listed} scroller={scroller} />
        <Menu
          label={texts.addStep}
          class="button case-steps-add"
          disabled={workspace.readOnly()}
          items={addItems()}
          trigger={
            <>
              <Plus aria-hidden="true" />
              {texts.addStep}
            </>
          }
        />
      </div>
    </>
  )
}
