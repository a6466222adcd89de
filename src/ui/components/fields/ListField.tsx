import { createSignal, type Component } from 'solid-js'
import { TextField } from './TextField.tsx'

/** A list of short texts in one field, separated by commas. What is typed stays as it is until the field is left. */
export const ListField: Component<{
  label: string
  hint?: string
  values: readonly string[]
  readOnly: boolean
  onChange(values: string[]): void
}> = (props) => {
  const [typed, setTyped] = createSignal<string>()
  const type = (text: string) => {
    setTyped(text)
    props.onChange(splitList(text))
  }
  return (
    <TextField
      label={props.label}
      hint={props.hint}
      variables={false}
      value={typed() ?? props.values.join(', ')}
      readOnly={props.readOnly}
      onInput={type}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** `a, b,, a` as `a` and `b`. */
const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
