import { Show, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import Ban from 'lucide-solid/icons/ban'
import Check from 'lucide-solid/icons/check'
import CircleDashed from 'lucide-solid/icons/circle-dashed'
import LoaderCircle from 'lucide-solid/icons/loader-circle'
import Minus from 'lucide-solid/icons/minus'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import X from 'lucide-solid/icons/x'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import { componentTexts as texts } from './texts.ts'
import './OutcomeBadge.css'

const icons = { passed: Check, failed: X, broken: TriangleAlert, skipped: Minus, cancelled: Ban, running: LoaderCircle }

/** See {@link OutcomeBadge}. */
export interface OutcomeBadgeProps {
  outcome?: OutcomeName | undefined
  running?: boolean | undefined
  /** It passed although nothing checks that a request was refused: no green tick. */
  unchecked?: boolean | undefined
  /** Instead of the word: a duration, a count. The word then goes to screen readers. */
  text?: string | undefined
  /** Only the icon is seen. */
  iconOnly?: boolean | undefined
}

/** How something ended: icon and word, never colour alone. */
export const OutcomeBadge: Component<OutcomeBadgeProps> = (props) => {
  const state = (): keyof typeof icons | undefined => (props.running ? 'running' : props.outcome)
  const isUnchecked = () => props.unchecked === true && state() === 'passed'
  return (
    <span class={`outcome outcome-${isUnchecked() ? 'unchecked' : (state() ?? 'none')}`}>
      <Show when={state()}>
        {(name) => <Dynamic component={isUnchecked() ? CircleDashed : icons[name()]} aria-hidden="true" />}
      </Show>
      <Show
        when={props.text !== undefined}
        fallback={<span class={props.iconOnly ? 'visually-hidden' : ''}>{texts.outcome[state() ?? 'none']}</span>}
      >
        <span class="visually-hidden">{texts.outcome[state() ?? 'none']} </span>
        {props.text}
      </Show>
    </span>
  )
}
