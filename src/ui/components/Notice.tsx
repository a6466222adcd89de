import { Show, type Component, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import CircleAlert from 'lucide-solid/icons/circle-alert'
import Info from 'lucide-solid/icons/info'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import X from 'lucide-solid/icons/x'
import { IconButton } from './IconButton.tsx'
import { componentTexts as texts } from './texts.ts'
import './Notice.css'

/** What a notice weighs. */
export type NoticeKind = 'info' | 'warning' | 'error'

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert }

/** See {@link Notice}. */
export interface NoticeProps {
  kind: NoticeKind
  children: JSX.Element
  action?: JSX.Element
  onClose?: (() => void) | undefined
  /** Announced when it appears; only for what appears after something was done. */
  live?: boolean | undefined
}

/** A sentence about the place where it is. */
export const Notice: Component<NoticeProps> = (props) => (
  <div class={`notice notice-${props.kind}`} role={props.live ? (props.kind === 'error' ? 'alert' : 'status') : undefined}>
    <Dynamic component={icons[props.kind]} aria-hidden="true" />
    <div class="notice-text">{props.children}</div>
    <Show when={props.action}>
      <div class="notice-action">{props.action}</div>
    </Show>
    <Show when={props.onClose}>
      <IconButton label={texts.dismiss} icon={X} onClick={() => props.onClose?.()} />
    </Show>
  </div>
)
