import { createSignal, Match, Switch, type Component } from 'solid-js'
import { expectedTypes, predicateFacts } from '#engine/checks/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { readValueList, showValue, showValueList } from '../values/typed-value.ts'
import { TypedValueField } from '../values/TypedValueField.tsx'
import { assertionTexts } from './texts.ts'

/** See {@link ExpectedFields}. */
export interface ExpectedFieldsProps {
  check: Check
  readOnly: boolean
  onEdit(label: string, recipe: (check: Check) => void, merge?: string): void
}

/** What a check compares with, where that fits into its line: a value, two, a list or a type. */
export const ExpectedFields: Component<ExpectedFieldsProps> = (props) => {
  /** The list as it is being typed; it is put in order when the field is left. */
  const [listText, setListText] = createSignal<string>()
  const expectation = () => predicateFacts[props.check.is].expects
  const values = () => listOf(props.check.value)
  const setValue = (value: unknown, typing: boolean) =>
    props.onEdit(assertionTexts.edits.changeExpectedValue, (check) => void (check.value = value), typing ? 'value' : undefined)
  const setOfTwo = (index: 0 | 1, value: unknown) =>
    props.onEdit(
      assertionTexts.edits.changeExpectedValue,
      (check) => {
        const [from = 0, to = 0] = listOf(check.value)
        check.value = index === 0 ? [value, to] : [from, value]
      },
      `value.${index}`,
    )
  return (
    <Switch>
      <Match when={expectation() === 'value' || expectation() === 'pattern'}>
        <TypedValueField
          label={assertionTexts.labels.expected}
          value={props.check.value}
          readOnly={props.readOnly}
          onChange={setValue}
          placeholder={assertionTexts.placeholders.value}
        />
      </Match>
      <Match when={expectation() === 'two'}>
        <div class="check-two">
          <TypedValueField
            label={assertionTexts.labels.expected}
            value={values()[0]}
            readOnly={props.readOnly}
            onChange={(value) => setOfTwo(0, value)}
            placeholder={assertionTexts.placeholders.from}
          />
          <span class="check-and">{assertionTexts.and}</span>
          <TypedValueField
            label={assertionTexts.labels.upperBound}
            value={values()[1]}
            readOnly={props.readOnly}
            onChange={(value) => setOfTwo(1, value)}
            placeholder={assertionTexts.placeholders.to}
          />
        </div>
      </Match>
      <Match when={expectation() === 'list'}>
        <div class="check-list">
          <TextField
            label={assertionTexts.labels.expected}
            hideLabel
            code
            value={listText() ?? showValueList(values())}
            readOnly={props.readOnly}
            placeholder={assertionTexts.placeholders.list}
            onInput={(text) => {
              setListText(text)
              setValue(readValueList(text), true)
            }}
            onBlur={() => setListText(undefined)}
          />
          <div class="check-values" aria-hidden="true">
            {values().map((value) => (
              <code class="check-value">{typeof value === 'string' ? `"${value}"` : showValue(value)}</code>
            ))}
          </div>
        </div>
      </Match>
      <Match when={expectation() === 'type'}>
        <Select
          label={assertionTexts.labels.expected}
          hideLabel
          value={showValue(props.check.value)}
          disabled={props.readOnly}
          options={expectedTypes.map((name) => ({ value: name, label: name }))}
          onChange={(value) => setValue(value, false)}
        />
      </Match>
    </Switch>
  )
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
