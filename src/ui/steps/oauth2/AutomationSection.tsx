import { createSignal, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { Section } from '../../components/Section.tsx'
import { Switch } from '../../components/Switch.tsx'
import { Later } from '../Later.tsx'
import type { PartProps } from './part-props.ts'
import { texts } from './texts.ts'

type Automation = NonNullable<PartProps['step']['automation']>

/** Browser & automation: a script that fills in the login form (O8). */
export const AutomationSection: Component<PartProps> = (props) => {
  const [editing, setEditing] = createSignal(false)
  const value = (): Automation => props.step.automation ?? { enabled: false, headless: true, script: '' }
  const edit = (label: string, recipe: (automation: Automation) => void, merge?: string) =>
    props.edit(
      label,
      (draft) => {
        draft.automation ??= { enabled: false, headless: true, script: '' }
        recipe(draft.automation)
      },
      merge && `${props.step.id}.automation.${merge}`,
    )
  const lines = () =>
    value()
      .script.split('\n')
      .filter((line) => line.trim() !== '').length
  return (
    <Section title="Browser & automation" actions={<Later />}>
      <Switch
        label="Automation Script"
        checked={value().enabled}
        disabled={props.readOnly}
        note={value().enabled ? texts.noScript : 'off: you sign in yourself'}
        onChange={(on) => edit('Change automation', (automation) => void (automation.enabled = on))}
      />
      <Switch
        label="Headless Mode"
        checked={value().headless}
        disabled={props.readOnly || !value().enabled}
        note={value().enabled ? undefined : texts.headlessNote}
        onChange={(on) => edit('Change headless mode', (automation) => void (automation.headless = on))}
      />
      <Field label="">
        <div class="oauth2-script">
          <Button onClick={() => setEditing(true)}>Edit automation script</Button>
          <span class="step-note">{lines() === 0 ? 'no script yet' : `${lines()} ${lines() === 1 ? 'line' : 'lines'}`}</span>
        </div>
      </Field>
      <Dialog title="Automation script" open={editing()} wide onClose={() => setEditing(false)}>
        <CodeEditor
          label="Automation script"
          language="javascript"
          height="min(420px, 60vh)"
          value={value().script}
          readOnly={props.readOnly}
          onInput={(text) => edit('Change automation script', (automation) => void (automation.script = text), 'script')}
        />
      </Dialog>
    </Section>
  )
}
