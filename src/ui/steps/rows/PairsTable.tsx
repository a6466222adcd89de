import { Index, Show, type JSX } from 'solid-js'
import GripVertical from 'lucide-solid/icons/grip-vertical'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import { Button } from '../../components/Button.tsx'
import { focusRow } from '../../components/layout/focus-row.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useEditorContext } from '../editor-context.ts'
import { moveItem } from './move-item.ts'
import { readPairs } from './read-pairs.ts'
import { moveByKeys } from './move-by-keys.ts'
import { stepEditorTexts as texts } from '../texts.ts'
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
  /** A row is added by a button alone; otherwise an empty row is at the end, and what is typed into it adds it. */
  byButton?: boolean
  /** Rows have a check box that switches them off. */
  switchable?: boolean
  /** Names can't hold `${…}`. */
  plainNames?: boolean
  /** What is usual, offered while it is typed: names, and values by name. */
  usual?: { names: readonly string[]; values(name: string): readonly string[] | undefined }
  /** Something after the value of a row. */
  extra?: PartOfRow<P>
  /** Replaces the value field of a row. */
  value?: PartOfRow<P>
}

/** Draws a part of a row; `edit` is an edit of the list in which the row is there, also the empty one at its end. */
export type PartOfRow<P extends Pair> = (pair: () => P, index: number, edit: PairsTableProps<P>['onEdit']) => JSX.Element

/**
 * A list of name=value rows: in order, names may repeat, rows move with Alt+Up and Alt+Down. Lines that are pasted into a name
 * become rows.
 */
export const PairsTable = <P extends Pair>(props: PairsTableProps<P>): JSX.Element => {
  const { offerUndo } = useEditorContext()
  let table: HTMLDivElement | undefined
  const low = () => (/^[A-Z][a-z]/.test(props.what) ? props.what.toLowerCase() : props.what)
  const rows = () => (props.byButton || props.readOnly ? props.pairs : [...props.pairs, props.create()])
  const isPair = (index: number) => index < props.pairs.length
  /** One edit; into the empty row it makes that one of the list. */
  const edit = (index: number, label: string, recipe: (pairs: P[]) => void, merge?: string) =>
    props.onEdit(
      label,
      (pairs) => {
        if (index === pairs.length) pairs.push(props.create())
        recipe(pairs)
      },
      merge,
    )
  const change = (index: number, key: 'name' | 'value', value: string) =>
    edit(
      index,
      texts.change(low()),
      (pairs) => {
        const pair = pairs[index]
        if (pair) pair[key] = value
      },
      `${low()}.${index}.${key}`,
    )
  const focus = (index: number) => focusRow(table, '.pairs-name input', index)
  const add = () => {
    if (props.byButton) props.onEdit(texts.add(low()), (pairs) => void pairs.push(props.create()))
    focus(props.pairs.length - (props.byButton ? 1 : 0))
  }
  /** Into a row in which nothing stands. */
  const paste = (index: number, pair: P, text: string) => {
    const read = props.readOnly || pair.name !== '' || pair.value !== '' ? undefined : readPairs(text)
    if (!read) return false
    const pasted = read.map(({ disabled, ...one }) => ({
      ...props.create(),
      ...one,
      ...(props.switchable ? { disabled: disabled ?? false } : {}),
    }))
    props.onEdit(texts.pasted(low()), (pairs) => void pairs.splice(index, 1, ...pasted))
    focus(index + pasted.length)
    return true
  }
  const keyDown = (event: KeyboardEvent, index: number) => {
    if (props.readOnly || !isPair(index)) return
    moveByKeys(event, index, props.pairs.length, (to) => {
      props.onEdit(texts.rows.move(low()), (pairs) => moveItem(pairs, index, to))
      focus(to)
    })
  }
  const row = (pair: () => P, index: number) => (
    <div
      class="pairs-row"
      classList={{ 'pairs-row-off': pair().disabled ?? false, 'pairs-row-empty': !isPair(index) }}
      role="group"
      aria-label={texts.row(props.what, index + 1)}
      onKeyDown={(event) => keyDown(event, index)}
      onDragOver={(event) => event.dataTransfer?.types.includes('application/x-assay-pair') && event.preventDefault()}
      onDrop={(event) => {
        const from = Number(event.dataTransfer?.getData('application/x-assay-pair') || Number.NaN)
        if (!Number.isInteger(from) || from === index) return
        event.preventDefault()
        props.onEdit(texts.rows.move(low()), (pairs) => moveItem(pairs, from, Math.min(index, pairs.length - 1)))
      }}
    >
      <Show
        when={isPair(index)}
        fallback={<IconButton class="pairs-add" tabindex="-1" label={texts.add(low())} icon={Plus} onClick={add} />}
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
      </Show>
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
          onPaste={(text) => paste(index, pair(), text)}
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
          {(value) => value()(pair, index, (...changed) => edit(index, ...changed))}
        </Show>
      </div>
      {props.extra?.(pair, index, (...changed) => edit(index, ...changed))}
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
      <Index each={rows()}>{row}</Index>
      <Show when={props.byButton || props.readOnly}>
        <div>
          <Button kind="ghost" small icon={Plus} disabled={props.readOnly} onClick={add}>
            {texts.add(low())}
          </Button>
        </div>
      </Show>
    </div>
  )
}
