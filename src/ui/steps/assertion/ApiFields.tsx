import { Show, type Component } from 'solid-js'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useEditorContext } from '../editor-context.ts'
import { assertionTexts } from './texts.ts'

/** Which API and operation an answer is held against; empty: the one that its request asks for. */
export const ApiFields: Component<{ check: Check; readOnly: boolean; onEdit(recipe: (check: Check) => void): void }> = (
  props,
) => {
  const { apis } = useEditorContext()
  const known = () => apis().map(({ id, name }) => ({ value: id, label: name }))
  const options = () => {
    const { api } = props.check
    const lost = api !== undefined && api !== '' && !known().some(({ value }) => value === api)
    return [
      { value: '', label: assertionTexts.anyApi },
      ...known(),
      ...(lost ? [{ value: api, label: assertionTexts.noApi(api) }] : []),
    ]
  }
  const set = (key: 'api' | 'operation', value: string) =>
    props.onEdit((check) => {
      if (value === '') delete check[key]
      else check[key] = value
    })
  return (
    <div class="check-wide check-api">
      <Show when={apis().length > 1 || props.check.api}>
        <Select
          label={assertionTexts.labels.api}
          value={props.check.api ?? ''}
          disabled={props.readOnly}
          options={options()}
          onChange={(value) => set('api', value)}
        />
      </Show>
      <TextField
        label={assertionTexts.labels.operation}
        code
        variables={false}
        value={props.check.operation ?? ''}
        placeholder={assertionTexts.placeholders.operation}
        readOnly={props.readOnly}
        onInput={(value) => set('operation', value.trim())}
      />
    </div>
  )
}
