import { Show, type Component } from 'solid-js'
import { sourceNames, type SourceName } from '#engine/extractors/schema.ts'
import { Select } from '../components/Select.tsx'
import { TextField } from '../components/TextField.tsx'
import { changeSource, named, pathed, type SourceKeys } from './sources.ts'
import { sourceTitles } from './texts.ts'
import { rowTexts } from './row-texts.ts'

/** The fields of a source: which, and by it the path, the name, or row and column. */
export const SourceFields: Component<{
  of: SourceKeys
  readOnly: boolean
  sources?: readonly SourceName[]
  onEdit(recipe: (target: SourceKeys) => void, typing?: string): void
}> = (props) => (
  <>
    <Select
      label={rowTexts.labels.source}
      hideLabel
      value={props.of.source}
      disabled={props.readOnly}
      options={(props.sources ?? sourceNames).map((name) => ({ value: name, label: sourceTitles[name] }))}
      onChange={(value) => {
        const source = sourceNames.find((name) => name === value)
        if (source) props.onEdit((target) => changeSource(target, source))
      }}
    />
    <Show when={pathed.includes(props.of.source)}>
      <div class="source-field">
        <TextField
          label={rowTexts.labels.path}
          hideLabel
          code
          variables={false}
          placeholder={props.of.source === 'xml' ? rowTexts.placeholders.xml : rowTexts.placeholders.json}
          value={props.of.path ?? ''}
          readOnly={props.readOnly}
          onInput={(value) => props.onEdit((target) => void (target.path = value), 'path')}
        />
      </div>
    </Show>
    <Show when={named.includes(props.of.source)}>
      <div class="source-field">
        <TextField
          label={rowTexts.labels.name}
          hideLabel
          code
          placeholder={props.of.source === 'header' ? rowTexts.placeholders.header : rowTexts.placeholders.name}
          value={props.of.name ?? ''}
          readOnly={props.readOnly}
          onInput={(value) => props.onEdit((target) => void (target.name = value), 'name')}
        />
      </div>
    </Show>
    <Show when={props.of.source === 'cell'}>
      <div class="source-field source-field-cell">
        <TextField
          label={rowTexts.labels.row}
          hideLabel
          code
          variables={false}
          placeholder={rowTexts.placeholders.row}
          value={String(props.of.row ?? '')}
          readOnly={props.readOnly}
          error={props.of.row === undefined ? rowTexts.rowNumber : undefined}
          onInput={(value) => {
            if (/^\d+$/.test(value)) props.onEdit((target) => void (target.row = Number(value)), 'row')
          }}
        />
        <TextField
          label={rowTexts.labels.column}
          hideLabel
          code
          variables={false}
          placeholder={rowTexts.placeholders.column}
          value={String(props.of.column ?? '')}
          readOnly={props.readOnly}
          onInput={(value) =>
            props.onEdit((target) => void (target.column = /^\d+$/.test(value) ? Number(value) : value), 'column')
          }
        />
      </div>
    </Show>
  </>
)
