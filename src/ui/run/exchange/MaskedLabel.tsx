import { For, Show, type Component } from 'solid-js'
import { splitMasked } from '../masked.ts'

/** A text with its masked values set apart but without buttons, for places that are buttons themselves. */
export const MaskedLabel: Component<{ text: string }> = (props) => (
  <Show when={props.text.includes('‹')} fallback={props.text}>
    <For each={splitMasked(props.text)}>
      {(piece) => (piece.name === undefined ? piece.text : <span class="masked-label">‹{piece.name}›</span>)}
    </For>
  </Show>
)
