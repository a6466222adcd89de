import { For, type Component } from 'solid-js'
import type { TableInfo } from '#engine/steps/sql/tables.ts'
import { connectionTexts } from './connection-texts.ts'

/** A table with its columns, which are shown when it is opened. */
export const TableList: Component<{ table: TableInfo }> = (props) => {
  const t = connectionTexts
  return (
    <details class="connections-table">
      <summary>
        <code>{props.table.name}</code>
        <small>
          {props.table.kind === 'view' ? `${t.view}, ` : ''}
          {t.columns(props.table.columns.length)}
        </small>
      </summary>
      <ul class="connections-columns" aria-label={`${t.query} ${props.table.name}`}>
        <For each={props.table.columns}>
          {(column) => (
            <li class="connections-column">
              <code>{column.name}</code>
              <small>{column.type.toLowerCase()}</small>
              <small>{[column.key ? t.key : '', column.required ? t.required : ''].filter(Boolean).join(', ')}</small>
            </li>
          )}
        </For>
      </ul>
    </details>
  )
}
