import type { Component } from 'solid-js'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { useProject } from '../project-context.ts'
import type { SourceEditorProps } from './edit-source.ts'
import { NamedValues } from './NamedValues.tsx'
import { RowsPreview } from './RowsPreview.tsx'
import { createRowsPreview } from './rows-preview.ts'
import { dataTexts } from './texts.ts'

/** A generated table: how many rows, and a template for each column. */
const GeneratedEditor: Component<SourceEditorProps<'generated'>> = (props) => {
  const context = useProject()
  const t = dataTexts.generated
  const preview = createRowsPreview(context, () => props.source)
  const note = () => {
    const seed = preview.seed()
    return seed === undefined ? dataTexts.preview.noSeed : dataTexts.preview.seed(seed)
  }
  return (
    <>
      <NumberField
        label={t.rows}
        value={props.source.rows}
        min={0}
        max={100_000_000}
        reference={false}
        onChange={(value) => props.edit(dataTexts.edits.change('rows'), (draft) => void (draft.rows = Number(value)), 'rows')}
      />
      <Section title={t.columns} group={t.columns}>
        <NamedValues
          pairs={props.source.columns}
          readOnly={props.readOnly}
          texts={t}
          add={t.add}
          onName={(index, name) =>
            props.edit(
              dataTexts.edits.renameColumn,
              ({ columns }) => void (columns[index] && (columns[index].name = name)),
              `name/${index}`,
            )
          }
          onValue={(index, value) =>
            props.edit(
              dataTexts.edits.change('template'),
              ({ columns }) => void (columns[index] && (columns[index].value = value)),
              `value/${index}`,
            )
          }
          onRemove={(index) => props.edit(dataTexts.edits.removeColumn, ({ columns }) => void columns.splice(index, 1))}
          onAdd={() =>
            props.edit(
              dataTexts.edits.addColumn,
              ({ columns }) => void columns.push({ name: `column${columns.length + 1}`, value: '' }),
            )
          }
        />
        <p class="overview-hint">{t.hint}</p>
      </Section>
      <RowsPreview page={preview.page()} note={note()} />
    </>
  )
}

export default GeneratedEditor
