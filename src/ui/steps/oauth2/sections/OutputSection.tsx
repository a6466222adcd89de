import { Show, type Component } from 'solid-js'
import { NumberField } from '../../../components/fields/NumberField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { VariableFields } from '../../values/VariableFields.tsx'
import { fieldsOf } from '../fields-of-grant.ts'
import type { PartProps } from '../part-props.ts'
import { oauthTexts as texts } from '../texts.ts'

/** Output: where the token goes, when it is requested again, how long a login may take (O11). */
export const OutputSection: Component<PartProps> = (props) => (
  <Section title={texts.titles.output}>
    <VariableFields
      name={props.step.variableName}
      scope={props.step.variableScope}
      readOnly={props.readOnly}
      onName={props.set('variableName', 'variable name')}
      onScope={props.set('variableScope', 'variable scope')}
    />
    <Switch
      label={texts.labels.forceReAuthentication}
      checked={props.step.forceReauthentication}
      disabled={props.readOnly}
      note={props.step.forceReauthentication ? texts.reauthOn : texts.reauthOff}
      onChange={props.set('forceReauthentication', 'force re-authentication')}
    />
    <Show when={fieldsOf(props.step.grantType).loginTimeout}>
      <NumberField
        label={texts.labels.loginTimeout}
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
