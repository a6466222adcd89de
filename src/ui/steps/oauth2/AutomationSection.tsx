import { createSignal, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { Section } from '../../components/Section.tsx'
import { Switch } from '../../components/Switch.tsx'
import { texts } from '../texts.ts'
import type { PartProps } from './part-props.ts'
import { automationTexts } from './automation-texts.ts'

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
    <Section title={automationTexts.titles.automation} actions={<span class="step-later">{texts.laterOption}</span>}>
      <Switch
        label={automationTexts.labels.automationScript}
        checked={value().enabled}
        disabled={props.readOnly}
        note={value().enabled ? automationTexts.scriptOn : automationTexts.scriptOff}
        onChange={(on) => edit(automationTexts.edits.changeAutomation, (automation) => void (automation.enabled = on))}
      />
      <Switch
        label={automationTexts.labels.headlessMode}
        checked={value().headless}
        disabled={props.readOnly || !value().enabled}
        note={value().enabled ? undefined : automationTexts.headlessNote}
        onChange={(on) => edit(automationTexts.edits.changeHeadlessMode, (automation) => void (automation.headless = on))}
      />
      <Field label="">
        <div class="oauth2-script">
          <Button onClick={() => setEditing(true)}>{automationTexts.editScript}</Button>
          <span class="step-note">{automationTexts.lines(lines())}</span>
        </div>
      </Field>
      <Dialog title={automationTexts.titles.automationScript} open={editing()} wide onClose={() => setEditing(false)}>
        <CodeEditor
          label={automationTexts.labels.editor}
          language="javascript"
          height="min(420px, 60vh)"
          value={value().script}
          readOnly={props.readOnly}
          onInput={(text) =>
            edit(automationTexts.edits.changeAutomationScript, (automation) => void (automation.script = text), 'script')
          }
        />
      </Dialog>
    </Section>
  )
}
