import { createResource, For, onMount, Show, untrack, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { showBeside } from './floating.ts'
import { Kbd } from '../Kbd.tsx'
import type { MenuItem, MenuItems } from './menu-item.ts'

/** See {@link MenuList}. */
export interface MenuListProps {
  label: string
  items: MenuItems
  anchor: DOMRect
  onClosed(): void
}

/** The open menu: a native popover (light dismiss, top layer) with role menu. It comes up with its entries, not before. */
export const MenuList: Component<MenuListProps> = (props) => {
  const [fetched] = createResource(
    () => (typeof props.items === 'function' ? props.items : false),
    (fetch) => fetch(),
  )
  const items = () => (typeof props.items === 'function' ? fetched() : props.items)
  return <Show when={items()}>{(shown) => <ShownMenu {...props} items={shown()} />}</Show>
}

const ShownMenu: Component<MenuListProps & { items: readonly MenuItem[] }> = (props) => {
  let menu: HTMLDivElement | undefined
  let typed = ''
  let typedAt = 0
  const buttons = () => [...(menu?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(:disabled)') ?? [])]
  const before = document.activeElement
  // As they are when it opens: an entry that was made again would take the focus with it, or the click that has started.
  const items = untrack(() => props.items)
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
      <For each={items}>
        {(item) =>
          item === 'separator' ? (
            <div role="separator" class="menu-line" />
          ) : (
            <button
              type="button"
              role="menuitem"
              class="menu-item"
              classList={{ 'menu-danger': item.danger ?? false, 'menu-detailed': item.detail !== undefined }}
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
                <Show when={item.detail}>
                  {(detail) => (
                    <small class="menu-detail" aria-hidden="true">
                      {detail()}
                    </small>
                  )}
                </Show>
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
