import { base64 } from '#engine/base/encoding/base64.ts'
import { messageWithHint } from '#engine/base/errors.ts'
import { createSignal, createUniqueId, onCleanup, Show, type Component } from 'solid-js'
import Eye from 'lucide-solid/icons/eye'
import EyeOff from 'lucide-solid/icons/eye-off'
import X from 'lucide-solid/icons/x'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/fields/Field.tsx'
import { FileInput } from '../../components/fields/FileInput.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { onlyReferences } from '../../components/references/references.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { SecretBinding } from '../oauth2/secrets.ts'
import { keyTexts } from './key-texts.ts'
import './KeyMaterial.css'

/** The key itself: several lines, typed in blind or read from a file, kept in the vault. */
export const KeyMaterial: Component<{
  form: SigningKey['form']
  binding: SecretBinding
  readOnly: boolean
  /** What it is, if not a key, and what the field shows while it is empty. */
  label?: string
  placeholder?: string
}> = (props) => {
  const id = createUniqueId()
  const [draft, setDraft] = createSignal<string>()
  const [revealed, setRevealed] = createSignal<string>()
  let chooseFile: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: string | undefined
  const reference = () => (typeof props.binding.value === 'string' ? props.binding.value : undefined)
  const secretId = () => (typeof props.binding.value === 'object' ? props.binding.value.secret : undefined)
  const text = () => draft() ?? revealed() ?? reference() ?? ''
  const inClear = () => text().startsWith('${') || (revealed() !== undefined && draft() === undefined)

  const flush = () => {
    clearTimeout(timer)
    const plain = pending
    pending = undefined
    if (plain === undefined || plain === '') return
    if (revealed() !== undefined) setRevealed(plain)
    if (onlyReferences(plain)) props.binding.onChange(plain)
    else props.binding.onStore(plain)
  }
  onCleanup(flush)
  const reveal = async () => {
    try {
      setRevealed(revealed() === undefined ? await props.binding.onReveal() : undefined)
    } catch (thrown) {
      showToast(messageWithHint(thrown), 'error')
    }
  }
  const take = async (chosen: File) => {
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    if (bytes.length > 200_000) return showToast(keyTexts.tooLarge(chosen.name), 'error')
    const content = props.form === 'pfx' ? base64(bytes) : new TextDecoder().decode(bytes)
    setDraft(undefined)
    setRevealed(undefined)
    props.binding.onStore(content)
    showToast(props.label === undefined ? keyTexts.read(chosen.name) : keyTexts.readNamed(props.label, chosen.name))
  }
  return (
    <Field
      label={props.label ?? keyTexts.labels.key}
      for={id}
      hint={secretId() && keyTexts.stored(secretId() ?? '', props.binding.has)}
      trailing={
        <>
          <Button disabled={props.readOnly} onClick={() => chooseFile?.()}>
            {keyTexts.chooseFile}
          </Button>
          <FileInput opens={(choose) => (chooseFile = choose)} onChosen={take} />
        </>
      }
    >
      <div class="text-field key-material" classList={{ 'key-material-blind': !inClear() }}>
        <textarea
          id={id}
          class="key-material-text"
          rows={2}
          spellcheck={false}
          autocomplete="off"
          readOnly={props.readOnly}
          aria-describedby={secretId() ? `${id}-note` : undefined}
          placeholder={
            secretId() && props.binding.has ? '••••••••••••••••' : (props.placeholder ?? keyTexts.keyPlaceholder[props.form])
          }
          value={text()}
          onInput={(event) => {
            setDraft(event.currentTarget.value)
            pending = event.currentTarget.value
            clearTimeout(timer)
            timer = setTimeout(flush, 150)
          }}
          onBlur={() => {
            flush()
            setDraft(undefined)
          }}
        />
        <Show when={secretId()}>
          <span class="text-field-suffix">
            <Show when={props.binding.has}>
              <IconButton
                label={revealed() === undefined ? keyTexts.show : keyTexts.hide}
                icon={revealed() === undefined ? Eye : EyeOff}
                onClick={() => void reveal()}
              />
            </Show>
            <IconButton
              label={props.label === undefined ? keyTexts.labels.removeKey : keyTexts.removeNamed(props.label)}
              icon={X}
              disabled={props.readOnly}
              onClick={() => {
                pending = undefined
                setDraft(undefined)
                setRevealed(undefined)
                props.binding.onChange(undefined)
              }}
            />
          </span>
        </Show>
      </div>
    </Field>
  )
}
