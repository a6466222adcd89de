import { createResource, For, Show, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { SqlRecord } from '#engine/ports/sql/sql-record.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { RowsGrid } from '../../components/grid/RowsGrid.tsx'
import { MaskedText } from '../log/MaskedText.tsx'
import { useRun } from '../run-context.ts'
import { messageTexts } from '../results/message-texts.ts'
import { readRows, shownCell } from './read-rows.ts'
import './query-view.css'

/** See {@link QueryView}. */
export interface QueryViewProps {
  query: SqlRecord
  run: string
  /** Which answer it is, if the selected step only looked at it. */
  borrowed: string | undefined
}

/** What a database was asked, and its rows as a grid. */
export const QueryView: Component<QueryViewProps> = (props) => {
  const { details } = useRun()
  const t = messageTexts.query
  const [rows] = createResource(
    () => ({ query: props.query, run: props.run }),
    ({ query, run }) => readRows(query, (id) => details.body(run, id)),
  )
  const answer = () => {
    const { columns, changes, error, rows: count } = props.query
    if (error) return t.refused
    return columns.length > 0 ? t.rows(count) : t.changed(changes)
  }
  return (
    <div class="query-view">
      <div class="query-view-status">
        <strong classList={{ 'query-view-bad': props.query.error !== undefined }}>{answer()}</strong>
        <span>{describeDuration(props.query.duration)}</span>
        <span>{props.query.connection.name}</span>
        <Show when={props.borrowed}>{(text) => <span>{text()}</span>}</Show>
      </div>
      <details class="query-view-asked" open={props.query.error !== undefined || props.query.columns.length === 0}>
        <summary>{t.query}</summary>
        <pre>
          <MaskedText text={props.query.text} />
        </pre>
        <Show when={props.query.parameters.length > 0}>
          <dl aria-label={t.parameters}>
            <For each={props.query.parameters}>
              {({ name, value }) => (
                <div>
                  <dt>:{name}</dt>
                  <dd>
                    <MaskedText text={value} />
                  </dd>
                </div>
              )}
            </For>
          </dl>
        </Show>
      </details>
      <Show when={props.query.error}>
        {(error) => (
          <div class="query-view-notice">
            <Notice kind="error">
              <MaskedText text={[error().message, error().hint].filter(Boolean).join(' ')} />
            </Notice>
          </div>
        )}
      </Show>
      <Show when={props.query.cut}>
        {(cut) => (
          <div class="query-view-notice">
            <Notice kind="warning">{t.cut[cut()]}</Notice>
          </div>
        )}
      </Show>
      <Show when={props.query.columns.length > 0}>
        <Show
          when={rows()}
          fallback={
            <Show when={!rows.loading}>
              <div class="query-view-notice">
                <Notice kind="warning">{messageTexts.response.dropped}</Notice>
              </div>
            </Show>
          }
        >
          {(found) => (
            <Show when={found().rows.length > 0} fallback={<EmptyState title={t.noRows.title} text={t.noRows.text} />}>
              <RowsGrid
                label={t.grid}
                columns={found().columns}
                count={found().rows.length}
                row={(index) => (found().rows[index] ?? []).map(shownCell)}
              />
            </Show>
          )}
        </Show>
      </Show>
    </div>
  )
}
