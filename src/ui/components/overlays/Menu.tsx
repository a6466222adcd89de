import { createSignal, lazy, Show, Suspense, type Component, type JSX } from 'solid-js'
import { render } from 'solid-js/web'
import Ellipsis from 'lucide-solid/icons/ellipsis'
import { componentTexts as texts } from '../texts.ts'
import type { MenuItems } from './menu-item.ts'
import './Menu.css'

/** See {@link Menu}. */
export interface MenuProps {
  /** Name of the button and of the menu. */
  label: string
  /** What the button shows; an ellipsis unless given. */
  trigger?: JSX.Element
  items: MenuItems
  /** Class of the button. */
  class?: string | undefined
  disabled?: boolean | undefined
}

/** The open menu: fetched once someone uses the page. */
const MenuList = lazy(async () => ({ default: (await import('./MenuList.tsx')).MenuList }))

/** Fetches what open menus are made of, so that the first one comes up at once. */
export const loadMenus = (): Promise<unknown> => MenuList.preload()

/** A button that opens a menu. */
export const Menu: Component<MenuProps> = (props) => {
  // To ask for the value would recreate its elements each time.
  const isPlain = !('trigger' in props)
  const [anchor, setAnchor] = createSignal<DOMRect>()
  const toggle = (event: Event & { currentTarget: HTMLElement }) =>
    setAnchor(anchor() ? undefined : event.currentTarget.getBoundingClientRect())
  return (
    <>
      <button
        type="button"
        class={props.class ?? (isPlain ? 'icon-button' : 'button button-ghost')}
        aria-haspopup="menu"
        aria-expanded={anchor() !== undefined}
        aria-label={props.label}
        title={isPlain ? props.label : undefined}
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
          <Suspense>
            <MenuList label={props.label} items={props.items} anchor={rectangle()} onClosed={() => setAnchor(undefined)} />
          </Suspense>
        )}
      </Show>
    </>
  )
}

/**
 * Opens a menu at the pointer, or at the focused element when it was requested by the keyboard (Shift+F10, the menu key). Call
 * it from `contextmenu` or `keydown`; the browser's own menu is held back.
 */
export function openContextMenu(event: MouseEvent | KeyboardEvent, items: MenuItems, label: string = texts.contextMenu): void {
  event.preventDefault()
  event.stopPropagation()
  const byPointer = event instanceof MouseEvent && event.button === 2
  const target = event.target instanceof Element ? event.target : document.body
  const box = target.getBoundingClientRect()
  const anchor =
    byPointer || (event instanceof MouseEvent && event.clientX > 0)
      ? new DOMRect((event as MouseEvent).clientX, (event as MouseEvent).clientY, 0, 0)
      : new DOMRect(box.left + 24, box.top, 0, box.height)
  openMenu(target, anchor, items, label)
}

/** Opens a menu beside a place of the window; `target` is what it is about. */
export function openMenu(target: Element, anchor: DOMRect, items: MenuItems, label: string): void {
  const host = document.createElement('div')
  ;(target.closest('dialog') ?? document.body).append(host)
  const dispose = render(
    () => (
      <Suspense>
        <MenuList
          label={label}
          items={items}
          anchor={anchor}
          onClosed={() => {
            dispose()
            host.remove()
          }}
        />
      </Suspense>
    ),
    host,
  )
}
