import { createMemo, createSignal, Match, Show, Switch, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import RefreshCw from 'lucide-solid/icons/refresh-cw'
import Trash2 from 'lucide-solid/icons/trash'
import { textOf } from '#engine/base/errors.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { itemEditor, type EditItem } from '../item-editor.ts'
import { newId } from '../new-id.ts'
import { useProject } from '../project-context.ts'
import { AttachDialog, type ChosenDocument } from './AttachDialog.tsx'
import { createShownApi } from './opened-api.ts'
import { OperationBrowser } from './OperationBrowser.tsx'
import { apiTexts as t } from './texts.ts'
import './apis.css'

/** The tab "APIs" of a project: its API definitions, and the operations of the one that is chosen. */
const ApisTab: Component = () => {
  const context = useProject()
  const { workspace, actions } = context
  const apis = () => workspace.head()?.apis ?? []
  const [chosen, choose] = createSignal<string>()
  const [dialog, setDialog] = createSignal<'attach' | 'refresh'>()
  const api = createMemo(() => apis().find(({ id }) => id === chosen()) ?? apis()[0])
  const shown = createShownApi(api)

  const attach = ({ read, from }: ChosenDocument) => {
    const id = newId()
    const added = { id, name: read.title, description: from ?? '', document: read.text }
    if (workspace.edit(t.edits.attach(read.title), [], ({ head }) => void head.apis.push(added))) choose(id)
    setDialog(undefined)
  }
  const edit: EditItem<ProjectHead['apis'][number]> = (...change) =>
    itemEditor(context, (head) => head.apis, api()?.id ?? '')(...change)
  const refresh = ({ read, from }: ChosenDocument) => {
    edit(t.edits.refresh(api()?.name ?? ''), (found) => {
      found.document = read.text
      if (from !== undefined) found.description = from
    })
    setDialog(undefined)
  }
  const remove = () => {
    const gone = api()
    if (!gone) return
    const label = t.edits.remove(gone.name)
    const done = workspace.edit(label, [], ({ head }) => {
      head.apis = head.apis.filter(({ id }) => id !== gone.id)
    })
    if (done) actions.offerUndo(t.removed(gone.name), label)
  }
  const rename = (name: string) => edit(t.edits.rename(api()?.name ?? ''), (found) => void (found.name = name), 'name')
  return (
    <div class="apis">
      <Show
        when={api()}
        fallback={
          <EmptyState
            title={t.none.title}
            text={t.none.text}
            action={
              <Button icon={Plus} disabled={workspace.readOnly()} onClick={() => setDialog('attach')}>
                {t.attach}
              </Button>
            }
          />
        }
      >
        {(one) => (
          <>
            <div class="apis-bar">
              <div class="apis-names">
                <Show when={apis().length > 1}>
                  <Select
                    label={t.api}
                    value={one().id}
                    options={apis().map(({ id, name }) => ({ value: id, label: name }))}
                    onChange={choose}
                  />
                </Show>
                <TextField label={t.name} variables={false} value={one().name} readOnly={workspace.readOnly()} onInput={rename} />
              </div>
              <div class="apis-actions">
                <Button icon={RefreshCw} disabled={workspace.readOnly()} onClick={() => setDialog('refresh')}>
                  {t.refresh}
                </Button>
                <Button icon={Trash2} disabled={workspace.readOnly()} onClick={remove}>
                  {t.remove}
                </Button>
                <Button icon={Plus} disabled={workspace.readOnly()} onClick={() => setDialog('attach')}>
                  {t.attach}
                </Button>
              </div>
            </div>
            <Switch fallback={<p class="overview-hint">{t.loading}</p>}>
              <Match when={shown.overview.error as unknown}>
                {(error) => (
                  <Notice kind="error">
                    {t.broken} {textOf(error())}
                  </Notice>
                )}
              </Match>
              <Match when={shown.opened() && shown.overview()}>
                {(overview) => (
                  <>
                    {overview().notes.map((note) => (
                      <Notice kind="warning">{note}</Notice>
                    ))}
                    <OperationBrowser api={one()} opened={shown.opened} overview={overview()} />
                  </>
                )}
              </Match>
            </Switch>
          </>
        )}
      </Show>
      <Show when={dialog()} keyed>
        {(which) => (
          <AttachDialog
            refreshed={which === 'refresh' ? api() : undefined}
            opened={shown.opened()}
            onClose={() => setDialog(undefined)}
            onChosen={which === 'refresh' ? refresh : attach}
          />
        )}
      </Show>
    </div>
  )
}

export default ApisTab
