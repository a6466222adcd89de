import { createSignal, Show, type Component } from 'solid-js'
import { unwrap } from 'solid-js/store'
import { readScript, writeScript } from '#engine/project/format/script-text.ts'
import type { Action, Automation } from '#engine/steps/oauth2/automation/schema.ts'
import { CodeEditor } from '../../../components/fields/CodeEditor.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Tabs } from '../../../components/layout/Tabs.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { ActionList, type ListPath } from './ActionList.tsx'
import { ScriptTools } from './ScriptTools.tsx'
import { scriptTexts as texts } from './texts.ts'
import './Script.css'

/** See {@link ScriptDialog}. */
export interface ScriptDialogProps {
  automation: Automation
  stepName: string
  step: string
  readOnly: boolean
  onEdit(label: string, recipe: (automation: Automation) => void, merge?: string): void
  onClose(): void
}

/** The list at a path of a script; undefined if it is gone. */
function listAt(script: Action[], path: ListPath): Action[] | undefined {
  let list: Action[] | undefined = script
  for (let at = 0; at < path.length; at += 2) {
    const [index, branch] = [path[at], path[at + 1]]
    const action: Action | undefined = typeof index === 'number' ? list[index] : undefined
    list = action?.do === 'if-visible' && (branch === 'then' || branch === 'else') ? (action[branch] as Action[]) : undefined
    if (list === undefined) return undefined
  }
  return list
}

/** Edits the script of a login: its actions as rows, or as the JSON of the file. */
const ScriptDialog: Component<ScriptDialogProps> = (props) => {
  const [view, setView] = createSignal('rows')
  return (
    <Dialog title={texts.title} open wide onClose={() => props.onClose()}>
      <div class="script">
        <p class="script-lead">{texts.lead}</p>
        <ScriptTools
          step={props.step}
          stepName={props.stepName}
          readOnly={props.readOnly}
          count={props.automation.script.length}
          onAccept={(actions, after) =>
            props.onEdit(texts.edits.accept, (automation) => {
              automation.script = [...automation.script.slice(0, after), ...actions]
              automation.enabled = true
            })
          }
        />
        <Tabs
          label={texts.views}
          tabs={[
            { id: 'rows', title: texts.rows },
            { id: 'json', title: texts.json },
          ]}
          value={view()}
          onChange={setView}
        >
          {(id) => (id === 'json' ? <ScriptJson {...props} /> : <ScriptRows {...props} />)}
        </Tabs>
        <TextField
          label={texts.redirectUri}
          code
          placeholder="https://app.example/callback"
          value={props.automation.redirectUri}
          readOnly={props.readOnly}
          hint={texts.redirectUriNote}
          onInput={(value) =>
            props.onEdit(texts.edits.redirectUri, (automation) => void (automation.redirectUri = value), 'redirectUri')
          }
        />
      </div>
    </Dialog>
  )
}
export default ScriptDialog

const ScriptRows: Component<ScriptDialogProps> = (props) => (
  <div class="script-rows">
    <Show when={props.automation.script.length === 0}>
      <EmptyState title={texts.noActions} text={texts.noActionsText} />
    </Show>
    <ActionList
      actions={props.automation.script}
      path={[]}
      prefix=""
      stepName={props.stepName}
      readOnly={props.readOnly}
      onEdit={(label, path, recipe, typing) =>
        props.onEdit(
          label,
          (automation) => {
            const list = listAt(automation.script, path)
            if (list) recipe(list)
          },
          typing,
        )
      }
    />
  </div>
)

/** The script as it is in the file. What is no script stays in the editor, with the reason below. */
const ScriptJson: Component<ScriptDialogProps> = (props) => {
  // What is typed is not rewritten under the hands of who types it.
  const text = writeScript(unwrap(props.automation.script))
  const [problem, setProblem] = createSignal<string>()
  const change = (typed: string): void => {
    const read = readScript(typed)
    setProblem(read.ok ? undefined : read.error)
    if (read.ok) props.onEdit(texts.edits.script, (automation) => void (automation.script = read.value), 'script')
  }
  return (
    <div class="script-json">
      <CodeEditor
        label={texts.editor}
        language="json"
        height="min(420px, 50vh)"
        value={text}
        readOnly={props.readOnly}
        onInput={change}
      />
      <Show when={problem()}>{(why) => <Notice kind="warning">{why()}</Notice>}</Show>
    </div>
  )
}
