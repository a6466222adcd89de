import { splitProps, type Component, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { Icon } from './icon.ts'
import './IconButton.css'

/** See {@link IconButton}. */
export interface IconButtonProps extends JSX.ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name, and the tooltip. */
  label: string
  icon: Icon
  /** Makes it a toggle. */
  pressed?: boolean | undefined
  kind?: 'plain' | 'danger' | undefined
}

/** A button that shows an icon only. */
export const IconButton: Component<IconButtonProps> = (props) => {
  const [own, rest] = splitProps(props, ['label', 'icon', 'pressed', 'kind', 'class'])
  return (
    <button
      type="button"
      title={own.label}
      {...rest}
      aria-label={own.label}
      aria-pressed={own.pressed}
      class={`icon-button${own.class ? ` ${own.class}` : ''}`}
      classList={{ 'icon-button-danger': own.kind === 'danger' }}
    >
      <Dynamic component={own.icon} aria-hidden="true" />
    </button>
  )
}
