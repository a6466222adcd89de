import { createEffect, createSignal, createUniqueId, on, onCleanup, Show, type Component } from 'solid-js'
import Eye from 'lucide-solid/icons/eye'
import EyeOff from 'lucide-solid/icons/eye-off'
import Lock from 'lucide-solid/icons/lock'
import LockOpen from 'lucide-solid/icons/lock-open'
import X from 'lucide-solid/icons/x'
import { messageWithHint } from '#engine/base/errors.ts'
import { leastMasked } from '#engine/base/secrets/secret-length.ts'
import type { Secret } from '#engine/steps/fields.ts'
import { Field } from './Field.tsx'
import { IconButton } from '../IconButton.tsx'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { onlyReferences } from '../references/references.ts'
import { componentTexts as texts } from '../texts.ts'
import './SecretField.css'

/** See {@link SecretField}. */
export interface SecretFieldProps {
  label: string
  /** `{ secret: id }`, a text of references only, or nothing. */
  value: Secret | undefined
  /** Whether the vault holds a value for the id. */
  has: boolean
  /** References were typed, or the value was removed. */
  onChange(next: Secret | undefined): void
  /** A plain value was typed: put it into the vault. Called 150 ms after the last key, and at once on leaving the field. */
  onStore(plain: string): void
  onReveal(): Promise<string | undefined>
  readOnly?: boolean | undefined
  /** Asks for a value only: the label says which secret, and the project goes on naming it. */
  valueOnly?: boolean | undefined
  /** What an empty or missing value means. */
  note?: string | undefined
  error?: string | undefined
  /** See `FieldProps`. */
  setting?: string | undefined
}

/** A secret: typed in blind, kept in the vault; the project holds its id only. `${variable}` is accepted too. */
export const SecretField: Component<SecretFieldProps> = (props) => {
  const id = createUniqueId()
  /** What is being typed; undefined: nothing, the stored state is shown. */
  const [draft, setDraft] = createSignal<string>()
  const [revealed, setRevealed] = createSignal<string>()
  const [problem, setProblem] = createSignal<string>()
  /** What was typed is too short to be masked safely. */
  const [short, setShort] = createSignal(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: string | undefined

  const secretId = () => (typeof props.value === 'object' ? props.value.secret : undefined)
  const reference = () => (typeof props.value === 'string' ? props.value : undefined)
  const text = () => draft() ?? revealed() ?? reference() ?? ''
  const inClear = () => text().startsWith('${') || (revealed() !== undefined && draft() === undefined)

  createEffect(
    on(
      () => secretId() ?? reference(),
      () => setRevealed(undefined),
      { defer: true },
    ),
  )

  const flush = () => {
    clearTimeout(timer)
    const plain = pending
    pending = undefined
    if (plain === undefined) return
    if (revealed() !== undefined && plain !== '') setRevealed(plain)
    if (onlyReferences(plain)) props.onChange(plain)
    else if (plain !== '') props.onStore(plain)
  }
  const type = (value: string) => {
    setDraft(value)
    setProblem(undefined)
    setShort(value !== '' && value.length < leastMasked && !value.startsWith('$'))
    pending = value
    clearTimeout(timer)
    timer = setTimeout(flush, 150)
  }
  const leave = () => {
    flush()
    if (draft() === '' && reference() !== undefined) props.onChange(undefined)
    setDraft(undefined)
  }
  onCleanup(flush)

  const reveal = async () => {
    if (revealed() !== undefined) return setRevealed(undefined)
    flush()
    const asked = secretId()
    try {
      const value = await props.onReveal()
      // Another one may stand here by now.
      if (secretId() !== asked) return
      if (value === undefined) setProblem(texts.secret.gone)
      else setRevealed(value)
    } catch (thrown) {
      setProblem(messageWithHint(thrown))
    }
  }
  const placeholder = () => {
    if (secretId() === undefined) return texts.secret.empty
    return props.has ? '••••••••••••••••' : texts.secret.missing
  }
  const note = () => problem() ?? props.error
  const hint = () => (short() ? [texts.secret.short, props.note].filter(Boolean).join(' ') : props.note)
  return (
    <Field label={props.label} for={id} hint={hint()} error={note()} setting={props.setting}>
      <div
        class="secret-field text-field text-field-code"
        classList={{ 'text-field-fixed': props.readOnly ?? false, 'text-field-invalid': Boolean(note()) }}
      >
        <ReferenceInput
          id={id}
          label={props.label}
          ownName
          type={inClear() ? 'text' : 'password'}
          value={text()}
          onInput={type}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.ctrlKey || event.metaKey) flush()
          }}
          placeholder={placeholder()}
          readOnly={props.readOnly}
          invalid={Boolean(note())}
          describedBy={note() || hint() ? `${id}-note` : undefined}
          variables={draft()?.startsWith('$') ?? reference() !== undefined}
        />
        <Show when={secretId()}>
          {(name) => (
            <span class="text-field-suffix">
              <span class="secret-field-id" title={props.has ? `${name()}: ${texts.secret.stored}` : texts.secret.missing}>
                <Show when={props.has} fallback={<LockOpen aria-hidden="true" />}>
                  <Lock aria-hidden="true" />
                </Show>
                <Show when={!props.valueOnly}>
                  <span>{name()}</span>
                </Show>
              </span>
              <Show when={props.has}>
                <IconButton
                  label={revealed() === undefined ? texts.secret.show : texts.secret.hide}
                  icon={revealed() === undefined ? Eye : EyeOff}
                  aria-describedby={`${id}-label`}
                  onClick={() => void reveal()}
                />
              </Show>
              <Show when={!props.readOnly && !props.valueOnly}>
                <IconButton
                  label={texts.secret.remove}
                  icon={X}
                  aria-describedby={`${id}-label`}
                  onClick={() => {
                    pending = undefined
                    setDraft(undefined)
                    setRevealed(undefined)
                    setShort(false)
                    props.onChange(undefined)
                  }}
                />
              </Show>
            </span>
          )}
        </Show>
        <span hidden id={`${id}-label`}>
          {props.label}
        </span>
      </div>
    </Field>
  )
}
