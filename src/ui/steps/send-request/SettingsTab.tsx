import type { Component } from 'solid-js'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { requestTabTexts as texts } from './tab-texts.ts'
import { UntilSection } from './UntilSection.tsx'

const ways = ['auto', 'browser', 'companion'] as const

/** Redirects, timeout, sending again, and who sends the request. */
const SettingsTab: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const set = setters(props)
  return (
    <>
      <Switch
        label={texts.labels.followRedirects}
        checked={props.step.followRedirects}
        disabled={props.readOnly}
        note={props.step.followRedirects ? texts.redirects.on : texts.redirects.off}
        onChange={set('followRedirects', 'redirects')}
      />
      <NumberField
        label={texts.labels.timeout}
        value={props.step.timeout}
        min={1}
        max={3600}
        unit="s"
        readOnly={props.readOnly}
        onChange={set('timeout', 'timeout')}
      />
      <UntilSection {...props} />
      <Select
        label={texts.labels.sendVia}
        value={props.step.via}
        disabled={props.readOnly}
        options={ways.map((way) => ({ value: way, label: texts.via[way] }))}
        hint={texts.viaHint}
        onChange={(value) => set('via', 'who sends it')(ways.find((way) => way === value) ?? 'auto')}
      />
    </>
  )
}

export default SettingsTab
