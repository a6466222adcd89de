import { createMemo, For, Show, type Component, type JSX } from 'solid-js'
import SquareArrowOutUpRight from 'lucide-solid/icons/square-arrow-out-up-right'
import type { Step } from '#engine/project/format/schema.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { componentTexts as texts } from '../../components/texts.ts'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { focusNew } from '../focus-setting.ts'
import { createStepStore } from '../step-store.ts'
import { OwnVariableProvider } from './own-variable.ts'
import { nestedTexts } from './nested-texts.ts'
import './nested.css'

/** See {@link NestedSteps}. */
export interface NestedStepsProps<S extends Step> {
  owner: string
  readOnly: boolean
  /** Which of the steps nested under the owner are edited. */
  isOfKind(step: Step): step is S
  /** What edits the rows of one of them. */
  List: Component<StepEditorProps<S>>
  /** What is shown while there is none; `add` makes the first one with a row. */
  empty(add: () => void): JSX.Element
  /** Creates the first one. */
  onAdd(): void
}

/** The first field of a row. */
const firstField = '.check-fields > .select:first-child > select'

/** The rows of the steps of a kind that are nested under a step: of several each under its name. */
export const NestedSteps = <S extends Step>(props: NestedStepsProps<S>): JSX.Element => {
  const context = useEditorContext()
  const steps = createMemo(() => (context.nested?.under(props.owner) ?? []).filter(props.isOfKind))
  const ids = createMemo(() => steps().map(({ id }) => id), undefined, {
    equals: (a, b) => a.length === b.length && a.every((id, index) => id === b[index]),
  })
  const isNamed = () => steps().length > 1 || steps().some((step) => context.nested?.hasOwnName(step))
  let panel: HTMLDivElement | undefined
  const add = () => {
    props.onAdd()
    focusNew(`[data-runs-step="${CSS.escape(props.owner)}"] .nested-steps ${firstField}`)
  }
  return (
    <OwnVariableProvider value={() => context.nested?.variableOf(props.owner)}>
      <div class="nested-steps" ref={(element) => (panel = element)}>
        <Show when={ids().length > 0} fallback={props.empty(add)}>
          <For each={ids()}>
            {(id) => {
              const step = () => steps().find((one) => one.id === id)
              const first = step()
              if (!first || !context.nested) return null
              const store = createStepStore(first, step)
              const edit = context.nested.edit(id)
              return (
                <section class="nested-step" classList={{ 'nested-step-disabled': store.step.disabled }} data-nested-step={id}>
                  <Show when={isNamed()}>
                    <header class="nested-step-head">
                      <h3>{store.step.name || texts.unnamed}</h3>
                      <Show when={store.step.disabled}>
                        <span class="step-note">{nestedTexts.disabled}</span>
                      </Show>
                      <IconButton
                        label={nestedTexts.openStep(store.step.name || texts.unnamed)}
                        icon={SquareArrowOutUpRight}
                        onClick={() => context.nested?.open(id)}
                      />
                    </header>
                  </Show>
                  <props.List
                    step={store.step}
                    readOnly={props.readOnly}
                    edit={(label, recipe, merge) => {
                      edit(label, recipe as (draft: Step) => void, merge)
                      // The last row took its step with it, and the focus.
                      if (!step()) queueMicrotask(() => panel?.querySelector<HTMLElement>('button')?.focus())
                    }}
                  />
                </section>
              )
            }}
          </For>
        </Show>
      </div>
    </OwnVariableProvider>
  )
}
