import { createSignal, For, onMount, Show, type Component, type JSX } from 'solid-js'
import { Dynamic, render } from 'solid-js/web'
import Ellipsis from 'lucide-solid/icons/ellipsis'
import { showBeside } from './floating.ts'
import { texts } from './texts.ts'
import type { Icon } from './icon.ts'
import { Kbd } from './Kbd.tsx'
import './Menu.css'

/** One entry of a menu, or a line between entries. */
export type MenuItem =
  | {
      label: string
      icon?: Icon | undefined
      /** A line below the label: its description, not part of its name. */
      detail?: string | undefined
      keys?: string | undefined
      danger?: boolean | undefined
      disabled?: boolean | undefined
      onSelect(): void
    }
  | 'separator'

/** See {@link Menu}. */
export interface MenuProps {
  /** Name of the button and of the menu. */
  label: string
  /** What the button shows; an ellipsis unless given. */
  trigger?: JSX.Element
  items: readonly MenuItem[]
  /** Class of the button. */
  class?: string | undefined
  disabled?: boolean | undefined
}

/** The open menu: a native popover (light dismiss, top layer) with role menu. */
const MenuList: Component<{ label: string; items: readonly MenuItem[]; anchor: DOMRect; onClosed(): void }> = (props) => {
  let menu: HTMLDivElement | undefined
  let typed = ''
  let typedAt = 0
  const buttons = () => [...(menu?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(:disabled)') ?? [])]
  const before = document.activeElement
  onMount(() => {
    if (!menu) return
    showBeside(menu, props.anchor)
    buttons()[0]?.focus()
  })
  const restore = () => {
    if (
      before instanceof HTMLElement &&
      (!document.activeElement || document.activeElement === document.body || menu?.contains(document.activeElement))
    )
      before.focus()
  }
  const keyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const last = all.length - 1
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key]
    if (to !== undefined) all[to]?.focus()
    else if (event.key === 'Tab' || event.key === 'Escape') menu?.hidePopover()
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      typed = event.timeStamp - typedAt > 600 ? event.key : typed + event.key
      typedAt = event.timeStamp
      const order = [...all.slice(at + (typed.length > 1 ? 0 : 1)), ...all]
      order.find((button) => button.textContent?.trim().toLowerCase().startsWith(typed.toLowerCase()))?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={(element) => (menu = element)}
      popover="auto"
      role="menu"
      class="menu"
      aria-label={props.label}
      onKeyDown={keyDown}
      on:beforetoggle={(event: ToggleEvent) => {
        if (event.newState === 'closed') restore()
      }}
      on:toggle={(event: ToggleEvent) => {
        if (event.newState === 'closed') props.onClosed()
      }}
    >
      <For each={props.items}>
        {(item) =>
          item === 'separator' ? (
            <div role="separator" class="menu-line" />
          ) : (
            <button
              type="button"
              role="menuitem"
              class="menu-item"
              classList={{ 'menu-danger': item.danger ?? false, 'menu-detailed': item.detail !== undefined }}
              aria-label={item.detail === undefined ? undefined : item.label}
              aria-description={item.detail}
              tabindex="-1"
              disabled={item.disabled}
              onPointerEnter={(event) => event.currentTarget.focus()}
              onClick={() => {
                menu?.hidePopover()
                item.onSelect()
              }}
            >
              <span class="menu-icon">
                <Show when={item.icon}>{(icon) => <Dynamic component={icon()} aria-hidden="true" />}</Show>
              </span>
              <span>
                {item.label}
                <Show when={item.detail}>{(detail) => <small class="menu-detail">{detail()}</small>}</Show>
              </span>
              <Show when={item.keys}>
                {(keys) => (
                  <span class="menu-keys" aria-hidden="true">
                    <Kbd keys={keys()} />
                  </span>
                )}
              </Show>
            </button>
          )
        }
      </For>
    </div>
  )
}

/** A button that opens a menu. */
export const Menu: Component<MenuProps> = (props) => {
  const [anchor, setAnchor] = createSignal<DOMRect>()
  const toggle = (event: Event & { currentTarget: HTMLElement }) =>
    setAnchor(anchor() ? undefined : event.currentTarget.getBoundingClientRect())
  return (
    <>
      <button
        type="button"
        class={props.class ?? (props.trigger === undefined ? 'icon-button' : 'button button-ghost')}
        aria-haspopup="menu"
        aria-expanded={anchor() !== undefined}
        aria-label={props.label}
        title={props.trigger === undefined ? props.label : undefined}
        disabled={props.disabled}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          toggle(event)
        }}
      >
        {props.trigger ?? <Ellipsis aria-hidden="true" />}
      </button>
      <Show when={anchor()}>
        {(rectangle) => (
          <MenuList label={props.label} items={props.items} anchor={rectangle()} onClosed={() => setAnchor(undefined)} />
        )}
      </Show>
    </>
  )
}

/**
 * Opens a menu at the pointer, or at the focused element when it was asked for by the keyboard (Shift+F10, the menu key).
 * Call it from `contextmenu` or `keydown`; the browser's own menu is held back.
 */
export function openContextMenu(
  event: MouseEvent | KeyboardEvent,
  items: readonly MenuItem[],
  label: string = texts.contextMenu,
): void {
  event.preventDefault()
  event.stopPropagation()
  const byPointer = event instanceof MouseEvent && event.button === 2
  const target = event.target instanceof Element ? event.target : document.body
  const box = target.getBoundingClientRect()
  const anchor =
    byPointer || (event instanceof MouseEvent && event.clientX > 0)
      ? new DOMRect((event as MouseEvent).clientX, (event as MouseEvent).clientY, 0, 0)
      : new DOMRect(box.left + 24, box.top, 0, box.height)
  const host = document.createElement('div')
  ;(target.closest('dialog') ?? document.body).append(host)
  const dispose = render(
    () => (
      <MenuList
        label={label}
        items={items}
        anchor={anchor}
        onClosed={() => {
          dispose()
          host.remove()
        }}
      />
    ),
    host,
  )
}
