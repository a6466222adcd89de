import { For, type Component } from 'solid-js'
import { MaskedLabel } from '../run/log/MaskedText.tsx'
import '../run/exchange/pair-table.css'

/** Names and values in the order that they had, repeated names too. */
export const NamedValues: Component<{ pairs: readonly (readonly [name: string, value: string])[] }> = (props) => (
  <dl class="named-values">
    <For each={props.pairs}>
      {([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <MaskedLabel text={value} />
          </dd>
        </div>
      )}
    </For>
  </dl>
)
