import { For, Show, type Component } from 'solid-js'
import type { RowsPage } from '#workers/run/preview-rows.ts'
import { DataGrid } from '../../components/grid/DataGrid.tsx'
import { Notice } from '../../components/Notice.tsx'
import { dataTexts } from './texts.ts'

/** Problems of rows that are listed. */
const mostProblems = 20

/** The first rows of a source, and what is wrong with them. */
export const RowsPreview: Component<{ page: RowsPage | undefined; note?: string | undefined; height?: string }> = (props) => {
  const t = dataTexts.preview
  const problems = (page: RowsPage) =>
    page.rows
      .flatMap(({ line, number, problem }) => (problem === undefined ? [] : [t.bad(line, number, problem)]))
      .slice(0, mostProblems)
  return (
    <Show when={props.page} fallback={<p class="overview-hint">{t.loading}</p>}>
      {(page) => (
        <>
          <Show when={page().problem}>{(text) => <Notice kind="error">{text()}</Notice>}</Show>
          <Show when={page().warnings.length + problems(page()).length > 0}>
            <Notice kind="warning">
              <ul class="data-warnings" aria-label={t.warnings}>
                <For each={[...page().warnings, ...problems(page())]}>{(text) => <li>{text}</li>}</For>
              </ul>
            </Notice>
          </Show>
          <Show
            when={page().columns.length > 0}
            fallback={
              <Show when={page().problem === undefined}>
                <p class="overview-hint">{t.all(0)}</p>
              </Show>
            }
          >
            <DataGrid
              label={dataTexts.grid}
              columns={page().columns}
              count={page().rows.length}
              cell={(row, column) => page().rows[row]?.cells[column] ?? ''}
              rowName={(row) => String(page().rows[row]?.number ?? '')}
              problem={(row) => page().rows[row]?.problem}
              readOnly
              height={props.height ?? '320px'}
            />
            <p class="overview-hint">
              {page().more ? t.first(page().rows.length) : t.all(page().rows.length)} {props.note}
            </p>
          </Show>
        </>
      )}
    </Show>
  )
}
