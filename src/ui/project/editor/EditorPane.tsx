import { createMemo, createSignal, lazy, Show, Suspense, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { Step } from '#engine/project/format/schema.ts'
import { useProject } from '../project-context.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { VariablesProvider } from '../../components/references/variables.tsx'
import { EditorContextProvider } from '../../steps/editor-context.ts'
import { viewOf } from '../../steps/index.ts'
import { createStepStore } from '../../steps/step-store.ts'
import { createEditorContext } from './create-editor-context.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import { editStep } from './edit-step.ts'
import { projectTexts as texts } from '../texts.ts'
import './EditorPane.css'

const NewProjectCard = lazy(() => import('../NewProjectCard.tsx'))
const CaseOverview = lazy(() => import('../overview/CaseOverview.tsx'))
const SuiteOverview = lazy(() => import('../overview/SuiteOverview.tsx'))
const ProjectOverview = lazy(() => import('../overview/ProjectOverview.tsx'))
const DesignerPage = lazy(() => import('../design/DesignerPage.tsx'))

/** The open step's editor; or the overview of the case, suite or project that is selected. */
export const EditorPane: Component = () => {
  const context = useProject()
  const editors = createEditorContext(context)
  const route = () => context.router.route()
  const opened = () => context.workspace.case(route().case)
  const [asked, setAsked] = createSignal<string>()
  /** Nothing but its first, empty case. */
  const isNew = () => {
    const head = context.workspace.head()
    if (!head || head.environments.length > 0 || head.variables.length > 0 || asked() === context.workspace.localId())
      return false
    const [suite, ...more] = head.suites
    return more.length === 0 && suite?.cases.length === 1 && opened()?.steps.length === 0 && !context.workspace.readOnly()
  }
  const step = createMemo(() => opened()?.steps.find((one) => one.id === route().step))
  // The editor is recreated for another step or kind, not for every key that is typed.
  const edited = createMemo(
    () => {
      const found = step()
      const caseId = route().case
      return found && caseId ? { caseId, id: found.id, kind: found.kind } : undefined
    },
    undefined,
    { equals: (a, b) => a?.caseId === b?.caseId && a?.id === b?.id && a?.kind === b?.kind },
  )
  return (
    <EditorContextProvider value={editors}>
      <VariablesProvider variables={editors.variables}>
        <div class="editor-pane" data-runs-step={step()?.id}>
          <Show when={isNew()}>
            <Suspense>
              <NewProjectCard onDone={() => setAsked(context.workspace.localId())} />
            </Suspense>
          </Show>
          <Suspense fallback={<p class="editor-pane-loading">{texts.loading}</p>}>
            <Show when={route().case} fallback={<NodeOverview />}>
              {(id) => (
                <Show
                  when={placeOf(context.workspace.head(), id())}
                  fallback={<EmptyState title={texts.caseGone.title} text={texts.caseGone.text} />}
                >
                  <Show when={opened()} fallback={<p class="editor-pane-loading">{texts.loading}</p>}>
                    <Show when={route().step} fallback={<CaseOverview />}>
                      <Show
                        keyed
                        when={edited()}
                        fallback={<EmptyState title={texts.stepGone.title} text={texts.stepGone.text} />}
                      >
                        {(found) => <StepPane step={step} caseId={found.caseId} />}
                      </Show>
                    </Show>
                  </Show>
                </Show>
              )}
            </Show>
          </Suspense>
        </div>
      </VariablesProvider>
    </EditorContextProvider>
  )
}

const NodeOverview: Component = () => {
  const context = useProject()
  return (
    <Show when={context.router.route().design === undefined} fallback={<DesignerPage />}>
      <Show when={context.node().kind === 'suite'} fallback={<ProjectOverview />}>
        <SuiteOverview />
      </Show>
    </Show>
  )
}

/** The editor of one step. The step becomes its own store, so that typing in one field redraws that field only. */
const StepPane: Component<{ step: () => Step | undefined; caseId: string }> = (props) => {
  const context = useProject()
  const first = props.step()
  if (!first) return null
  const store = createStepStore(first, props.step)
  const edit = editStep(context.workspace, { case: props.caseId, step: first.id })
  return <Dynamic component={viewOf(first.kind).Editor} step={store.step} readOnly={context.workspace.readOnly()} edit={edit} />
}
