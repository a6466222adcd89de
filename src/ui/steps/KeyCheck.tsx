import { createEffect, createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import type { KeyDescription } from '#engine/oauth/keys/describe-key.ts'
import type { Secret } from '#engine/steps/fields.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import { Field } from '../components/Field.tsx'
import { Notice } from '../components/Notice.tsx'
import { commandsIn } from './commands-in.ts'
import type { EditorContext } from './editor-context.ts'
import { keyTexts } from './key-texts.ts'
import './KeyMaterial.css'

/** Milliseconds without another change before the key is read. */
const pause = 300

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

const certificateText = ({ subject, validTo }: { subject: string; validTo: number }): string =>
  keyTexts.certificate(subject, day(validTo))

/** What the entered key is, or what is wrong with it and how to mend it (O4); follows every change of the key. */
export const KeyCheck: Component<{ value: SigningKey; algorithm: SigningKey['algorithm']; context: EditorContext }> = (props) => {
  const [found, setFound] = createSignal<KeyDescription>()
  const stored = (secret: Secret | undefined): boolean =>
    typeof secret === 'object' ? props.context.secrets.has(secret.secret) : Boolean(secret)
  createEffect(() => {
    const { describeKey } = props.context
    const key: SigningKey = JSON.parse(JSON.stringify(props.value))
    const { algorithm } = props
    // Read also for what it tracks: a value that is stored anew is checked anew.
    const ready = stored(key.key) && (key.password === undefined || stored(key.password))
    // So are the variables that a reference stands for.
    if (typeof key.key === 'string' || typeof key.password === 'string') props.context.variables()
    if (!ready) {
      setFound(undefined)
      return
    }
    let stale = false
    const timer = setTimeout(async () => {
      const result = await describeKey(key, algorithm).catch(() => undefined)
      if (!stale) setFound(result)
    }, pause)
    onCleanup(() => {
      stale = true
      clearTimeout(timer)
    })
  })
  const usable = () => {
    const result = found()
    return result?.usable ? result : undefined
  }
  const bad = () => {
    const result = found()
    return result && !result.usable ? result : undefined
  }
  return (
    <>
      <Show when={usable()}>
        {(result) => (
          <Field label={keyTexts.keyCheck}>
            <div role="status">
              {result().text}
              <Show when={result().certificate}>{(certificate) => <>. {certificateText(certificate())}</>}</Show>
            </div>
            <For each={result().warnings}>{(warning) => <Notice kind="warning">{warning}</Notice>}</For>
          </Field>
        )}
      </Show>
      <Show when={bad()}>
        {(result) => (
          <Field label={keyTexts.keyCheck}>
            <Notice kind="error" live>
              {result().message}{' '}
              <For each={commandsIn(result().hint ?? '')}>
                {(part) => (part.command ? <code class="key-command">{part.text}</code> : part.text)}
              </For>
            </Notice>
          </Field>
        )}
      </Show>
    </>
  )
}
