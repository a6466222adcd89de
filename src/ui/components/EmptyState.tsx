import { Show, type Component, type JSX } from 'solid-js'
import './EmptyState.css'

/** Nothing here yet: what this place is for and what to do next. */
export const EmptyState: Component<{ title: string; text: JSX.Element; action?: JSX.Element }> = (props) => (
  <div class="empty-state">
    <p class="empty-state-title">{props.title}</p>
    <p>{props.text}</p>
    <Show when={props.action}>
      <div class="empty-state-action">{props.action}</div>
    </Show>
  </div>
)
