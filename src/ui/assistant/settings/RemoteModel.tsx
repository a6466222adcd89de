import { createEffect, createSignal, on, Show, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import type { ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/fields/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { ModelChoice } from './settings-store.ts'
import { settingsTexts as texts } from './settings-texts.ts'

type Remote = ModelSettings['remote']

/** Servers that people know by their names. */
const presets: { id: keyof typeof texts.presets; kind: Remote['kind']; url: string }[] = [
  { id: 'openai', kind: 'openai', url: 'https://api.openai.com/v1' },
  { id: 'anthropic', kind: 'anthropic', url: 'https://api.anthropic.com/v1' },
  { id: 'openrouter', kind: 'openai', url: 'https://openrouter.ai/api/v1' },
  { id: 'ollama', kind: 'openai', url: 'http://localhost:11434/v1' },
  { id: 'lmstudio', kind: 'openai', url: 'http://localhost:1234/v1' },
  { id: 'llamacpp', kind: 'openai', url: 'http://localhost:8080/v1' },
]

/** Where a remote model is, and its key. */
export const RemoteModel: Component<{ choice: ModelChoice; change(remote: Partial<Remote>): void }> = (props) => {
  const remote = () => props.choice.settings().remote
  const [key, setKey] = createSignal('')
  const [state, setState] = createSignal<'none' | 'kept' | 'locked'>('none')
  const origin = () => (URL.canParse(remote().url) ? new URL(remote().url).origin : undefined)
  const preset = () => presets.find(({ url, kind }) => url === remote().url && kind === remote().kind)?.id ?? 'other'
  const isLocal = () => /^https?:\/\/(localhost|127\.|\[::1\])/.test(remote().url)
  const look = () =>
    props.choice
      .key(remote().url)
      .then((known) => setState(known ? 'kept' : 'none'))
      .catch(() => setState('locked'))
  createEffect(on(origin, () => void look()))
  const store = async (value: string, done: string) => {
    try {
      await props.choice.setKey(remote().url, value)
      setKey('')
      showToast(done)
    } catch (thrown) {
      showToast(messageWithHint(thrown), 'error')
    }
    await look()
  }
  const note = () => {
    const known = origin()
    if (state() === 'locked') return texts.keyLocked
    return state() === 'kept' && known !== undefined ? texts.keyKept(known) : texts.keyNone
  }
  return (
    <>
      <Select
        label={texts.server}
        value={preset()}
        options={[
          ...presets.map(({ id }) => ({ value: id, label: texts.presets[id] })),
          { value: 'other', label: texts.presets.other },
        ]}
        onChange={(id) => {
          const found = presets.find((one) => one.id === id)
          props.change(found ? { kind: found.kind, url: found.url } : { url: '' })
        }}
      />
      <Select
        label={texts.kind}
        value={remote().kind}
        options={(['openai', 'anthropic'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={(kind) => props.change({ kind: kind === 'anthropic' ? 'anthropic' : 'openai' })}
      />
      <TextField
        label={texts.address}
        value={remote().url}
        variables={false}
        code
        hint={texts.addressHint}
        onInput={(url) => props.change({ url })}
      />
      <TextField
        label={texts.modelName}
        value={remote().model}
        variables={false}
        code
        onInput={(model) => props.change({ model })}
      />
      <Field label={texts.key} for="assistant-key" hint={note()}>
        <form
          class="assistant-settings-key"
          onSubmit={(event) => {
            event.preventDefault()
            if (key().trim() !== '') void store(key().trim(), texts.keySaved)
          }}
        >
          <input
            id="assistant-key"
            type="password"
            autocomplete="off"
            data-own-undo
            aria-describedby="assistant-key-note"
            placeholder={state() === 'kept' ? '••••••••' : ''}
            value={key()}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
          <Button type="submit" disabled={key().trim() === '' || origin() === undefined}>
            {texts.saveKey}
          </Button>
          <Show when={state() === 'kept'}>
            <Button kind="danger" onClick={() => void store('', texts.keyRemoved)}>
              {texts.removeKey}
            </Button>
          </Show>
        </form>
      </Field>
      <Show when={isLocal()}>
        <Notice kind="info">{texts.local(location.origin)}</Notice>
      </Show>
    </>
  )
}
