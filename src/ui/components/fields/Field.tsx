import { Show, type Component, type JSX } from 'solid-js'
import { About } from '../about/about.tsx'
import './Field.css'

/** See {@link Field}. */
export interface FieldProps {
  label: string
  /** A quiet text under the control. */
  hint?: JSX.Element
  /** What is wrong with the value, and what to do; under the control. */
  error?: string | undefined
  /** Id of the control; hint and error get the id `<for>-note`. */
  for?: string | undefined
  /** Id for the label's element, for controls that are named by `aria-labelledby`. */
  labelId?: string | undefined
  /** What the control sets, so that it can be found: `clientSecret`. */
  setting?: string | undefined
  /** Stands right of the control. */
  trailing?: JSX.Element
  children: JSX.Element
}

/** A row: label, control, trailing; stacked where it is narrow. */
export const Field: Component<FieldProps> = (props) => (
  <div class="field" data-setting={props.setting}>
    <span class="field-name">
      <Show
        when={props.for}
        fallback={
          <span class="field-label" id={props.labelId}>
            {props.label}
          </span>
        }
      >
        <label class="field-label" for={props.for} id={props.labelId}>
          {props.label}
        </label>
      </Show>
      <About label={props.label} />
    </span>
    <div class="field-control">
      {props.children}
      <Show when={props.hint || props.error}>
        <div class="field-note" id={props.for && `${props.for}-note`} classList={{ 'field-error': Boolean(props.error) }}>
          {props.error || props.hint}
        </div>
      </Show>
    </div>
    <Show when={props.trailing}>
      <div class="field-trailing">{props.trailing}</div>
    </Show>
  </div>
)
