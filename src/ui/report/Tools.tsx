import { createEffect, createSignal, on, onCleanup, Show, type Component } from 'solid-js'
import Search from 'lucide-solid/icons/search'
import { RadioBar } from '../components/fields/RadioBar.tsx'
import { Switch } from '../components/fields/Switch.tsx'
import type { Filter } from './filter.ts'
import { reportPageTexts as texts } from './texts.ts'

/** See {@link Tools}. */
export interface ToolsProps {
  show: Filter['show']
  onShow(show: Filter['show']): void
  query: string
  onQuery(query: string): void
  failedFirst: boolean
  onFailedFirst(first: boolean): void
  /** How many steps are shown; undefined if all are. */
  found: number | undefined
}

/** Milliseconds without a key until a text is searched for. */
const pause = 200

/** Search, filter and order of the results. */
export const Tools: Component<ToolsProps> = (props) => {
  const [typed, setTyped] = createSignal('')
  createEffect(
    on(typed, (text) => {
      const timer = setTimeout(() => props.onQuery(text.trim()), text === '' ? 0 : pause)
      onCleanup(() => clearTimeout(timer))
    }),
  )
  return (
    <div class="report-bar">
      <label class="report-search">
        <Search aria-hidden="true" />
        <input
          type="search"
          value={typed()}
          placeholder={texts.search}
          aria-label={texts.search}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <RadioBar
        label={texts.filter}
        value={props.show}
        options={(['all', 'bad', 'skipped'] as const).map((value) => ({ value, label: texts.filters[value] }))}
        onChange={(value) => props.onShow(value as Filter['show'])}
        small
      />
      <Switch label={texts.failedFirst} checked={props.failedFirst} onChange={(first) => props.onFailedFirst(first)} inline />
      <p class="report-found" role="status">
        <Show when={props.found !== undefined}>{texts.found(props.found ?? 0, props.query)}</Show>
      </p>
    </div>
  )
}
