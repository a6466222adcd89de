import { createSignal, lazy, Show, Suspense, type Component } from 'solid-js'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/fields/Field.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import type { PartProps } from '../part-props.ts'
import { automationTexts } from './automation-texts.ts'
import { partEditor } from '../../edits.ts'

const ScriptDialog = lazy(() => import('../script/ScriptDialog.tsx'))

type Automation = NonNullable<PartProps['step']['automation']>

const none = (): Automation => ({ enabled: false, headless: true, redirectUri: '', script: [] })

/** Browser & automation: a script that fills in the login form (O8). */
export const AutomationSection: Component<PartProps> = (props) => {
  const [editing, setEditing] = createSignal(false)
  const value = (): Automation => props.step.automation ?? none()
  const edit = partEditor(props, 'automation', none)
  return (
    <Section title={automationTexts.titles.automation}>
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
          <span class="step-note">{automationTexts.actions(value().script.length)}</span>
        </div>
      </Field>
      <Show when={editing()}>
        <Suspense>
          <ScriptDialog
            automation={value()}
            step={props.step.id}
            stepName={props.step.name}
            readOnly={props.readOnly}
            onEdit={edit}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      </Show>
    </Section>
  )
}
