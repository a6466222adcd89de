import { Index, Show, type Component, type JSX } from 'solid-js'
import './ListAndDetails.css'

export interface ListAndDetailsProps {
  /** The accessible name of the list. */
  label: string
  items: readonly ListedItem[]
  /** The id of the one whose details are shown. */
  current: string | undefined
  onChoose(id: string): void
  /** Below the list: what adds one. */
  action: JSX.Element
  /** The details of the current one. */
  children: JSX.Element
  ref?: ((side: HTMLDivElement) => void) | undefined
}

/** One line of the list, with what is said below its name. */
export interface ListedItem {
  id: string
  name: string
  note?: string | undefined
}

/** Selects the buttons of the list, for who moves the focus there. */
export const listedItem = '.listed-item'

/** Selects the first field of the details. */
export const firstDetail = '.listed-panes > :not(.listed-side) input'

/** A list of named things, and beside it (below it, where there is no room) the details of one of them. */
export const ListAndDetails: Component<ListAndDetailsProps> = (props) => (
  <div class="listed">
    <div class="listed-panes">
      <div class="listed-side" ref={(side) => props.ref?.(side)}>
        <ul class="listed-list" aria-label={props.label}>
          <Index each={props.items}>
            {(one) => (
              <li>
                <button
                  type="button"
                  class="listed-item"
                  aria-current={one().id === props.current ? 'true' : undefined}
                  onClick={() => props.onChoose(one().id)}
                >
                  <span>{one().name}</span>
                  <Show when={one().note}>
                    <small>{one().note}</small>
                  </Show>
                </button>
              </li>
            )}
          </Index>
        </ul>
        {props.action}
      </div>
      {props.children}
    </div>
  </div>
)
