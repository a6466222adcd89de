import { capital } from '#engine/base/capital.ts'
import { For, Index, Show, type Accessor, type JSX } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { focusRow } from '../../components/layout/focus-row.ts'
import { useEditorContext } from '../editor-context.ts'
import { moveItem } from './move-item.ts'
import { stepEditorTexts as texts } from '../texts.ts'
import './rows.css'

/** Where a row is in its list, and what its actions do to that. */
export interface RowPlace extends RowEdits {
  /** What a row is, in texts: `check`. */
  what: string
  /** Counts from 0. */
  index: number
  count: number
  readOnly: boolean
}

interface RowEdits {
  onMove(to: number): void
  onDuplicate(): void
  onRemove(): void
}

/** The actions of the row at `index`; each is one undoable edit of the list. `what` a row is: `check`. */
const rowEdits = <Row extends object>(what: string, index: number, edit: StepRowsProps<Row>['onEdit']): RowEdits => ({
  onMove: (to) => edit(texts.rows.move(what), (rows) => moveItem(rows, index, to)),
  onDuplicate: () =>
    edit(texts.rows.duplicate(what), (rows) => {
      const copy = rows[index]
      if (copy) rows.splice(index + 1, 0, { ...copy })
    }),
  onRemove: () => edit(texts.rows.remove(what), (rows) => void rows.splice(index, 1)),
})

/** See {@link StepRows}. */
export interface StepRowsProps<Row extends object> {
  /** What a row is, in texts: `check`. */
  what: string
  rows: readonly Row[]
  readOnly: boolean
  /** Said while there are no rows. */
  empty: { title: string; text: string }
  /** Heads the columns of the rows, if they are in some. */
  columns?: Readonly<Record<string, string>> | undefined
  onAdd(): void
  onEdit(label: string, recipe: (rows: Row[]) => void): void
  children(row: Accessor<Row>, place: RowPlace): JSX.Element
}

/** The first field of a row. */
const source = '.check-fields > .select:first-child > select'

/** The rows of a step, such as its checks, with the button that adds one. */
export const StepRows = <Row extends object>(props: StepRowsProps<Row>): JSX.Element => {
  const { offerUndo } = useEditorContext()
  let list: HTMLDivElement | undefined
  const placeOf = (index: number): RowPlace => {
    const all = rowEdits<Row>(props.what, index, (label, recipe) => props.onEdit(label, recipe))
    return {
      ...all,
      index,
      get what() {
        return props.what
      },
      get count() {
        return props.rows.length
      },
      get readOnly() {
        return props.readOnly
      },
      onMove: (to) => {
        all.onMove(to)
        focusRow(list, source, to)
      },
      onRemove: () => {
        all.onRemove()
        offerUndo(capital(texts.row(props.what, index + 1)), texts.rows.remove(props.what))
        focusRow(list?.parentElement, '.check [aria-haspopup=menu]', index)
      },
    }
  }
  const add = () => {
    props.onAdd()
    focusRow(list, source, props.rows.length - 1)
  }
  return (
    <>
      <Show when={props.rows.length === 0}>
        <EmptyState title={props.empty.title} text={props.empty.text} />
      </Show>
      <Show when={props.rows.length > 0 && props.columns}>
        {(columns) => (
          <div class="check-columns" aria-hidden="true">
            <For each={Object.entries(columns())}>{([name, title]) => <span class={`check-column-${name}`}>{title}</span>}</For>
          </div>
        )}
      </Show>
      <div class="checks" ref={(element) => (list = element)}>
        <Index each={props.rows}>{(row, index) => props.children(row, placeOf(index))}</Index>
      </div>
      <div>
        <Button class="step-rows-add" icon={Plus} disabled={props.readOnly} onClick={add}>
          {texts.add(props.what)}
        </Button>
      </div>
    </>
  )
}
