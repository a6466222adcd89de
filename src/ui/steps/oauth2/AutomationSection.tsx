import { createSignal, Show, type Component } from 'solid-js'
import { unwrap } from 'solid-js/store'
import { Button } from '../../components/Button.tsx'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Section } from '../../components/Section.tsx'
import { Switch } from '../../components/Switch.tsx'
import type { PartProps } from './part-props.ts'
import { automationTexts } from './automation-texts.ts'

type Automation = NonNullable<PartProps['step']['automation']>

const none = (): Automation => ({ enabled: false, headless: true, redirectUri: '', script: [] })

/** Browser & automation: a script that fills in the login form (O8). */
export const AutomationSection: Component<PartProps> = (props) => {
  const [typed, setTyped] = createSignal<string>()
  const [problem, setProblem] = createSignal<string>()
  const value = (): Automation => props.step.automation ?? none()
  const edit = (label: string, recipe: (automation: Automation) => void, merge?: string) =>
    props.edit(
      label,
      (draft) => {
        draft.automation ??= none()
        recipe(draft.automation)
      },
      merge && `${props.step.id}.automation.${merge}`,
    )
  const open = async (): Promise<void> => {
    const { writeScript } = await import('#engine/project/script-text.ts')
    setProblem(undefined)
    setTyped(writeScript(unwrap(value().script)))
  }
  const change = async (text: string): Promise<void> => {
    const { readScript } = await import('#engine/project/script-text.ts')
    const read = readScript(text)
    setProblem(read.ok ? undefined : read.error)
    if (read.ok)
      edit(automationTexts.edits.changeAutomationScript, (automation) => void (automation.script = read.value), 'script')
  }
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
          <Button onClick={() => void open()}>{automationTexts.editScript}</Button>
          <span class="step-note">{automationTexts.actions(value().script.length)}</span>
        </div>
      </Field>
      <Dialog
        title={automationTexts.titles.automationScript}
        open={typed() !== undefined}
        wide
        onClose={() => setTyped(undefined)}
      >
        <CodeEditor
          label={automationTexts.labels.editor}
          language="json"
          height="min(420px, 60vh)"
          value={typed() ?? ''}
          readOnly={props.readOnly}
          onInput={(text) => void change(text)}
        />
        <Show when={problem()}>{(text) => <Notice kind="warning">{text()}</Notice>}</Show>
      </Dialog>
    </Section>
  )
}
