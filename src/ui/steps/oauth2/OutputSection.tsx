import { Show, type Component } from 'solid-js'
import { NumberField } from '../../components/NumberField.tsx'
import { Section } from '../../components/Section.tsx'
import { Select } from '../../components/Select.tsx'
import { Switch } from '../../components/Switch.tsx'
import { TextField } from '../../components/TextField.tsx'
import { scopeOf, scopeOptions, variableNameError } from '../scopes.ts'
import { fieldsOf } from './fields-of-grant.ts'
import type { PartProps } from './part-props.ts'
import { texts } from './texts.ts'

/** Output: where the token goes, when it is asked for anew, how long a login may take (O11). */
export const OutputSection: Component<PartProps> = (props) => (
  <Section title="Output">
    <TextField
      label="Variable Name"
      code
      short
      variables={false}
      value={props.step.variableName}
      readOnly={props.readOnly}
      error={variableNameError(props.step.variableName)}
      onInput={props.set('variableName', 'variable name')}
    />
    <Select
      label="Variable Scope"
      value={props.step.variableScope}
      disabled={props.readOnly}
      options={scopeOptions}
      onChange={(value) => props.set('variableScope', 'variable scope')(scopeOf(value))}
    />
    <Switch
      label="Force Re-Authentication"
      checked={props.step.forceReauthentication}
      disabled={props.readOnly}
      note={props.step.forceReauthentication ? texts.reauthOn : texts.reauthOff}
      onChange={props.set('forceReauthentication', 'force re-authentication')}
    />
    <Show when={fieldsOf(props.step.grantType).loginTimeout}>
      <NumberField
        label="Login Timeout"
        value={props.step.loginTimeout}
        min={10}
        max={3600}
        unit="s"
        readOnly={props.readOnly}
        onChange={props.set('loginTimeout', 'login timeout')}
      />
    </Show>
  </Section>
)
