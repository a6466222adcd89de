import { createSignal, type Component } from 'solid-js'
import { TextField } from '../../components/fields/TextField.tsx'
import { loopTexts } from './texts.ts'

/** The number of a row from 1, or nothing; what is not a row number stays in the field with the reason below. */
export const RowNumber: Component<{
  label: string
  placeholder: string
  value: number | undefined
  readOnly: boolean
  onChange(value: number | undefined): void
}> = (props) => {
  const [error, setError] = createSignal<string>()
  return (
    <TextField
      label={props.label}
      short
      code
      variables={false}
      value={props.value === undefined ? '' : String(props.value)}
      placeholder={props.placeholder}
      readOnly={props.readOnly}
      error={error()}
      onInput={(text) => {
        const value = text.trim() === '' ? undefined : Number(text)
        const wrong = value !== undefined && (!Number.isInteger(value) || value < 1)
        setError(wrong ? loopTexts.notARow : undefined)
        if (!wrong) props.onChange(value)
      }}
    />
  )
}
