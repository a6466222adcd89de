import { createSignal, Show, type Component } from 'solid-js'
import Play from 'lucide-solid/icons/play'
import type { DataSource } from '#engine/data/schemas.ts'
import { Button } from '../../components/Button.tsx'
import { CodeEditor } from '../../components/fields/CodeEditor.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { useProject } from '../project-context.ts'
import type { SourceEditorProps } from './edit-source.ts'
import { NamedValues } from './NamedValues.tsx'
import { RowsPreview } from './RowsPreview.tsx'
import { createRowsPreview } from './rows-preview.ts'
import { dataTexts } from './texts.ts'

/** Rows of a database: connection, query, parameters. It is asked when someone wants to see them, not while the query is typed. */
const QueryEditor: Component<SourceEditorProps<'query'>> = (props) => {
  const context = useProject()
  const t = dataTexts.query
  const [asked, setAsked] = createSignal<DataSource>()
  const preview = createRowsPreview(context, asked)
  const connections = () => context.workspace.head()?.connections ?? []
  const known = () => connections().some(({ id }) => id === props.source.connection)
  return (
    <>
      <Select
        label={t.connection}
        value={props.source.connection}
        disabled={props.readOnly}
        options={[
          ...(known() ? [] : [{ value: props.source.connection, label: props.source.connection === '' ? t.choose : t.gone }]),
          ...connections().map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => props.edit(dataTexts.edits.change('connection'), (draft) => void (draft.connection = id))}
      />
      <CodeEditor
        label={t.query}
        language="sql"
        height="120px"
        value={props.source.query}
        readOnly={props.readOnly}
        onInput={(value) => props.edit(dataTexts.edits.change('query'), (draft) => void (draft.query = value), 'query')}
      />
      <Section title={t.parameters} group={t.parameters}>
        <NamedValues
          pairs={props.source.parameters}
          readOnly={props.readOnly}
          texts={t.parameter}
          add={dataTexts.edits.addParameter}
          onName={(index, name) =>
            props.edit(
              dataTexts.edits.change('parameter'),
              ({ parameters }) => void (parameters[index] && (parameters[index].name = name)),
              `name/${index}`,
            )
          }
          onValue={(index, value) =>
            props.edit(
              dataTexts.edits.change('parameter'),
              ({ parameters }) => void (parameters[index] && (parameters[index].value = value)),
              `value/${index}`,
            )
          }
          onRemove={(index) => props.edit(dataTexts.edits.removeParameter, ({ parameters }) => void parameters.splice(index, 1))}
          onAdd={() =>
            props.edit(dataTexts.edits.addParameter, ({ parameters }) => void parameters.push({ name: '', value: '' }))
          }
        />
      </Section>
      <div class="data-bar">
        <Button
          small
          icon={Play}
          onClick={() => {
            setAsked(props.source)
            preview.refresh()
          }}
        >
          {t.run}
        </Button>
        <span class="overview-note">{t.hint}</span>
      </div>
      <Show when={asked()}>
        <RowsPreview page={preview.page()} />
      </Show>
    </>
  )
}

export default QueryEditor
