import { createMemo, For, lazy, Show, Suspense, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import Plus from 'lucide-solid/icons/plus'
import Trash from 'lucide-solid/icons/trash'
import { sourceFacts, sourceKindIds, type SourceKindId } from '#engine/data/facts.ts'
import { newSource } from '#engine/data/new-source.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Menu } from '../../components/overlays/Menu.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { focusNew } from '../../steps/focus-setting.ts'
import { newId } from '../new-id.ts'
import { useProject } from '../project-context.ts'
import { editSource, type SourceEditorProps } from './edit-source.ts'
import { chooseSource, chosenSource } from './chosen-source.ts'
import { dataTexts as t } from './texts.ts'
import './data.css'

const PermissionMatrix = lazy(() => import('./PermissionMatrix.tsx'))
const TextEditor = lazy(() => import('./TextEditor.tsx'))

/** The editor of each kind of source; its own is the only one it is ever given. */
const editors = {
  csv: TextEditor,
  json: TextEditor,
  table: lazy(() => import('./TableEditor.tsx')),
  generated: lazy(() => import('./GeneratedEditor.tsx')),
  query: lazy(() => import('./QueryEditor.tsx')),
} satisfies Record<SourceKindId, unknown>

/** The tab "Data sources" of a project: the list of them, and the editor of the chosen one. */
const DataTab: Component = () => {
  const context = useProject()
  const { workspace } = context
  const sources = () => workspace.head()?.dataSources ?? []
  const source = createMemo(() => sources().find(({ id }) => id === chosenSource()) ?? sources()[0])
  // The editor is recreated for another source or kind, not for every key that is typed.
  const edited = createMemo(
    () => {
      const found = source()
      return found && { id: found.id, kind: found.kind }
    },
    undefined,
    { equals: (a, b) => a?.id === b?.id && a?.kind === b?.kind },
  )
  const add = (kind: SourceKindId) => {
    const { newName } = sourceFacts[kind]
    const id = newId()
    const name = freeName(newName, new Set(sources().map((one) => one.name)))
    const made = newSource(kind, id, name)
    workspace.edit(t.edits.add(name), [], ({ head }) => void head.dataSources.push(made))
    chooseSource(id)
    focusNew('.data-region input')
  }
  const remove = ({ id: removed, name }: DataSource) => {
    const label = t.edits.remove(name)
    workspace.edit(label, [], ({ head }) => {
      head.dataSources = head.dataSources.filter(({ id }) => id !== removed)
    })
    context.actions.offerUndo(name, label)
  }
  const addMenu = (size: string) => (
    <Menu
      label={t.add}
      class={`button ${size}`}
      disabled={workspace.readOnly()}
      trigger={
        <>
          <Plus aria-hidden="true" /> {t.add}
        </>
      }
      items={sourceKindIds().map((kind) => ({ label: sourceFacts[kind].title, onSelect: () => add(kind) }))}
    />
  )
  return (
    <Show when={sources().length > 0} fallback={<EmptyState title={t.none.title} text={t.none.text} action={addMenu('')} />}>
      <div class="data-tab">
        <div class="data-bar">
          <ul class="data-list" aria-label={t.list}>
            <For each={sources()}>
              {(one) => (
                <li>
                  <button
                    type="button"
                    class="data-choice"
                    aria-current={one.id === source()?.id ? 'true' : undefined}
                    onClick={() => chooseSource(one.id)}
                  >
                    {one.name || t.region}
                    <span class="overview-note">{sourceFacts[one.kind].title}</span>
                  </button>
                </li>
              )}
            </For>
          </ul>
          {addMenu('button-small')}
          <Show when={source()}>
            {(found) => (
              <Button
                kind="ghost"
                small
                class="data-remove"
                icon={Trash}
                disabled={workspace.readOnly()}
                onClick={() => remove(found())}
              >
                {t.remove}
              </Button>
            )}
          </Show>
        </div>
        <Show when={edited()} keyed>
          {(found) => <SourceRegion id={found.id} kind={found.kind} />}
        </Show>
      </div>
    </Show>
  )
}

const SourceRegion: Component<{ id: string; kind: SourceKindId }> = (props) => {
  const context = useProject()
  const { workspace } = context
  const edit = editSource(context, props.id)
  const source = createMemo<DataSource | undefined>((before) => {
    const found = workspace.head()?.dataSources.find(({ id }) => id === props.id)
    return found?.kind === props.kind ? found : before
  })
  const loops = () => {
    let count = 0
    for (const one of workspace.cases().values())
      for (const step of one.steps) if ('dataSource' in step && step.dataSource === props.id) count++
    return count
  }
  return (
    <Show when={source()}>
      {(found) => (
        <section class="data-region" role="region" aria-label={t.region}>
          <TextField
            label={t.name}
            variables={false}
            short
            value={found().name}
            readOnly={workspace.readOnly()}
            onInput={(name) => edit(t.edits.change('name'), (draft) => void (draft.name = name), 'name')}
            hint={t.usedBy(loops())}
          />
          <Suspense>
            <Dynamic
              component={editors[props.kind] as unknown as Component<SourceEditorProps>}
              source={found()}
              readOnly={workspace.readOnly()}
              edit={edit}
            />
          </Suspense>
          <Suspense>
            <PermissionMatrix source={found()} />
          </Suspense>
        </section>
      )}
    </Show>
  )
}

export default DataTab
