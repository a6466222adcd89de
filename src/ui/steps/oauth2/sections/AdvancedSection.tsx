import { Show, type Component } from 'solid-js'
import ShieldX from 'lucide-solid/icons/shield-x'
import { Button } from '../../../components/Button.tsx'
import { NumberField } from '../../../components/fields/NumberField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useEditorContext } from '../../editor-context.ts'
import type { PartProps } from '../part-props.ts'
import { oauthTexts as texts } from '../texts.ts'

const faults = ['none', 'replay-code', 'wrong-verifier', 'wrong-secret'] as const

/** What few people need: the issuer by hand, resource indicators, tolerance, and tests that must be rejected. */
export const AdvancedSection: Component<PartProps> = (props) => {
  const context = useEditorContext()
  return (
    <Section
      title={texts.titles.advanced}
      collapsed={props.step.fault === 'none' && props.step.expectError === ''}
      actions={
        <Show when={context.addNegativeTests}>
          {(add) => (
            <Button kind="ghost" small icon={ShieldX} onClick={() => add()(props.step.id)}>
              {texts.negativeTests}
            </Button>
          )}
        </Show>
      }
    >
      <TextField
        label={texts.labels.issuer}
        code
        value={props.step.issuer}
        readOnly={props.readOnly}
        placeholder={texts.issuerPlaceholder}
        onInput={props.set('issuer', 'issuer')}
      />
      <TextField
        label={texts.labels.resourceIndicators}
        code
        multiline
        value={props.step.resource.join('\n')}
        readOnly={props.readOnly}
        hint={texts.resource}
        onInput={(text) => props.set('resource', 'resource indicators')(text === '' ? [] : text.split('\n'))}
      />
      <NumberField
        label={texts.labels.clockTolerance}
        value={props.step.clockTolerance}
        min={0}
        max={600}
        unit="s"
        reference={false}
        readOnly={props.readOnly}
        onChange={(value) => props.set('clockTolerance', 'clock tolerance')(Number(value))}
      />
      <Switch
        label={texts.labels.strict}
        checked={props.step.strict}
        disabled={props.readOnly}
        note={props.step.strict ? texts.strictOn : texts.strictOff}
        onChange={props.set('strict', 'strictness')}
      />
      <Select
        label={texts.labels.fault}
        value={props.step.fault}
        disabled={props.readOnly}
        options={faults.map((fault) => ({ value: fault, label: texts.faults[fault] }))}
        onChange={(value) => props.set('fault', 'fault')(faults.find((fault) => fault === value) ?? 'none')}
      />
      <TextField
        label={texts.labels.expectedError}
        code
        short
        value={props.step.expectError}
        readOnly={props.readOnly}
        hint={texts.expectErrorHint}
        onInput={props.set('expectError', 'expected error')}
      />
    </Section>
  )
}
