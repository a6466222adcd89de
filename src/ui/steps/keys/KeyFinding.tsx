import { createEffect, createSignal, For, onCleanup, Show, type Accessor, type JSX } from 'solid-js'
import { Field } from '../../components/fields/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { commandsIn } from '../commands-in.ts'
import './KeyMaterial.css'

/** Milliseconds without another change before a key or a certificate is read. */
const pause = 300

interface Usable {
  usable: true
  warnings: string[]
}
interface Unusable {
  usable: false
  message: string
  hint?: string
}

/**
 * The finding about the entered value, requested again after each change of what `question` reads: it gives what to ask, or
 * undefined as long as something is missing. Undefined: nothing is known.
 */
export function createKeyFinding<F extends Usable | Unusable>(
  question: () => (() => Promise<F | undefined>) | undefined,
): Accessor<F | undefined> {
  const [found, setFound] = createSignal<F>()
  createEffect(() => {
    const ask = question()
    if (ask === undefined) return void setFound(undefined)
    let stale = false
    const timer = setTimeout(async () => {
      const result = await ask().catch(() => undefined)
      if (!stale) setFound(() => result)
    }, pause)
    onCleanup(() => {
      stale = true
      clearTimeout(timer)
    })
  })
  return found
}

/** What an entered key or certificate is, in the words of `children`, or what is wrong with it and the command that fixes it. */
export const KeyFinding = <U extends Usable>(props: {
  label: string
  found: U | Unusable | undefined
  children: (usable: Accessor<U>) => JSX.Element
}): JSX.Element => {
  const usable = () => (props.found?.usable ? props.found : undefined)
  const bad = () => (props.found && !props.found.usable ? props.found : undefined)
  return (
    <>
      <Show when={usable()}>
        {(result) => (
          <Field label={props.label}>
            {props.children(result)}
            <For each={result().warnings}>{(warning) => <Notice kind="warning">{warning}</Notice>}</For>
          </Field>
        )}
      </Show>
      <Show when={bad()}>
        {(result) => (
          <Field label={props.label}>
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
