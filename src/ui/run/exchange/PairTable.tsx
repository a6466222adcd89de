import { For, type Component } from 'solid-js'
import { MaskedText } from '../log/MaskedText.tsx'
import './pair-table.css'

/** Names and values in the order that they had, repeated names too (R36). */
export const PairTable: Component<{ pairs: [string, string][] }> = (props) => (
  <dl class="named-values">
    <For each={props.pairs}>
      {([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <MaskedText text={value} />
          </dd>
        </div>
      )}
    </For>
  </dl>
)
