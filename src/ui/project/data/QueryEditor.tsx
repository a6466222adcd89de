import { createSignal, Index, Show, type Component } from 'solid-js'
import Play from 'lucide-solid/icons/play'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import type { DataSource } from '#engine/data/schemas.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import { Button } from '../../components/Button.tsx'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Section } from '../../components/Section.tsx'
import { Select } from '../../components/Select.tsx'
import { TextField } from '../../components/TextField.tsx'
import { useProject } from '../project-context.ts'
import type { SourceEditorProps } from './edit-source.ts'
import { RowsPreview } from './RowsPreview.tsx'
import { createRowsPreview } from './rows-preview.ts'
import { dataTexts } from './texts.ts'

/** Rows of a database: connection, query, parameters. It is asked when somebody wants to see them, not while the query is typed. */
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
        <Index each={props.source.parameters}>
          {(parameter, index) => (
            <div class="data-pair">
              <TextField
                label={t.parameterName(index + 1)}
                hideLabel
                code
                variables={false}
                value={parameter().name}
                readOnly={props.readOnly}
                onInput={(name) =>
                  props.edit(
                    dataTexts.edits.change('parameter'),
                    ({ parameters }) => void (parameters[index] && (parameters[index].name = name)),
                    `name/${index}`,
                  )
                }
              />
              <TextField
                label={t.parameterValue(index + 1)}
                hideLabel
                code
                value={textOfValue(parameter().value)}
                readOnly={props.readOnly}
                onInput={(value) =>
                  props.edit(
                    dataTexts.edits.change('parameter'),
                    ({ parameters }) => void (parameters[index] && (parameters[index].value = value)),
                    `value/${index}`,
                  )
                }
              />
              <IconButton
                label={t.removeParameter(index + 1)}
                icon={X}
                disabled={props.readOnly}
                onClick={() => props.edit(dataTexts.edits.removeParameter, ({ parameters }) => void parameters.splice(index, 1))}
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
              props.edit(dataTexts.edits.addParameter, ({ parameters }) => void parameters.push({ name: '', value: '' }))
            }
          >
            {dataTexts.edits.addParameter}
          </Button>
        </div>
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
