import type { Component } from 'solid-js'

/** A number of at least 0 in a cell of a table; what isn't a number stays in the field and changes nothing. */
export const NumberInput: Component<{ label: string; value: number; readOnly: boolean; onInput(value: number): void }> = (
  props,
) => (
  <input
    class="load-input"
    type="number"
    min="0"
    step="any"
    inputMode="decimal"
    aria-label={props.label}
    value={props.value}
    readOnly={props.readOnly}
    onInput={(event) => {
      const { value, valueAsNumber } = event.currentTarget
      const isUsable = value !== '' && Number.isFinite(valueAsNumber) && valueAsNumber >= 0
      event.currentTarget.setAttribute('aria-invalid', String(!isUsable))
      if (isUsable) props.onInput(valueAsNumber)
    }}
    onBlur={(event) => {
      event.currentTarget.value = String(props.value)
      event.currentTarget.removeAttribute('aria-invalid')
    }}
  />
)
