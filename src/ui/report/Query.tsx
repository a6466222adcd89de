import { createMemo, For, Show, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { Query as QueryRecord } from '#engine/reporters/html/details.ts'
import { MaskedLabel } from '../run/log/MaskedText.tsx'
import { NamedValues } from './NamedValues.tsx'
import { reportPageTexts as texts } from './texts.ts'

/** Rows of an answer that are drawn. */
const mostRows = 500

/** See {@link Query}. */
export interface QueryProps {
  query: QueryRecord
  /** Its rows as JSON: `{ "columns": […], "rows": [[…], …] }`. */
  rows: string | undefined
  note: string | undefined
}

/** What was asked of a database, what was bound, and the rows that came. */
export const Query: Component<QueryProps> = (props) => {
  const rows = createMemo(() => rowsOf(props.rows))
  const facts = () =>
    [
      props.query.connection.name,
      props.query.connection.driver,
      describeDuration(props.query.duration),
      props.query.changes > 0 ? texts.changed(props.query.changes) : '',
      props.query.columns.length > 0 ? texts.rowsOf(Math.min(rows()?.length ?? 0, mostRows), props.query.rows) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <div class="report-query">
      <pre class="message-text" tabindex="0" role="group" aria-label={texts.queries}>
        <MaskedLabel text={props.query.text} />
      </pre>
      <p class="report-hint">{facts()}</p>
      <Show when={props.query.parameters.length > 0}>
        <NamedValues pairs={props.query.parameters.map(({ name, value }) => [name, value])} />
      </Show>
      <Show when={rows()?.length ? rows() : undefined}>
        {(all) => (
          <div class="report-rows" tabindex="0" role="group" aria-label={texts.rowCount(all().length)}>
            <table>
              <thead>
                <tr>
                  <For each={props.query.columns}>{(column) => <th>{column}</th>}</For>
                </tr>
              </thead>
              <tbody>
                <For each={all().slice(0, mostRows)}>
                  {(row) => (
                    <tr>
                      <For each={row}>
                        {(cell) => (
                          <td>
                            <MaskedLabel text={typeof cell === 'string' ? cell : JSON.stringify(cell)} />
                          </td>
                        )}
                      </For>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </div>
        )}
      </Show>
      <Show when={props.note}>
        <p class="report-hint">{props.note}</p>
      </Show>
      <Show when={props.query.cut}>
        <p class="report-hint">{texts.queryCut}</p>
      </Show>
    </div>
  )
}

/** The rows of an answer; undefined if its text was cut, or is not there. */
function rowsOf(json: string | undefined): unknown[][] | undefined {
  if (json === undefined) return undefined
  try {
    return (JSON.parse(json) as { rows: unknown[][] }).rows
  } catch {
    return undefined
  }
}
