import { createMemo, createSignal, For, Show, type Component } from 'solid-js'
import Copy from 'lucide-solid/icons/copy'
import Eye from 'lucide-solid/icons/eye'
import EyeOff from 'lucide-solid/icons/eye-off'
import { copyText } from '../../steps/copy-text.ts'
import { splitMasked } from './masked.ts'
import { useRun } from '../run-context.ts'
import { messageTexts } from '../results/message-texts.ts'
import './masked-text.css'

/** Text in which masked values `‹name›` are chips that can be revealed and copied (case 48). */
export const MaskedText: Component<{ text: string }> = (props) => {
  const pieces = createMemo(() => splitMasked(props.text))
  return (
    <Show when={props.text.includes('‹')} fallback={props.text}>
      <For each={pieces()}>{(piece) => (piece.name === undefined ? piece.text : <Masked name={piece.name} />)}</For>
    </Show>
  )
}

/** One masked value; its plain text is requested from the worker only when the user asks for it. */
const Masked: Component<{ name: string }> = (props) => {
  const { details } = useRun()
  const [plain, setPlain] = createSignal<string>()
  const [gone, setGone] = createSignal(false)

  const reveal = async (): Promise<string | undefined> => {
    const value = await details.reveal(props.name)
    setGone(value === undefined)
    return value
  }
  const toggle = async () => {
    if (plain() === undefined) setPlain(await reveal())
    else setPlain(undefined)
  }
  const copy = async () => {
    const value = plain() ?? (await reveal())
    if (value !== undefined) await copyText(value)
  }

  return (
    <span class="masked" classList={{ 'masked-plain': plain() !== undefined, 'masked-gone': gone() }}>
      <span class="masked-text" title={gone() ? messageTexts.masked.gone : undefined}>
        {plain() ?? `‹${props.name}›`}
      </span>
      <button
        type="button"
        class="masked-button"
        aria-label={plain() === undefined ? messageTexts.masked.reveal(props.name) : messageTexts.masked.hide(props.name)}
        title={
          gone()
            ? messageTexts.masked.gone
            : plain() === undefined
              ? messageTexts.masked.reveal(props.name)
              : messageTexts.masked.hide(props.name)
        }
        aria-pressed={plain() !== undefined}
        disabled={gone()}
        onClick={() => void toggle()}
      >
        <Show when={plain() === undefined} fallback={<EyeOff aria-hidden="true" />}>
          <Eye aria-hidden="true" />
        </Show>
      </button>
      <button
        type="button"
        class="masked-button"
        aria-label={messageTexts.masked.copy(props.name)}
        title={messageTexts.masked.copy(props.name)}
        disabled={gone()}
        onClick={() => void copy()}
      >
        <Copy aria-hidden="true" />
      </button>
    </span>
  )
}

/** A text with its masked values set apart but without buttons, for places that are buttons themselves. */
export const MaskedLabel: Component<{ text: string }> = (props) => (
  <Show when={props.text.includes('‹')} fallback={props.text}>
    <For each={splitMasked(props.text)}>
      {(piece) => (piece.name === undefined ? piece.text : <span class="masked-label">‹{piece.name}›</span>)}
    </For>
  </Show>
)
