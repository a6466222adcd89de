import type { Component } from 'solid-js'
import { tlsModes } from '#engine/ports/sql.ts'
import type { Connection } from '#engine/steps/sql/connection.ts'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { SecretField } from '../../components/fields/SecretField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { freshSecretId } from '../fresh-secret-id.ts'
import { useProject } from '../project-context.ts'
import { storeSecret } from '../store-secret.ts'
import { connectionTexts as t } from './connection-texts.ts'

type ServerConnection = Exclude<Connection, { driver: 'sqlite' }>

/** Where a database server is, who asks it, and what may be asked. */
export const ServerFields: Component<{
  connection: ServerConnection
  readOnly: boolean
  edit(recipe: (draft: ServerConnection) => void, merge?: string): void
}> = (props) => {
  const context = useProject()
  const { vault } = context
  const set = (key: 'host' | 'database' | 'user') => (value: string) => props.edit((draft) => void (draft[key] = value), key)
  const passwordId = (): string => {
    const kept = props.connection.password
    return typeof kept === 'object' ? kept.secret : freshSecretId(context, props.connection.name, 'password')
  }
  const setPassword = (password: ServerConnection['password']) =>
    props.edit((draft) => {
      if (password === undefined) delete draft.password
      else draft.password = password
    }, 'password')
  const storePassword = (plain: string) => {
    const secret = passwordId()
    void storeSecret(vault, secret, plain)
    setPassword({ secret })
  }
  return (
    <>
      <TextField label={t.host} code value={props.connection.host} readOnly={props.readOnly} onInput={set('host')} />
      <NumberField
        label={t.port}
        value={props.connection.port ?? ''}
        min={1}
        max={65_535}
        reference={false}
        readOnly={props.readOnly}
        onChange={(port) =>
          props.edit((draft) => {
            if (typeof port === 'number') draft.port = port
            else delete draft.port
          }, 'port')
        }
      />
      <TextField label={t.database} code value={props.connection.database} readOnly={props.readOnly} onInput={set('database')} />
      <TextField label={t.user} code value={props.connection.user} readOnly={props.readOnly} onInput={set('user')} />
      <SecretField
        label={t.password}
        value={props.connection.password}
        has={vault.has(passwordId())}
        readOnly={props.readOnly}
        onStore={storePassword}
        onReveal={() => vault.reveal(passwordId())}
        onChange={setPassword}
      />
      <Select
        label={t.tls}
        value={props.connection.tls}
        disabled={props.readOnly}
        options={tlsModes.map((value) => ({ value, label: t.tlsModes[value] }))}
        onChange={(value) => props.edit((draft) => void (draft.tls = tlsModes.find((one) => one === value) ?? 'prefer'))}
      />
      <Switch
        label={t.writes}
        checked={props.connection.writes}
        note={props.connection.writes ? t.mayWrite : t.onlyReads}
        disabled={props.readOnly}
        onChange={(writes) => props.edit((draft) => void (draft.writes = writes))}
      />
      <p class="connections-note">{t.needsCompanion(t.drivers[props.connection.driver])}</p>
    </>
  )
}
