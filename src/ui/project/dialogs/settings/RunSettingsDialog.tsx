import { createSignal, type Component } from 'solid-js'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import type { DialogProps } from '../../../page/dialogs.ts'
import { useProject } from '../../project-context.ts'
import { noSettings, readRunSettings, type SettingsProblems, type TypedSettings } from '../../running/run-settings.ts'
import { runSettingsTexts as t } from '../../running/run-settings-texts.ts'
import './run-settings.css'

/** Runs what the tree has selected with what `assay run` takes as options: a seed, retries, variables. */
const RunSettingsDialog: Component<DialogProps<'run-settings'>> = (props) => {
  const context = useProject()
  const [typed, setTyped] = createSignal<TypedSettings>(noSettings)
  const [problems, setProblems] = createSignal<SettingsProblems>({})
  const node = context.node()
  const what = () => {
    if (node.kind === 'project') return t.of.project
    const suites = context.workspace.head()?.suites ?? []
    const all = node.kind === 'suite' ? suites : suites.flatMap(({ cases }) => cases)
    return t.of[node.kind](all.find(({ id }) => id === node.id)?.name ?? '')
  }
  const set = <Field extends keyof TypedSettings>(field: Field, value: TypedSettings[Field]) => {
    setTyped((before) => ({ ...before, [field]: value }))
    setProblems({})
  }
  // A login window opens within the click.
  const run = () => {
    const read = readRunSettings(typed())
    if (Object.keys(read.problems).length > 0) return setProblems(read.problems)
    context.runNode(node, read.settings)
    props.onClose()
  }
  const field = (name: 'seed' | 'retry' | 'workers' | 'timeout') => (
    <TextField
      label={t.labels[name]}
      value={typed()[name]}
      onInput={(value) => set(name, value)}
      onKeyDown={(event) => event.key === 'Enter' && run()}
      hint={t.hints[name]}
      error={problems()[name]}
      variables={false}
      short
      code
    />
  )
  return (
    <Dialog
      title={t.title}
      open
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" disabled={context.session.running()} onClick={run}>
            {t.run}
          </Button>
        </>
      }
    >
      <div class="run-settings">
        <p>{what()}</p>
        {field('seed')}
        {field('retry')}
        {field('workers')}
        {field('timeout')}
        <TextField
          label={t.labels.variables}
          value={typed().variables}
          onInput={(value) => set('variables', value)}
          placeholder={t.variablesPlaceholder}
          hint={t.hints.variables}
          error={problems().variables}
          variables={false}
          multiline
          code
        />
        <Switch inline label={t.labels.bail} checked={typed().bail} onChange={(on) => set('bail', on)} />
      </div>
    </Dialog>
  )
}

export default RunSettingsDialog
