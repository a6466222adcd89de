import { Index, Show, type JSX } from 'solid-js'
import GripVertical from 'lucide-solid/icons/grip-vertical'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import { Button } from '../components/Button.tsx'
import { focusRow } from '../components/focus-row.ts'
import { IconButton } from '../components/IconButton.tsx'
import { TextField } from '../components/TextField.tsx'
import { useEditorContext } from './editor-context.ts'
import { moveItem } from './move-item.ts'
import { texts } from './texts.ts'
import './PairsTable.css'

/** A row: name, value, and whether it is switched off. */
export interface Pair {
  name: string
  /** A text, where no other field is there for it. */
  value: unknown
  disabled?: boolean | undefined
}

/** See {@link PairsTable}. */
export interface PairsTableProps<P extends Pair> {
  /** What one row is, for names and buttons: `Header`. */
  what: string
  pairs: readonly P[]
  /** One change; `merge` groups typing. */
  onEdit(label: string, recipe: (pairs: P[]) => void, merge?: string): void
  create(): P
  readOnly: boolean
  /** Rows have a check box that switches them off. */
  switchable?: boolean
  /** Names can't hold `${…}`. */
  plainNames?: boolean
  /** What is usual, offered while it is typed: names, and values by name. */
  usual?: { names: readonly string[]; values(name: string): readonly string[] | undefined }
  /** Something after the value of a row. */
  extra?: (pair: () => P, index: number) => JSX.Element
  /** Replaces the value field of a row. */
  value?: (pair: () => P, index: number) => JSX.Element
}

/** A list of name=value rows: in order, names may repeat, rows move with Alt+Up and Alt+Down. */
export const PairsTable = <P extends Pair>(props: PairsTableProps<P>): JSX.Element => {
  const { offerUndo } = useEditorContext()
  let table: HTMLDivElement | undefined
  const low = () => (/^[A-Z][a-z]/.test(props.what) ? props.what.toLowerCase() : props.what)
  const change = (index: number, key: 'name' | 'value', value: string) =>
    props.onEdit(
      texts.change(low()),
      (pairs) => {
        const pair = pairs[index]
        if (pair) pair[key] = value
      },
      `${low()}.${index}.${key}`,
    )
  const focus = (index: number) => focusRow(table, '.pairs-name input', index)
  const add = () => {
    props.onEdit(texts.add(low()), (pairs) => void pairs.push(props.create()))
    focus(props.pairs.length - 1)
  }
  const keyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || props.readOnly) return
    const to = index + (event.key === 'ArrowUp' ? -1 : 1)
    if (to < 0 || to >= props.pairs.length) return
    event.preventDefault()
    event.stopPropagation()
    props.onEdit(texts.rows.move(low()), (pairs) => moveItem(pairs, index, to))
    focus(to)
  }
  const row = (pair: () => P, index: number) => (
    <div
      class="pairs-row"
      classList={{ 'pairs-row-off': pair().disabled ?? false }}
      role="group"
      aria-label={texts.row(props.what, index + 1)}
      onKeyDown={(event) => keyDown(event, index)}
      onDragOver={(event) => event.dataTransfer?.types.includes('application/x-assay-pair') && event.preventDefault()}
      onDrop={(event) => {
        const from = Number(event.dataTransfer?.getData('application/x-assay-pair') || Number.NaN)
        if (!Number.isInteger(from) || from === index) return
        event.preventDefault()
        props.onEdit(texts.rows.move(low()), (pairs) => moveItem(pairs, from, index))
      }}
    >
      <span
        class="pairs-grip"
        aria-hidden="true"
        title={texts.drag}
        draggable={props.readOnly ? 'false' : 'true'}
        onDragStart={(event) => event.dataTransfer?.setData('application/x-assay-pair', String(index))}
      >
        <GripVertical />
      </span>
      <Show when={props.switchable}>
        <input
          type="checkbox"
          class="pairs-check"
          aria-label={texts.pairOn(props.what, index + 1)}
          checked={!pair().disabled}
          disabled={props.readOnly}
          onChange={(event) => {
            const on = event.currentTarget.checked
            props.onEdit(on ? texts.enable(low()) : texts.disable(low()), (pairs) => {
              const one = pairs[index]
              if (one) one.disabled = !on
            })
          }}
        />
      </Show>
      <div class="pairs-name">
        <TextField
          label={texts.pairName(props.what, index + 1)}
          hideLabel
          code
          placeholder={texts.namePlaceholder}
          variables={!props.plainNames}
          value={pair().name}
          usual={props.usual?.names}
          readOnly={props.readOnly}
          onInput={(value) => change(index, 'name', value)}
        />
      </div>
      <div class="pairs-value">
        <Show
          when={props.value}
          fallback={
            <TextField
              label={texts.pairValue(props.what, index + 1)}
              hideLabel
              code
              placeholder={texts.valuePlaceholder}
              value={String(pair().value)}
              usual={props.usual?.values(pair().name)}
              readOnly={props.readOnly}
              onInput={(value) => change(index, 'value', value)}
            />
          }
        >
          {(value) => value()(pair, index)}
        </Show>
      </div>
      {props.extra?.(pair, index)}
      <IconButton
        label={texts.rows.remove(texts.row(low(), index + 1))}
        icon={X}
        disabled={props.readOnly}
        onClick={() => {
          const gone = pair().name ? `${props.what} ${pair().name}` : texts.row(props.what, index + 1)
          props.onEdit(texts.rows.remove(low()), (pairs) => void pairs.splice(index, 1))
          offerUndo(gone, texts.rows.remove(low()))
          focus(index)
        }}
      />
    </div>
  )
  return (
    <div class="pairs" ref={(element) => (table = element)}>
      <Index each={props.pairs}>{row}</Index>
      <div>
        <Button kind="ghost" small icon={Plus} disabled={props.readOnly} onClick={add}>
          {texts.add(low())}
        </Button>
      </div>
    </div>
  )
}
