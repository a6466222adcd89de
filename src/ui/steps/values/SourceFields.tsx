import { Show, type Component } from 'solid-js'
import { sourceFacts, sourceNames, type SourceFacts } from '#engine/extractors/facts.ts'
import type { Source } from '#engine/extractors/source.ts'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import type { Answer } from '../editor-context.ts'
import { PathField } from './PathField.tsx'
import type { PathLook } from './PathNote.tsx'
import { changeSource } from './sources.ts'
import { useOwnVariable } from '../nested/own-variable.ts'
import { rowTexts } from '../rows/row-texts.ts'

/** The fields of a source: which, and by it the path, the name, or row and column. */
export const SourceFields: Component<{
  of: Source
  /** Offers the answer as a whole too, which has no value. */
  whole?: boolean | undefined
  /** Offers nothing of an answer. */
  variablesOnly?: boolean | undefined
  readOnly: boolean
  /** The answer that it looks at. */
  answer?: Answer | undefined
  /** Told what the path is worth. */
  onLook?: ((look: PathLook | undefined) => void) | undefined
  onEdit(recipe: (target: Source) => void, typing?: string): void
}> = (props) => {
  const needs = () => sourceFacts[props.of.source].needs
  const ownVariable = useOwnVariable()
  const offers = () => ({ whole: props.whole, variablesOnly: props.variablesOnly || ownVariable() !== undefined })
  /** The example in the empty key field, if the source needs that key. */
  const example = (key: 'name' | 'path') => {
    const needed = needs()
    return needed?.key === key ? needed.example : undefined
  }
  return (
    <>
      <Select
        label={rowTexts.labels.source}
        hideLabel
        value={props.of.source}
        disabled={props.readOnly}
        options={sourceNames
          .filter((name) => name === props.of.source || isOffered(sourceFacts[name], offers()))
          .map((name) => ({ value: name, label: sourceFacts[name].title }))}
        onChange={(value) => {
          const source = sourceNames.find((name) => name === value)
          if (source) props.onEdit((target) => changeSource(target, source))
        }}
      />
      <Show when={example('path')}>
        <PathField
          of={props.of}
          example={example('path') ?? ''}
          readOnly={props.readOnly}
          answer={props.answer}
          onLook={props.onLook}
          onInput={(path) => props.onEdit((target) => void (target.path = path), 'path')}
        />
      </Show>
      <Show when={example('name')}>
        <div class="source-field">
          <TextField
            label={rowTexts.labels.name}
            hideLabel
            code
            placeholder={example('name')}
            value={props.of.name ?? ''}
            readOnly={props.readOnly}
            onInput={(value) => props.onEdit((target) => void (target.name = value), 'name')}
          />
        </div>
      </Show>
      <Show when={needs()?.key === 'cell'}>
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
}

const isOffered = ({ whole, reads }: SourceFacts, offers: { whole?: boolean | undefined; variablesOnly?: boolean | undefined }) =>
  offers.variablesOnly ? reads === 'variables' : offers.whole || !whole
