import { createUniqueId, Index, Show, type Component, type JSX } from 'solid-js'
import './Tabs.css'

/** See {@link Tabs}. */
export interface TabsProps {
  label: string
  tabs: readonly { id: string; title: string; badge?: string | undefined }[]
  value: string
  onChange(id: string): void
  /** The content of the tab that is shown. */
  children(id: string): JSX.Element
  /** Stands right of the tabs. */
  right?: JSX.Element
}

/** Tabs with arrow keys; only the shown tab's content exists. */
export const Tabs: Component<TabsProps> = (props) => {
  const base = createUniqueId()
  let bar: HTMLDivElement | undefined
  const keyDown = (event: KeyboardEvent) => {
    const at = props.tabs.findIndex((tab) => tab.id === props.value)
    const last = props.tabs.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key]
    const next = to === undefined ? undefined : props.tabs[to]
    if (!next) return
    event.preventDefault()
    props.onChange(next.id)
    bar?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div class="tabs">
      <div class="tabs-bar">
        <div role="tablist" aria-label={props.label} class="tabs-list" ref={(element) => (bar = element)} onKeyDown={keyDown}>
          {/* The buttons stay while their badges change: what is pressed must be there when it is let go. */}
          <Index each={props.tabs}>
            {(tab) => (
              <button
                type="button"
                role="tab"
                class="tabs-tab"
                id={`${base}-${tab().id}`}
                data-tab={tab().id}
                aria-selected={tab().id === props.value}
                aria-controls={tab().id === props.value ? `${base}-panel` : undefined}
                aria-description={tab().badge}
                tabindex={tab().id === props.value ? 0 : -1}
                onClick={() => props.onChange(tab().id)}
              >
                <span class="tabs-title" data-title={tab().title}>
                  {tab().title}
                </span>
                <Show when={tab().badge}>
                  <span class="tabs-badge" aria-hidden="true">
                    {tab().badge}
                  </span>
                </Show>
              </button>
            )}
          </Index>
        </div>
        <Show when={props.right}>
          <div class="tabs-right">{props.right}</div>
        </Show>
      </div>
      <div role="tabpanel" class="tabs-panel" id={`${base}-panel`} aria-labelledby={`${base}-${props.value}`} tabindex="0">
        <Show when={props.value} keyed>
          {(id) => props.children(id)}
        </Show>
      </div>
    </div>
  )
}
