import { createSignal, For, Show, type Component } from 'solid-js'
import PlugZap from 'lucide-solid/icons/plug-zap'
import Trash2 from 'lucide-solid/icons/trash'
import { hintOf, textOf } from '#engine/base/errors.ts'
import { tlsModes, type SqlDriver } from '#engine/ports/sql.ts'
import type { Connection } from '#engine/steps/sql/connection.ts'
import type { TableInfo } from '#engine/steps/sql/tables.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { Section } from '../../components/Section.tsx'
import { Select } from '../../components/Select.tsx'
import { Switch } from '../../components/Switch.tsx'
import { TextField } from '../../components/TextField.tsx'
import { texts as componentTexts } from '../../components/texts.ts'
import { showToast } from '../../components/toasts.tsx'
import { projectSource } from '../ask-worker.ts'
import { freshSecretId } from '../fresh-secret-id.ts'
import { itemEditor } from '../item-editor.ts'
import { useProject } from '../project-context.ts'
import { connectionTexts } from './connection-texts.ts'
import { DatabaseFile } from './DatabaseFile.tsx'
import { learnTables } from './known-tables.ts'
import { TableList } from './TableList.tsx'

const drivers = Object.keys(connectionTexts.drivers) as SqlDriver[]

/** What came of a test of the connection. */
type Tested = { tables: TableInfo[] } | { message: string; hint: string | undefined }

/** Edits one connection, tries it, and shows the tables of its database. */
export const ConnectionEditor: Component<{ connection: Connection; onRemove(): void }> = (props) => {
  const context = useProject()
  const { workspace, services, vault } = context
  const t = connectionTexts
  const { id } = props.connection
  const [tested, setTested] = createSignal<Tested>()
  const [testing, setTesting] = createSignal(false)
  const editConnection = itemEditor(context, ({ connections }) => connections, id)
  const edit = (recipe: (draft: Connection) => void, merge?: string) => editConnection(t.edits.change, recipe, merge)
  const change = (driver: SqlDriver) =>
    void workspace.edit(t.edits.change, [], ({ head }) => {
      setTested(undefined)
      const at = head.connections.findIndex((one) => one.id === id)
      const before = head.connections[at]
      if (!before || before.driver === driver) return
      const { name, description } = before
      if (driver === 'sqlite') head.connections[at] = { id, name, description, driver, file: '' }
      else if (before.driver === 'sqlite')
        head.connections[at] = { id, name, description, driver, host: '', database: '', user: '', tls: 'prefer', writes: false }
      else before.driver = driver
    })
  const test = async () => {
    const localId = workspace.localId()
    if (!localId) return
    setTesting(true)
    try {
      const source = await projectSource(workspace, localId)
      const tables = await services.client.databases.tables(source, { connection: id, environment: context.environment() })
      learnTables(localId, id, tables)
      setTested({ tables })
    } catch (thrown) {
      setTested({ message: textOf(thrown), hint: hintOf(thrown) })
    } finally {
      setTesting(false)
    }
  }
  const server = () => (props.connection.driver === 'sqlite' ? undefined : props.connection)
  const onServer = (key: 'host' | 'database' | 'user') => (value: string) =>
    edit((draft) => void (draft.driver !== 'sqlite' && (draft[key] = value)), key)
  const passwordId = (): string => {
    const kept = server()?.password
    if (typeof kept === 'object') return kept.secret
    return freshSecretId(context, props.connection.name, 'password')
  }
  const setPassword = (password: { secret: string } | string | undefined) =>
    edit((draft) => {
      if (draft.driver === 'sqlite') return
      if (password === undefined) delete draft.password
      else draft.password = password
    }, 'password')
  const storePassword = (plain: string) => {
    const secret = passwordId()
    vault
      .set(secret, plain)
      .catch((thrown: unknown) => showToast(componentTexts.secret.notStored(secret, textOf(thrown)), 'error'))
    setPassword({ secret })
  }
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
          <DatabaseFile
            path={props.connection.driver === 'sqlite' ? props.connection.file : ''}
            readOnly={workspace.readOnly()}
            onInput={(file, typing) => {
              setTested(undefined)
              edit((draft) => void (draft.driver === 'sqlite' && (draft.file = file)), typing ? 'file' : undefined)
            }}
            changed={tested()}
          />
        }
      >
        {(fields) => (
          <>
            <TextField label={t.host} code value={fields().host} readOnly={workspace.readOnly()} onInput={onServer('host')} />
            <NumberField
              label={t.port}
              value={fields().port ?? ''}
              min={1}
              max={65_535}
              reference={false}
              readOnly={workspace.readOnly()}
              onChange={(port) =>
                edit((draft) => {
                  if (draft.driver === 'sqlite') return
                  if (typeof port === 'number') draft.port = port
                  else delete draft.port
                }, 'port')
              }
            />
            <TextField
              label={t.database}
              code
              value={fields().database}
              readOnly={workspace.readOnly()}
              onInput={onServer('database')}
            />
            <TextField label={t.user} code value={fields().user} readOnly={workspace.readOnly()} onInput={onServer('user')} />
            <SecretField
              label={t.password}
              value={fields().password}
              has={vault.has(passwordId())}
              readOnly={workspace.readOnly()}
              onStore={storePassword}
              onReveal={() => vault.reveal(passwordId())}
              onChange={setPassword}
            />
            <Select
              label={t.tls}
              value={fields().tls}
              disabled={workspace.readOnly()}
              options={tlsModes.map((value) => ({ value, label: t.tlsModes[value] }))}
              onChange={(value) =>
                edit(
                  (draft) => void (draft.driver !== 'sqlite' && (draft.tls = tlsModes.find((one) => one === value) ?? 'prefer')),
                )
              }
            />
            <Switch
              label={t.writes}
              checked={fields().writes}
              note={fields().writes ? t.mayWrite : t.onlyReads}
              disabled={workspace.readOnly()}
              onChange={(writes) => edit((draft) => void (draft.driver !== 'sqlite' && (draft.writes = writes)))}
            />
            <p class="connections-note">{t.needsCompanion(t.drivers[fields().driver])}</p>
          </>
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
