import { createMemo, createSignal, Show, type Component } from 'solid-js'
import { placeKey } from '#engine/runner/execute/place.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { VirtualList } from '../components/lists/VirtualList.tsx'
import { formatCount } from './format.ts'
import { MaskedText } from './log/MaskedText.tsx'
import { useRun } from './run-context.ts'
import type { VariableRecord } from './session/run-session-type.ts'
import { messageTexts } from './results/message-texts.ts'
import './results/lists.css'

/** Variables that the run has set, with scope and step; values of secrets and tokens masked. */
export const VariablesView: Component = () => {
  const { details, session } = useRun()
  const [filter, setFilter] = createSignal('')
  const all = createMemo(() => details.variables(), undefined, { equals: false })
  const shown = createMemo(
    () => {
      const needle = filter().trim().toLowerCase()
      if (needle === '') return all()
      return all().filter((entry) => entry.name.toLowerCase().includes(needle) || entry.value.toLowerCase().includes(needle))
    },
    undefined,
    { equals: false },
  )
  const stepName = (entry: VariableRecord) => details.stepAt(entry)?.name ?? entry.step
  const isSelected = (entry: VariableRecord) => {
    const place = session.selected()
    return place !== undefined && placeKey(place) === placeKey(entry)
  }
  const choose = (entry: VariableRecord) => session.select({ case: entry.case, step: entry.step, rows: entry.rows })

  return (
    <Show
      when={all().length > 0}
      fallback={
        <div class="run-list">
          <EmptyState title={messageTexts.variables.none.title} text={messageTexts.variables.none.text} />
        </div>
      }
    >
      <div class="run-list">
        <div class="run-list-bar">
          <input
            type="search"
            class="run-filter"
            aria-label={messageTexts.variables.filter}
            placeholder={messageTexts.variables.filter}
            value={filter()}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
          <span class="run-list-count">{messageTexts.variables.count(formatCount(shown().length))}</span>
        </div>
        <div class="variables-head" aria-hidden="true">
          <span>{messageTexts.variables.name}</span>
          <span>{messageTexts.variables.value}</span>
          <span>{messageTexts.variables.scope}</span>
          <span>{messageTexts.variables.step}</span>
        </div>
        <Show when={shown().length > 0} fallback={<p class="run-list-note">{messageTexts.variables.noMatch}</p>}>
          <VirtualList
            class="variables"
            label={messageTexts.variables.label}
            count={shown().length}
            rowHeight={28}
            follow={session.running()}
            render={(index) => (
              <Show when={shown()[index]}>
                {(entry) => (
                  <div class="variable" classList={{ 'variable-selected': isSelected(entry()) }}>
                    <code class="variable-name" title={entry().name}>
                      {entry().name}
                    </code>
                    <code class="variable-value" title={entry().value}>
                      <MaskedText text={entry().value} />
                    </code>
                    <span class="variable-scope">{entry().scope}</span>
                    <button type="button" class="variable-step" onClick={() => choose(entry())}>
                      {stepName(entry())}
                    </button>
                  </div>
                )}
              </Show>
            )}
          />
        </Show>
      </div>
    </Show>
  )
}
