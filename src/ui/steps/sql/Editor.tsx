import { Show, type Component } from 'solid-js'
import Play from 'lucide-solid/icons/play'
import type { SqlStep } from '#engine/steps/sql/schema.ts'
import { Button } from '../../components/Button.tsx'
import { CodeEditor } from '../../components/fields/CodeEditor.tsx'
import type { CodeCompletion } from '../../components/fields/code-editor-props.ts'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { partEditor, setters } from '../edits.ts'
import { PairsTable } from '../rows/PairsTable.tsx'
import { StepFrame } from '../StepFrame.tsx'
import { stepEditorTexts as texts } from '../texts.ts'
import { TypedValueField } from '../values/TypedValueField.tsx'
import { completeSql } from './complete-sql.ts'
import { sqlTexts } from './texts.ts'

/** Edits an SQL Query step: connection, query, bound parameters. */
const SqlEditor: Component<StepEditorProps<SqlStep>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  const connections = () => context.connections()
  const known = () => connections().some((connection) => connection.id === props.step.connection)
  const problems = () => {
    if (known()) return []
    return [props.step.connection ? sqlTexts.gone : sqlTexts.choose]
  }
  const tables = () => context.tables?.(props.step.connection)
  const complete = (query: string, offset: number): CodeCompletion[] =>
    completeSql(query, offset, {
      tables: tables() ?? [],
      parameters: props.step.parameters.map((parameter) => parameter.name),
      quote: connections().find(({ id }) => id === props.step.connection)?.driver === 'mysql' ? '`' : '"',
    })
  return (
    <StepFrame
      {...props}
      fieldsTab={sqlTexts.titles.query}
      problems={problems()}
      actions={
        <Button icon={Play} busy={context.running()} onClick={() => context.runStep(props.step.id)}>
          {sqlTexts.run}
        </Button>
      }
    >
      <Section title={sqlTexts.titles.query}>
        <Select
          label={sqlTexts.labels.connection}
          value={props.step.connection}
          disabled={props.readOnly}
          options={[
            ...(known()
              ? []
              : [
                  {
                    value: props.step.connection,
                    label: props.step.connection ? sqlTexts.isGone : sqlTexts.chooseOption,
                  },
                ]),
            ...connections().map((connection) => ({ value: connection.id, label: connection.name })),
          ]}
          hint={connections().length === 0 ? sqlTexts.noConnections : undefined}
          onChange={set('connection', 'connection')}
          trailing={<Button onClick={() => context.openConnections?.()}>{sqlTexts.connections}</Button>}
        />
        <CodeEditor
          label={sqlTexts.labels.query}
          language="sql"
          height="200px"
          value={props.step.query}
          readOnly={props.readOnly}
          onInput={set('query', 'query')}
          complete={complete}
        />
        <Show when={known() && tables() === undefined}>
          <p class="step-note">{sqlTexts.namesAfterTest}</p>
        </Show>
      </Section>
      <Section title={sqlTexts.titles.parameters} group={sqlTexts.titles.parameters}>
        <p class="step-note">{sqlTexts.bound}</p>
        <PairsTable
          what={sqlTexts.labels.parameter}
          pairs={props.step.parameters}
          plainNames
          readOnly={props.readOnly}
          create={() => ({ name: '', value: '' as unknown })}
          onEdit={partEditor(props, 'parameters')}
          value={(pair, index, edit) => (
            <TypedValueField
              label={texts.pairValue(sqlTexts.labels.parameter, index + 1)}
              value={pair().value}
              readOnly={props.readOnly}
              onChange={(value, typing) =>
                edit(
                  texts.change(sqlTexts.labels.parameter.toLowerCase()),
                  (parameters) => {
                    const parameter = parameters[index]
                    if (parameter) parameter.value = value
                  },
                  typing ? `${index}.value` : undefined,
                )
              }
            />
          )}
        />
      </Section>
      <Section title={sqlTexts.titles.limits}>
        <NumberField
          label={sqlTexts.labels.timeout}
          value={props.step.timeout}
          min={1}
          max={3600}
          unit="s"
          readOnly={props.readOnly}
          onChange={set('timeout', 'timeout')}
        />
        <Switch
          label={sqlTexts.labels.script}
          note={sqlTexts.scriptHint}
          checked={props.step.script}
          disabled={props.readOnly}
          onChange={set('script', 'script')}
        />
        <Switch
          label={sqlTexts.labels.rollback}
          note={sqlTexts.rollbackHint}
          checked={props.step.rollback}
          disabled={props.readOnly}
          onChange={set('rollback', 'rollback')}
        />
      </Section>
    </StepFrame>
  )
}
export default SqlEditor
