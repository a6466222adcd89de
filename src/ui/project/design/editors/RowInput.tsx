import { createMemo, createSignal, Show, createUniqueId, type Component } from 'solid-js'

/** See {@link RowInput}. */
export interface RowInputProps {
  label: string
  value: string
  /** Gives why it can't be taken: then it stays in the field alone. */
  onInput(value: string): string | undefined | void
  readOnly: boolean
  code?: boolean | undefined
  placeholder?: string | undefined
  /** What is wrong with the value that is kept. */
  problem?: string | undefined
  list?: string | undefined
}

/** A plain field in a row of a table; a model may have hundreds of them. */
export const RowInput: Component<RowInputProps> = (props) => {
  const id = createUniqueId()
  const [typed, setTyped] = createSignal<string>()
  const [wrong, setWrong] = createSignal<string>()
  // Used in several places, and computed by reading the value.
  const problem = createMemo(() => wrong() ?? props.problem)
  return (
    <span class="designer-cell">
      <input
        class="designer-input"
        classList={{ 'designer-code': props.code ?? false }}
        aria-label={props.label}
        aria-invalid={problem() ? true : undefined}
        aria-describedby={problem() ? `${id}-problem` : undefined}
        value={typed() ?? props.value}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        list={props.list}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => {
          const text = event.currentTarget.value
          // Before the edit: how that writes the value is not for the field while one types in it, and would take the caret to its end.
          setTyped(text)
          setWrong(props.onInput(text) ?? undefined)
        }}
        onBlur={() => {
          setTyped(undefined)
          setWrong(undefined)
        }}
      />
      <Show when={problem()}>
        <span class="designer-problem" id={`${id}-problem`}>
          {problem()}
        </span>
      </Show>
    </span>
  )
}
