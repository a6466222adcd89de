import { createEffect, createSignal, For, lazy, on, onCleanup, Show, Suspense, type Component, type JSX } from 'solid-js'
import { canOwn } from '#engine/steps/nested-steps.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { Menu } from '../components/overlays/Menu.tsx'
import type { MenuItem } from '../components/overlays/menu-item.ts'
import { Notice } from '../components/Notice.tsx'
import { Switch } from '../components/fields/Switch.tsx'
import { TextField } from '../components/fields/TextField.tsx'
import { afterTyping } from './after-typing.ts'
import { useEditorContext, type StepEditorProps } from './editor-context.ts'
import { isFreshStep, settleStep, settleStepLater } from './fresh-steps.ts'
import { nestedTexts } from './nested/nested-texts.ts'
import { StepTabs, type OwnTab } from './nested/StepTabs.tsx'
import { stepEditorTexts as texts } from './texts.ts'
import './StepFrame.css'

const StepCondition = lazy(() => import('./conditions/StepCondition.tsx'))

/** See {@link StepFrame}. */
export interface StepFrameProps extends StepEditorProps {
  /** Right of the heading. */
  actions?: JSX.Element
  /** Entries of the menu "More" besides those of all kinds. */
  more?: readonly MenuItem[]
  /** What is wrong with the step. */
  problems?: readonly string[]
  /** The kind's own tabs beside Checks and Variables, and the one shown first; by default the fields are a tab of this title. */
  tabs?: { label: string; first?: string; own: readonly OwnTab[] }
  /** The title of the tab with the fields; Settings by default. */
  fieldsTab?: string
  /** The fields of the kind; with `tabs`, those above the tabs. */
  children?: JSX.Element
}

/** What all step editors share: name, kind, description, the switch that leaves it out, problems; then the kind's fields, in tabs where checks can be nested. */
export const StepFrame: Component<StepFrameProps> = (props) => {
  const context = useEditorContext()
  const [describing, setDescribing] = createSignal(false)
  const problems = () =>
    isFreshStep(props.step.id) ? [] : [...(props.problems ?? []), ...(context.problems?.(props.step.id) ?? []).map(texts.problem)]
  createEffect(() => context.running() && settleStep(props.step.id))
  createEffect(
    on(
      () => props.step.id,
      (id) => onCleanup(() => settleStep(id)),
    ),
  )
  const told = afterTyping(problems)
  let name: HTMLInputElement | undefined
  const rename = (value: string) => props.edit(texts.change(texts.name), (draft) => void (draft.name = value), 'name')
  const [asked, setAsked] = createSignal(false)
  const addCondition = async () => {
    const { newCondition } = await import('./conditions/new-condition.ts')
    setAsked(true)
    props.edit(texts.addCondition, (draft) => void (draft.onlyIf = [newCondition()]))
  }
  const setEnabled = (on: boolean) =>
    context.setEnabled
      ? context.setEnabled(props.step.id, on)
      : props.edit(on ? texts.enable('step') : texts.disable('step'), (draft) => void (draft.disabled = !on))
  /** What few steps need: on the screen once it is set. */
  const more = (): MenuItem[] => {
    const { description, onlyIf, disabled } = props.step
    return [
      ...(description || describing() ? [] : [{ label: texts.addDescription, onSelect: () => setDescribing(true) }]),
      ...(onlyIf || factsOf(props.step).block === 'end'
        ? []
        : [{ label: texts.addCondition, onSelect: () => void addCondition() }]),
      ...(disabled ? [] : [{ label: texts.disable('step'), onSelect: () => setEnabled(false) }]),
      ...(props.more ?? []),
    ]
  }
  return (
    <div
      class="step-frame"
      classList={{ 'step-frame-disabled': props.step.disabled }}
      onInput={() => {
        told.typed()
        settleStep(props.step.id)
      }}
      onFocusOut={() => settleStepLater(props.step.id)}
    >
      <header class="step-frame-head">
        <h2 class="step-frame-title">
          <span class="step-frame-sizer" aria-hidden="true">
            {props.step.name || ' '}
          </span>
          <input
            ref={(element) => (name = element)}
            class="step-frame-name"
            size={1}
            aria-label={texts.name}
            value={props.step.name}
            readOnly={props.readOnly}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => event.currentTarget.value.trim() && rename(event.currentTarget.value)}
            onBlur={(event) => (event.currentTarget.value = props.step.name)}
            onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && name?.blur()}
          />
        </h2>
        <span class="step-frame-kind">{factsOf(props.step).title}</span>
        <div class="step-frame-actions">
          <Show when={props.step.disabled}>
            <Switch label={texts.enabled} inline checked={false} disabled={props.readOnly} onChange={setEnabled} />
          </Show>
          {props.actions}
          <Show when={!props.readOnly}>
            <Menu label={texts.more} items={more()} />
          </Show>
        </div>
      </header>
      <Show when={props.step.description || describing()}>
        <div
          class="step-frame-description"
          ref={(element) => describing() && queueMicrotask(() => element.querySelector('textarea')?.focus())}
        >
          <TextField
            label={texts.description}
            hideLabel
            multiline
            variables={false}
            value={props.step.description}
            readOnly={props.readOnly}
            onInput={(value) =>
              props.edit(texts.change('description'), (draft) => void (draft.description = value), 'description')
            }
            onBlur={() => setDescribing(false)}
          />
        </div>
      </Show>
      <Show when={props.step.onlyIf}>
        {(checks) => (
          <Suspense>
            <StepCondition
              step={props.step.id}
              checks={checks()}
              focused={asked()}
              readOnly={props.readOnly}
              edit={(label, recipe, merge) => props.edit(label, recipe, merge)}
            />
          </Suspense>
        )}
      </Show>
      <Show when={told.value().length > 0}>
        <div class="step-frame-notices">
          <For each={told.value()}>{(problem) => <Notice kind="warning">{problem}</Notice>}</For>
        </div>
      </Show>
      <Show when={canOwn(props.step)} fallback={props.children}>
        <Show when={props.tabs}>{props.children}</Show>
        <StepTabs
          step={props.step}
          readOnly={props.readOnly}
          label={props.tabs?.label ?? nestedTexts.parts}
          first={props.tabs?.first}
          own={
            props.tabs?.own ?? [{ id: 'settings', title: props.fieldsTab ?? nestedTexts.settings, content: () => props.children }]
          }
        />
      </Show>
    </div>
  )
}
