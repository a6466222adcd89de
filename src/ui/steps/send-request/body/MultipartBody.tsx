import { Show, type Component } from 'solid-js'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { PairsTable, type Pair } from '../../rows/PairsTable.tsx'
import type { BodyProps } from './body-props.ts'
import { stepEditorTexts as stepTexts } from '../../texts.ts'
import { bodyFileTexts } from './file-texts.ts'
import { FileField } from './FileField.tsx'
import { requestTabTexts as texts } from '../tab-texts.ts'

type Part = BodyProps<'multipart'>['body']['parts'][number]
type Row = Pair & { value: string; file: boolean; mediaType: string }

const rowOf = (part: Part): Row => ({
  name: part.name,
  value: part.file ?? part.value ?? '',
  file: part.file !== undefined,
  mediaType: part.mediaType ?? '',
  disabled: part.disabled,
})
const partOf = (row: Row): Part => ({
  name: row.name,
  ...(row.file ? { file: row.value } : { value: row.value }),
  ...(row.mediaType === '' ? {} : { mediaType: row.mediaType }),
  disabled: row.disabled ?? false,
})

/** Parts of a multipart body: a value or the path of a file each, with its media type. */
const MultipartBody: Component<BodyProps<'multipart'>> = (props) => {
  const edit = (label: string, recipe: (rows: Row[]) => void, merge?: string) =>
    props.edit(
      label,
      (body) => {
        const rows = body.parts.map(rowOf)
        recipe(rows)
        body.parts = rows.map(partOf)
      },
      merge,
    )
  const change = (within: typeof edit, index: number, recipe: (row: Row) => void, merge?: string) =>
    within(
      texts.edits.changePart,
      (rows) => {
        const row = rows[index]
        if (row) recipe(row)
      },
      merge && `parts.${index}.${merge}`,
    )
  return (
    <PairsTable<Row>
      what={texts.labels.part}
      pairs={props.body.parts.map(rowOf)}
      switchable
      readOnly={props.readOnly}
      create={() => ({ name: '', value: '', file: false, mediaType: '', disabled: false })}
      onEdit={edit}
      value={(row, index, within) => (
        <Show
          when={row().file}
          fallback={
            <TextField
              label={stepTexts.pairValue(texts.labels.part, index + 1)}
              hideLabel
              code
              placeholder={stepTexts.valuePlaceholder}
              value={row().value}
              readOnly={props.readOnly}
              onInput={(value) => change(within, index, (one) => void (one.value = value), 'value')}
            />
          }
        >
          <FileField
            label={stepTexts.pairValue(texts.labels.part, index + 1)}
            rowButton={bodyFileTexts.chooseFor(index + 1)}
            path={row().value}
            readOnly={props.readOnly}
            onInput={(path) => change(within, index, (one) => void (one.value = path), 'value')}
            onChosen={(path, mediaType) =>
              change(within, index, (one) => {
                one.value = path
                one.mediaType ||= mediaType
              })
            }
          />
        </Show>
      )}
      extra={(row, index, within) => (
        <>
          <Select
            label={texts.partContent(index + 1)}
            hideLabel
            small
            value={row().file ? 'file' : 'value'}
            disabled={props.readOnly}
            options={[
              { value: 'value', label: texts.labels.value },
              { value: 'file', label: texts.labels.fileValue },
            ]}
            onChange={(value) => change(within, index, (one) => void (one.file = value === 'file'))}
          />
          <div class="request-media">
            <TextField
              label={texts.partMediaType(index + 1)}
              hideLabel
              code
              placeholder={texts.placeholders.mediaType}
              value={row().mediaType}
              readOnly={props.readOnly}
              onInput={(value) => change(within, index, (one) => void (one.mediaType = value), 'mediaType')}
            />
          </div>
        </>
      )}
    />
  )
}

export default MultipartBody
