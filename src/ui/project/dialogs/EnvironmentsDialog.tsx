import { createMemo, createSignal, Show, type Component } from 'solid-js'
import Copy from 'lucide-solid/icons/copy'
import Plus from 'lucide-solid/icons/plus'
import Trash2 from 'lucide-solid/icons/trash'
import type { Environment } from '#engine/project/format/schema.ts'
import { itemEditor } from '../item-editor.ts'
import { useProject } from '../project-context.ts'
import type { DialogProps } from '../../page/dialogs.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { focusRow } from '../../components/layout/focus-row.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { ListAndDetails, listedItem } from '../../components/layout/ListAndDetails.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { newId } from '../new-id.ts'
import { ListField } from '../../components/fields/ListField.tsx'
import { plain } from '../plain-copy.ts'
import { emptyEnvironment } from '#engine/project/empty.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { overviewTexts } from '../overview/overview-texts.ts'
import { projectTexts as texts } from '../texts.ts'
import { ClientCertificates, type EditEnvironment } from './settings/ClientCertificates.tsx'
import { VariablesEditor } from '../overview/VariablesEditor.tsx'
import './EnvironmentsDialog.css'

/** The environments of the project: named sets of variables, one of them active for a run. */
const EnvironmentsDialog: Component<DialogProps<'environments'>> = (props) => {
  const context = useProject()
  const t = overviewTexts.environments
  const all = () => context.workspace.head()?.environments ?? []
  const [chosen, choose] = createSignal(props.request.environment ?? context.environment())
  /** Where the chosen one stood when it was deleted: its neighbor is shown, and itself again once that is undone. */
  const [place, setPlace] = createSignal(0)
  const open = createMemo(() => all().find((one) => one.id === chosen()) ?? all()[Math.min(place(), all().length - 1)])
  const readOnly = () => context.workspace.readOnly()
  let details: HTMLDivElement | undefined
  let side: HTMLDivElement | undefined
  const add = (one: Environment, label: string) => {
    const after = all().findIndex((found) => found.id === open()?.id)
    const at = after < 0 ? all().length : after + 1
    if (!context.workspace.edit(label, [], ({ head }) => void head.environments.splice(at, 0, one))) return
    choose(one.id)
    // What is typed next is the name.
    queueMicrotask(() => {
      const field = details?.querySelector('input')
      field?.focus()
      field?.select()
    })
  }
  const names = () => all().map((one) => one.name)
  const duplicate = (one: Environment) =>
    add(
      { ...plain(one), id: newId(), name: freeName(texts.copyOf(one.name), names()) },
      overviewTexts.edits.duplicateEnvironment(one.name),
    )
  const remove = (one: Environment) => {
    const at = all().indexOf(one)
    const label = overviewTexts.edits.removeEnvironment(one.name)
    setPlace(at)
    if (!context.workspace.edit(label, [], ({ head }) => void head.environments.splice(at, 1))) return
    context.actions.offerUndo(overviewTexts.environmentNamed(one.name || texts.unnamed), label)
    focusRow(side, listedItem, at)
  }
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <Button kind="primary" onClick={() => props.onClose()}>
          {texts.done}
        </Button>
      }
    >
      <div class="environments">
        <ListAndDetails
          ref={(element) => (side = element)}
          label={t.list}
          items={all().map(({ id, name }) => ({
            id,
            name: name || texts.unnamed,
            note: context.environment() === id ? t.active : undefined,
          }))}
          current={open()?.id}
          onChoose={choose}
          action={
            <Button
              small
              icon={Plus}
              disabled={readOnly()}
              onClick={() => add(emptyEnvironment(newId(), freeName(t.newName, names())), overviewTexts.edits.addEnvironment)}
            >
              {t.add}
            </Button>
          }
        >
          <Show when={open()?.id} keyed fallback={<EmptyState title={t.noneTitle} text={t.none} />}>
            {(id) => (
              <Details
                id={id}
                ref={(element) => (details = element)}
                find={() => all().find((one) => one.id === id)}
                onDuplicate={duplicate}
                onRemove={remove}
                readOnly={readOnly()}
              />
            )}
          </Show>
        </ListAndDetails>
      </div>
    </Dialog>
  )
}

const Details: Component<{
  id: string
  ref(element: HTMLDivElement): void
  find(): Environment | undefined
  readOnly: boolean
  onDuplicate(one: Environment): void
  onRemove(one: Environment): void
}> = (props) => {
  const context = useProject()
  const t = overviewTexts.environments
  const change: EditEnvironment = (recipe, merge, label) =>
    itemEditor(context, ({ environments }) => environments, props.id)(
      label ?? overviewTexts.edits.environment(props.find()?.name ?? ''),
      recipe,
      merge,
    )
  return (
    <Show when={props.find()}>
      {(one) => (
        <div class="environments-details" ref={props.ref}>
          <TextField
            label={t.name}
            variables={false}
            value={one().name}
            readOnly={props.readOnly}
            onInput={(name) => change((draft) => void (draft.name = name), 'name')}
            trailing={
              <>
                <Show when={context.environment() !== props.id}>
                  <Button small onClick={() => context.setEnvironment(props.id)}>
                    {t.use}
                  </Button>
                </Show>
                <IconButton label={t.duplicate} icon={Copy} disabled={props.readOnly} onClick={() => props.onDuplicate(one())} />
                <IconButton
                  label={t.remove}
                  icon={Trash2}
                  kind="danger"
                  disabled={props.readOnly}
                  onClick={() => props.onRemove(one())}
                />
              </>
            }
          />
          <TextField
            label={t.description}
            variables={false}
            multiline
            value={one().description}
            readOnly={props.readOnly}
            onInput={(text) => change((draft) => void (draft.description = text), 'description')}
          />
          <ListField
            label={t.insecureHosts}
            hint={t.insecureHint}
            values={one().insecureHosts}
            readOnly={props.readOnly}
            onChange={(hosts) => change((draft) => void (draft.insecureHosts = hosts), 'hosts')}
          />
          <h3>{overviewTexts.overview.variables}</h3>
          <VariablesEditor
            roomy
            variables={one().variables}
            readOnly={props.readOnly}
            owner={one()}
            edit={(label, recipe, merge) =>
              change((draft) => recipe(draft.variables), merge === undefined ? undefined : `variables/${merge}`, label)
            }
          />
          <ClientCertificates environment={one()} readOnly={props.readOnly} edit={change} />
        </div>
      )}
    </Show>
  )
}

export default EnvironmentsDialog
