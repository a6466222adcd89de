import { createSignal, For, Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import Trash2 from 'lucide-solid/icons/trash'
import type { Environment } from '#engine/project/format/schema.ts'
import { freshSecretId } from '../../fresh-secret-id.ts'
import type { ClientCertificateEntry } from '#engine/steps/keys/client-certificate.ts'
import { Button } from '../../../components/Button.tsx'
import { focusRow } from '../../../components/layout/focus-row.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { SecretField } from '../../../components/fields/SecretField.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { KeyMaterial } from '../../../steps/keys/KeyMaterial.tsx'
import { bindSecret, type SecretBinding } from '../../../steps/oauth2/secrets.ts'
import { useProject } from '../../project-context.ts'
import { CertificateCheck } from './CertificateCheck.tsx'
import { certificateTexts as t } from './certificate-texts.ts'
import './client-certificates.css'

/** Edits an environment; edits in a row with the same `merge` are one undo step. */
export type EditEnvironment = (recipe: (draft: Environment) => void, merge?: string, label?: string) => void

const forms = ['pem', 'pfx'] as const

/** The certificates that are shown to hosts when they ask for one, by host. */
export const ClientCertificates: Component<{ environment: Environment; readOnly: boolean; edit: EditEnvironment }> = (props) => {
  const context = useProject()
  let list: HTMLDivElement | undefined
  const all = () => props.environment.mtls ?? []
  const add = () => {
    props.edit((draft) => (draft.mtls ??= []).push({ host: '', form: 'pem' }), undefined, t.edits.add)
    queueMicrotask(() => [...(list?.querySelectorAll('.client-certificate') ?? [])].at(-1)?.querySelector('input')?.focus())
  }
  const remove = ({ host }: ClientCertificateEntry, index: number) => {
    const label = t.edits.remove(host)
    props.edit(
      (draft) => {
        draft.mtls?.splice(index, 1)
        if (draft.mtls?.length === 0) delete draft.mtls
      },
      undefined,
      label,
    )
    context.actions.offerUndo(t.removed(host), label)
    focusRow(list, '.client-certificate-remove', index)
  }
  return (
    <div class="client-certificates" ref={(element) => (list = element)}>
      <h3>{t.title}</h3>
      <Show when={all().length === 0}>
        <p class="client-certificates-none">{t.none}</p>
      </Show>
      <Index each={all()}>
        {(entry, index) => (
          <Certificate
            entry={entry()}
            index={index}
            environment={props.environment}
            readOnly={props.readOnly}
            onRemove={() => remove(entry(), index)}
            edit={(recipe, merge) =>
              props.edit(
                (draft) => {
                  const found = draft.mtls?.[index]
                  if (found) recipe(found)
                },
                merge && `certificates/${index}/${merge}`,
                t.edits.change,
              )
            }
          />
        )}
      </Index>
      <Button class="client-certificates-add" small icon={Plus} disabled={props.readOnly} onClick={add}>
        {t.add}
      </Button>
    </div>
  )
}

const Certificate: Component<{
  entry: ClientCertificateEntry
  index: number
  environment: Environment
  readOnly: boolean
  onRemove(): void
  edit(recipe: (draft: ClientCertificateEntry) => void, merge?: string): void
}> = (props) => {
  const context = useProject()
  const { vault } = context
  /** Counts what is stored: a value that is entered again is checked again. */
  const [stored, setStored] = createSignal(0)
  /** With the host that it has by then: the fields are there before it is typed. */
  const suggest = (where: string, field: string): string =>
    freshSecretId(context, where, `${props.entry.host.replace(/:\d+$/, '')} ${field}`.trim())
  const secrets = {
    has: vault.has,
    reveal: vault.reveal,
    suggest,
    set: (id: string, value: string) => vault.set(id, value).then(() => void setStored((count) => count + 1)),
  }
  const binding = (field: 'certificate' | 'key' | 'password', name: string): SecretBinding =>
    bindSecret(
      { secrets },
      () => props.environment.name,
      name,
      () => props.entry[field],
      (next) =>
        props.edit((draft) => {
          if (next === undefined) delete draft[field]
          else draft[field] = next
        }),
    )
  const [certificate, key, password] = [
    binding('certificate', 'certificate'),
    binding('key', 'key'),
    binding('password', 'password'),
  ]
  const hostProblem = () =>
    props.entry.host.trim() === '' ? t.hostMissing : /[/@\s]/.test(props.entry.host) ? t.hostIsAddress : undefined
  const isFile = () => props.entry.form === 'pfx'
  return (
    <div class="client-certificate" role="group" aria-label={t.numbered(props.index + 1)}>
      <TextField
        label={t.host}
        hint={t.hostHint}
        code
        variables={false}
        placeholder={t.hostPlaceholder}
        value={props.entry.host}
        error={hostProblem()}
        readOnly={props.readOnly}
        onInput={(host) => props.edit((draft) => void (draft.host = host), 'host')}
        trailing={
          <IconButton
            class="client-certificate-remove"
            label={t.remove(props.entry.host)}
            icon={Trash2}
            kind="danger"
            disabled={props.readOnly}
            onClick={() => props.onRemove()}
          />
        }
      />
      <Select
        label={t.form}
        value={props.entry.form}
        disabled={props.readOnly}
        options={forms.map((value) => ({ value, label: t.forms[value] }))}
        onChange={(value) =>
          props.edit((draft) => {
            draft.form = value === 'pfx' ? 'pfx' : 'pem'
            if (value === 'pfx') delete draft.certificate
          })
        }
      />
      {/* Created again for the other form, so that input doesn't move from one to the other. */}
      <For each={[props.entry.form]}>
        {(form) => (
          <>
            <Show when={form === 'pem'}>
              <KeyMaterial
                form="x509"
                label={t.certificate}
                placeholder={t.certificatePlaceholder}
                binding={certificate}
                readOnly={props.readOnly}
              />
            </Show>
            <KeyMaterial
              form={form}
              label={form === 'pfx' ? t.file : t.key}
              placeholder={form === 'pfx' ? t.filePlaceholder : t.keyPlaceholder}
              binding={key}
              readOnly={props.readOnly}
            />
          </>
        )}
      </For>
      <SecretField
        label={t.password}
        value={password.value}
        has={password.has}
        onChange={password.onChange}
        onStore={password.onStore}
        onReveal={password.onReveal}
        readOnly={props.readOnly}
        note={!isFile() && props.entry.password === undefined ? t.onlyEncrypted : undefined}
      />
      <CertificateCheck environment={props.environment.id} entry={props.entry} stored={stored()} />
    </div>
  )
}
