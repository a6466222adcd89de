import { createSignal, Show, type Component } from 'solid-js'
import Pencil from 'lucide-solid/icons/pencil'
import Plus from 'lucide-solid/icons/plus'
import Trash from 'lucide-solid/icons/trash'
import { textOf } from '#engine/base/errors.ts'
import { addColumn, oddityOf, pasteInto, readPasted, removeColumn, removeRows, setCells } from '#engine/data/table-edits.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import { Button } from '../../components/Button.tsx'
import { DataGrid } from '../../components/grid/DataGrid.tsx'
import type { GridCell, GridRange } from '../../components/grid/grid-keys.ts'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { SourceEditorProps } from './edit-source.ts'
import { drivenTexts } from './data-driven-texts.ts'
import { dataTexts } from './texts.ts'

/** A table, edited in a grid. */
const TableEditor: Component<SourceEditorProps<'table'>> = (props) => {
  const t = dataTexts.table
  const [chosen, setChosen] = createSignal<GridRange>()
  /** The column that is being renamed. */
  const [renamed, setRenamed] = createSignal<number>()
  const rows = () => props.source.rows
  const chosenRows = () => {
    const range = chosen()
    if (!range || range.from.row >= rows().length) return undefined
    return { from: range.from.row, to: Math.min(range.to.row, rows().length - 1) }
  }
  const paste = async (at: GridCell, text: string) => {
    try {
      const pasted = await readPasted(text)
      props.edit(dataTexts.edits.paste, (table) => pasteInto(table, at, pasted))
      if (pasted.loneQuote !== undefined) showToast(drivenTexts.odd(oddityOf(pasted) ?? ''), 'warning')
    } catch (thrown) {
      showToast(textOf(thrown), 'error')
    }
  }
  return (
    <>
      <Show when={props.source.design !== undefined}>
        <p class="overview-hint">{t.ofDesign}</p>
      </Show>
      <div class="data-bar">
        <Button
          small
          icon={Plus}
          disabled={props.readOnly || props.source.columns.length === 0}
          onClick={() =>
            props.edit(dataTexts.edits.addRow, (table) => setCells(table, { row: rows().length, column: 0 }, [['']]))
          }
        >
          {t.addRow}
        </Button>
        <Button small icon={Plus} disabled={props.readOnly} onClick={() => props.edit(dataTexts.edits.addColumn, addColumn)}>
          {t.addColumn}
        </Button>
        <Button
          small
          icon={Trash}
          disabled={props.readOnly || !chosenRows()}
          onClick={() => {
            const range = chosenRows()
            if (range) props.edit(dataTexts.edits.removeRows, (table) => removeRows(table, range.from, range.to))
          }}
        >
          {t.removeRows((chosenRows()?.to ?? 0) - (chosenRows()?.from ?? 0) + 1)}
        </Button>
        <span class="overview-note">{t.size(rows().length, props.source.columns.length)}</span>
      </div>
      <Show when={renamed() !== undefined && props.source.columns[renamed() ?? 0] !== undefined}>
        <TextField
          label={t.columnName(props.source.columns[renamed() ?? 0] ?? '')}
          short
          code
          variables={false}
          value={props.source.columns[renamed() ?? 0] ?? ''}
          readOnly={props.readOnly}
          onInput={(name) =>
            props.edit(
              dataTexts.edits.renameColumn,
              (table) => void (table.columns[renamed() ?? 0] = name),
              `column/${renamed()}`,
            )
          }
          onBlur={() => setRenamed(undefined)}
          onKeyDown={(event) => event.key === 'Enter' && setRenamed(undefined)}
        />
      </Show>
      <DataGrid
        label={dataTexts.grid}
        columns={props.source.columns}
        count={rows().length}
        cell={(row, column) => {
          const value = rows()[row]?.[column]
          return value === undefined ? '' : textOfValue(value)
        }}
        readOnly={props.readOnly}
        onCells={(from, cells) => props.edit(dataTexts.edits.cells, (table) => setCells(table, from, cells))}
        onPaste={(at, text) => void paste(at, text)}
        onChoose={setChosen}
        columnItems={(column) => [
          { label: t.rename, icon: Pencil, onSelect: () => setRenamed(column) },
          {
            label: t.removeColumn,
            icon: Trash,
            danger: true,
            onSelect: () => props.edit(dataTexts.edits.removeColumn, (table) => removeColumn(table, column)),
          },
        ]}
      />
      <p class="overview-hint">{t.hint}</p>
    </>
  )
}

export default TableEditor
