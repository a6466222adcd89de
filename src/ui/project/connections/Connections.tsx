import { createSignal, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { freeName } from '#engine/project/edit/structure.ts'
import type { Connection } from '#engine/steps/sql/connection.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { firstDetail, ListAndDetails } from '../../components/layout/ListAndDetails.tsx'
import { focusNew } from '../../steps/focus-setting.ts'
import { newId } from '../new-id.ts'
import { useProject } from '../project-context.ts'
import { projectTexts as texts } from '../texts.ts'
import { ConnectionEditor } from './ConnectionEditor.tsx'
import { connectionTexts } from './connection-texts.ts'
import './connections.css'

/** Tab "Connections": the databases of the project. */
const Connections: Component = () => {
  const { workspace, actions } = useProject()
  const t = connectionTexts
  const connections = () => workspace.head()?.connections ?? []
  const [chosen, setChosen] = createSignal<string>()
  const current = () => connections().find(({ id }) => id === chosen()) ?? connections()[0]
  const add = () => {
    const id = newId()
    const name = freeName(
      t.newName,
      connections().map((one) => one.name),
    )
    const made: Connection = { id, name, description: '', driver: 'sqlite', file: '' }
    workspace.edit(t.edits.add, [], ({ head }) => void head.connections.push(made))
    setChosen(id)
    focusNew(firstDetail)
  }
  const remove = ({ id, name }: Connection) => {
    const label = t.edits.remove(name)
    workspace.edit(label, [], ({ head }) => {
      head.connections = head.connections.filter((one) => one.id !== id)
    })
    actions.offerUndo(t.connectionNamed(name || texts.unnamed), label)
  }
  const addButton = (small: boolean) => (
    <Button small={small} icon={Plus} disabled={workspace.readOnly()} onClick={add}>
      {t.add}
    </Button>
  )
  return (
    <div class="connections">
      <Show when={current()} fallback={<EmptyState title={t.noneTitle} text={t.none} action={addButton(false)} />}>
        {(shown) => (
          <ListAndDetails
            label={t.list}
            items={connections().map(({ id, name, driver }) => ({ id, name: name || texts.unnamed, note: t.drivers[driver] }))}
            current={shown().id}
            onChoose={setChosen}
            action={addButton(true)}
          >
            <Show when={shown().id} keyed>
              <ConnectionEditor connection={shown()} onRemove={() => remove(shown())} />
            </Show>
          </ListAndDetails>
        )}
      </Show>
    </div>
  )
}

export default Connections
