import { For, type Component } from 'solid-js'

/** See {@link TabBar}. */
export interface TabBarProps {
  /** Joins tabs and panel: the panel gets {@link tabPanel} of the same id. */
  id: string
  label: string
  tabs: { id: string; title: string }[]
  value: string
  onChange(id: string): void
}

/** A tab list that stands apart from its panel, in a bar. Arrow keys, Home and End move. */
export const TabBar: Component<TabBarProps> = (props) => {
  let bar: HTMLDivElement | undefined
  const keyDown = (event: KeyboardEvent) => {
    const at = props.tabs.findIndex((tab) => tab.id === props.value)
    const count = props.tabs.length
    const to = { ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1 }[event.key]
    const next = to === undefined ? undefined : props.tabs[to]
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    props.onChange(next.id)
    bar?.querySelector<HTMLElement>(`#run-tab-${props.id}-${next.id}`)?.focus()
  }
  return (
    <div ref={(element) => (bar = element)} class="tab-bar" role="tablist" aria-label={props.label} onKeyDown={keyDown}>
      <For each={props.tabs}>
        {(tab) => (
          <button
            type="button"
            role="tab"
            class="tab-bar-tab"
            id={`run-tab-${props.id}-${tab.id}`}
            aria-selected={tab.id === props.value}
            aria-controls={tab.id === props.value ? `run-panel-${props.id}` : undefined}
            tabindex={tab.id === props.value ? 0 : -1}
            onClick={() => props.onChange(tab.id)}
          >
            {tab.title}
          </button>
        )}
      </For>
    </div>
  )
}

/** Attributes of the panel that belongs to a {@link TabBar}. */
export const tabPanel = (id: string, tab: string) =>
  ({ role: 'tabpanel', id: `run-panel-${id}`, 'aria-labelledby': `run-tab-${id}-${tab}`, tabindex: 0 }) as const
