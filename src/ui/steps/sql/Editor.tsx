import type { Component } from 'solid-js'
import type { SqlStep } from '#engine/steps/sql/schema.ts'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { Section } from '../../components/Section.tsx'
import { Select } from '../../components/Select.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { PairsTable } from '../PairsTable.tsx'
import { StepFrame } from '../StepFrame.tsx'

/** Edits an SQL Query step: connection, query, bound parameters. */
const SqlEditor: Component<StepEditorProps<SqlStep>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  const connections = () => context.connections()
  const known = () => connections().some((connection) => connection.id === props.step.connection)
  const problems = () => {
    if (known()) return []
    return [props.step.connection ? 'The connection of this step is gone. Choose another.' : 'Choose a connection.']
  }
  return (
    <StepFrame {...props} later problems={problems()}>
      <Section title="Query">
        <Select
          label="Connection"
          value={props.step.connection}
          disabled={props.readOnly}
          options={[
            ...(known() ? [] : [{ value: props.step.connection, label: props.step.connection ? 'gone' : 'choose…' }]),
            ...connections().map((connection) => ({ value: connection.id, label: connection.name })),
          ]}
          hint={connections().length === 0 ? 'This project has no connections yet.' : undefined}
          onChange={set('connection', 'connection')}
        />
        <CodeEditor
          label="Query"
          language="sql"
          height="200px"
          value={props.step.query}
          readOnly={props.readOnly}
          onInput={set('query', 'query')}
        />
      </Section>
      <Section title="Parameters" group="Parameters">
        <p class="step-note">Bound to :name in the query, never pasted into its text.</p>
        <PairsTable
          what="Parameter"
          pairs={props.step.parameters}
          plainNames
          readOnly={props.readOnly}
          create={() => ({ name: '', value: '' })}
          onEdit={(label, recipe, merge) =>
            props.edit(label, (draft) => recipe(draft.parameters), merge && `${props.step.id}.parameters.${merge}`)
          }
        />
      </Section>
      <Section title="Limits">
        <NumberField
          label="Timeout"
          value={props.step.timeout}
          min={1}
          max={3600}
          unit="s"
          readOnly={props.readOnly}
          onChange={set('timeout', 'timeout')}
        />
      </Section>
    </StepFrame>
  )
}
export default SqlEditor
