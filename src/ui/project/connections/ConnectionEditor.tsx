import { createSignal, For, Show, type Component } from 'solid-js'
import PlugZap from 'lucide-solid/icons/plug-zap'
import Trash2 from 'lucide-solid/icons/trash'
import { hintOf, textOf } from '#engine/base/errors.ts'
import type { SqlDriver } from '#engine/ports/sql.ts'
import type { Connection } from '#engine/steps/sql/connection.ts'
import type { TableInfo } from '#engine/steps/sql/tables.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { projectSource } from '../ask-worker.ts'
import { itemEditor } from '../item-editor.ts'
import { useProject } from '../project-context.ts'
import { connectionTexts } from './connection-texts.ts'
import { DatabaseFile } from './DatabaseFile.tsx'
import { learnTables } from './known-tables.ts'
import { ServerFields } from './ServerFields.tsx'
import { TableList } from './TableList.tsx'

const drivers = Object.keys(connectionTexts.drivers) as SqlDriver[]

/** The result of a test of the connection. */
type Tested = { tables: TableInfo[] } | { message: string; hint: string | undefined }

/** Edits one connection, tries it, and shows the tables of its database. */
export const ConnectionEditor: Component<{ connection: Connection; onRemove(): void }> = (props) => {
  const context = useProject()
  const { workspace, services } = context
  const t = connectionTexts
  const { id } = props.connection
  const [tested, setTested] = createSignal<Tested>()
  const [testing, setTesting] = createSignal(false)
  let turn = 0
  /** What was tried was another database. */
  const forget = () => {
    turn += 1
    setTested(undefined)
  }
  const editConnection = itemEditor(context, ({ connections }) => connections, id)
  const edit = (recipe: (draft: Connection) => void, merge?: string) => editConnection(t.edits.change, recipe, merge)
  const change = (driver: SqlDriver) => {
    forget()
    workspace.edit(t.edits.change, [], ({ head }) => {
      const at = head.connections.findIndex((one) => one.id === id)
      const before = head.connections[at]
      if (!before || before.driver === driver) return
      const { name, description } = before
      if (driver === 'sqlite') head.connections[at] = { id, name, description, driver, file: '' }
      else if (before.driver === 'sqlite')
        head.connections[at] = { id, name, description, driver, host: '', database: '', user: '', tls: 'prefer', writes: false }
      else before.driver = driver
    })
  }
  const test = async () => {
    const localId = workspace.localId()
    if (!localId) return
    const own = (turn += 1)
    const tell = (found: Tested) => void (own === turn && setTested(found))
    setTesting(true)
    try {
      const source = await projectSource(workspace, localId)
      const tables = await services.client.databases.tables(source, { connection: id, environment: context.environment() })
      learnTables(localId, id, tables)
      tell({ tables })
    } catch (thrown) {
      tell({ message: textOf(thrown), hint: hintOf(thrown) })
    } finally {
      setTesting(false)
    }
  }
  const mayWrite = () => props.connection.writes !== false
  const server = () => (props.connection.driver === 'sqlite' ? undefined : props.connection)
  const tables = () => {
    const found = tested()
    return found && 'tables' in found ? found.tables : undefined
  }
  const failure = () => {
    const found = tested()
    return found && 'message' in found ? found : undefined
  }
  return (
    <div class="connections-details" role="group" aria-label={t.connectionNamed(props.connection.name)}>
      <TextField
        label={t.name}
        variables={false}
        value={props.connection.name}
        readOnly={workspace.readOnly()}
        onInput={(name) => edit((draft) => void (draft.name = name), 'name')}
        trailing={
          <IconButton
            label={t.remove(props.connection.name)}
            icon={Trash2}
            kind="danger"
            disabled={workspace.readOnly()}
            onClick={() => props.onRemove()}
          />
        }
      />
      <Select
        label={t.driver}
        value={props.connection.driver}
        disabled={workspace.readOnly()}
        options={drivers.map((value) => ({ value, label: t.drivers[value] }))}
        onChange={(value) => change(drivers.find((one) => one === value) ?? 'sqlite')}
      />
      <Show
        when={server()}
        fallback={
          <>
            <DatabaseFile
              path={props.connection.driver === 'sqlite' ? props.connection.file : ''}
              readOnly={workspace.readOnly()}
              onInput={(file, typing) => {
                forget()
                edit((draft) => void (draft.driver === 'sqlite' && (draft.file = file)), typing ? 'file' : undefined)
              }}
              changed={tested()}
            />
            <Switch
              label={t.writes}
              checked={mayWrite()}
              note={mayWrite() ? t.mayWrite : t.onlyReads}
              disabled={workspace.readOnly()}
              onChange={(writes) => {
                forget()
                edit((draft) => {
                  if (draft.driver !== 'sqlite') return
                  if (writes) delete draft.writes
                  else draft.writes = false
                })
              }}
            />
          </>
        }
      >
        {(fields) => (
          <ServerFields
            connection={fields()}
            readOnly={workspace.readOnly()}
            edit={(recipe, merge) => {
              forget()
              edit((draft) => void (draft.driver !== 'sqlite' && recipe(draft)), merge)
            }}
          />
        )}
      </Show>
      <div class="connections-actions">
        <Button icon={PlugZap} busy={testing()} onClick={() => void test()}>
          {t.test}
        </Button>
        <span role="status" class={tables() ? 'connections-works' : ''}>
          {testing() ? t.testing : tables() ? t.works(tables()?.length ?? 0) : ''}
        </span>
      </div>
      <Show when={failure()}>
        {(found) => (
          <Notice kind="error" live>
            {found().message} {found().hint}
          </Notice>
        )}
      </Show>
      <Show when={tables()?.length}>
        <Section title={t.tables}>
          <For each={tables()}>{(table) => <TableList table={table} />}</For>
        </Section>
      </Show>
    </div>
  )
}
