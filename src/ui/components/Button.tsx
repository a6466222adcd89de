import { Show, splitProps, type Component, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { Icon } from './icon.ts'
import './Button.css'

/** See {@link Button}. */
export interface ButtonProps extends JSX.ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: Icon | undefined
  kind?: 'plain' | 'primary' | 'ghost' | 'danger' | undefined
  small?: boolean | undefined
  /** What it started goes on: clicks do nothing, and it keeps the focus, which `disabled` would drop. */
  busy?: boolean | undefined
  /** Its keys, shown small beside the text; not part of the accessible name. */
  keys?: string | undefined
}

/** A button with a text; other attributes go to the element. */
export const Button: Component<ButtonProps> = (props) => {
  const [own, rest] = splitProps(props, ['icon', 'kind', 'small', 'busy', 'keys', 'children', 'class', 'onClick'])
  const click: JSX.EventHandler<HTMLButtonElement, MouseEvent> = (event) => {
    const { onClick } = own
    if (own.busy) event.preventDefault()
    else if (typeof onClick === 'function') onClick(event)
    else onClick?.[0](onClick[1], event)
  }
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={own.busy ? 'true' : undefined}
      onClick={click}
      class={`button${own.class ? ` ${own.class}` : ''}`}
      classList={{
        'button-primary': own.kind === 'primary',
        'button-ghost': own.kind === 'ghost',
        'button-danger': own.kind === 'danger',
        'button-small': own.small ?? false,
      }}
    >
      <Show when={own.icon}>{(icon) => <Dynamic component={icon()} aria-hidden="true" />}</Show>
      {own.children}
      <Show when={own.keys}>
        <small class="button-keys" aria-hidden="true">
          {own.keys}
        </small>
      </Show>
    </button>
  )
}
