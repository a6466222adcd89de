import type { Component } from 'solid-js'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { scopeOf, scopeOptions, variableNameError, type WritableScope } from '../scopes.ts'
import { stepEditorTexts as texts } from '../texts.ts'

/** The variable into which a step puts what it made, and the variable's scope (O11). */
export const VariableFields: Component<{
  name: string
  scope: WritableScope
  readOnly: boolean
  onName(name: string): void
  onScope(scope: WritableScope): void
}> = (props) => (
  <>
    <TextField
      label={texts.variableName}
      code
      short
      variables={false}
      value={props.name}
      readOnly={props.readOnly}
      error={variableNameError(props.name)}
      onInput={(name) => props.onName(name)}
    />
    <Select
      label={texts.variableScope}
      value={props.scope}
      disabled={props.readOnly}
      options={scopeOptions}
      onChange={(value) => props.onScope(scopeOf(value))}
    />
  </>
)
