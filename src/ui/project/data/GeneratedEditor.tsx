import { Index, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { Section } from '../../components/Section.tsx'
import { TextField } from '../../components/TextField.tsx'
import { useProject } from '../project-context.ts'
import type { SourceEditorProps } from './edit-source.ts'
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
        <Index each={props.source.columns}>
          {(column, index) => (
            <div class="data-pair">
              <TextField
                label={t.name(index + 1)}
                hideLabel
                code
                variables={false}
                value={column().name}
                readOnly={props.readOnly}
                onInput={(name) =>
                  props.edit(
                    dataTexts.edits.renameColumn,
                    ({ columns }) => void (columns[index] && (columns[index].name = name)),
                    `name/${index}`,
                  )
                }
              />
              <TextField
                label={t.value(index + 1)}
                hideLabel
                code
                value={column().value}
                readOnly={props.readOnly}
                onInput={(value) =>
                  props.edit(
                    dataTexts.edits.change('template'),
                    ({ columns }) => void (columns[index] && (columns[index].value = value)),
                    `value/${index}`,
                  )
                }
              />
              <IconButton
                label={t.remove(index + 1)}
                icon={X}
                disabled={props.readOnly}
                onClick={() => props.edit(dataTexts.edits.removeColumn, ({ columns }) => void columns.splice(index, 1))}
              />
            </div>
          )}
        </Index>
        <div>
          <Button
            kind="ghost"
            small
            icon={Plus}
            disabled={props.readOnly}
            onClick={() =>
              props.edit(
                dataTexts.edits.addColumn,
                ({ columns }) => void columns.push({ name: `column${columns.length + 1}`, value: '' }),
              )
            }
          >
            {t.add}
          </Button>
        </div>
        <p class="overview-hint">{t.hint}</p>
      </Section>
      <RowsPreview page={preview.page()} note={note()} />
    </>
  )
}

export default GeneratedEditor
