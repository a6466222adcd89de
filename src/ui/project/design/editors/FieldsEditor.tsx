import { createMemo, For, Index, Match, Show, Switch, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { Button } from '../../../components/Button.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { focusRow } from '../../../components/layout/focus-row.ts'
import { readScalar } from './any-model.ts'
import { useDesigner } from '../designer-context.ts'
import { fieldsOf, type CellKind, type ModelField } from './model-fields.ts'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { designTexts } from '../texts.ts'

const t = designTexts.fields

type Row = Record<string, unknown>
type RowsField = Extract<ModelField, { kind: 'rows' }>

/** A model whose table follows from the schema of its method: texts, lists of texts, and lists of rows. */
export const FieldsEditor: Component = () => {
  const designer = useDesigner()
  const fields = createMemo(() => fieldsOf(designer.design().method))
  return (
    <For each={fields()}>
      {(field) => (
        <Section title={field.label}>
          <Switch>
            <Match when={field.kind === 'text'}>
              <RowInput
                label={field.label}
                value={String(Reflect.get(designer.design(), field.key) ?? '')}
                readOnly={designer.readOnly()}
                onInput={(text) =>
                  designer.edit(
                    designTexts.edits.model,
                    (draft) => void Reflect.set(draft, field.key, text),
                    `field/${field.key}`,
                  )
                }
              />
            </Match>
            <Match when={field.kind === 'texts'}>
              <Texts field={field} />
            </Match>
            <Match when={field.kind === 'rows' && field}>{(rows) => <Rows field={rows()} />}</Match>
          </Switch>
        </Section>
      )}
    </For>
  )
}

/** Edits one list of the model. */
function listOf<Item>(key: string) {
  const designer = useDesigner()
  return {
    all: () => (Reflect.get(designer.design(), key) ?? []) as readonly Item[],
    edit: (recipe: (list: Item[]) => void, merge?: string) =>
      designer.edit(
        designTexts.edits.model,
        (draft) => {
          if (Reflect.get(draft, key) === undefined) Reflect.set(draft, key, [])
          recipe(Reflect.get(draft, key) as Item[])
        },
        merge && `field/${key}/${merge}`,
      ),
  }
}

const Texts: Component<{ field: ModelField }> = (props) => {
  const designer = useDesigner()
  const { all, edit } = listOf<string>(props.field.key)
  let list: HTMLDivElement | undefined
  return (
    <>
      <div class="designer-list" ref={(element) => (list = element)}>
        <Index each={all()}>
          {(one, index) => (
            <div class="designer-row">
              <RowInput
                label={t.one(props.field.label, index + 1)}
                value={one()}
                readOnly={designer.readOnly()}
                onInput={(text) => {
                  if (text === '') return t.empty
                  edit((draft) => void (draft[index] = text), String(index))
                  return undefined
                }}
              />
              <RemoveRow
                label={t.remove(props.field.label, index + 1)}
                onClick={() => {
                  edit((draft) => void draft.splice(index, 1))
                  focusRow(list, '.designer-row > .icon-button', index)
                }}
              />
            </div>
          )}
        </Index>
      </div>
      <Add
        label={t.add(props.field.label)}
        onClick={() => {
          edit((draft) => void draft.push(t.newName(all().length + 1)))
          focusLast(list)
        }}
      />
    </>
  )
}

const Rows: Component<{ field: RowsField }> = (props) => {
  const { all, edit } = listOf<Row>(props.field.key)
  let table: HTMLTableElement | undefined
  const add = () => {
    const number = all().length + 1
    edit((draft) => {
      const row: Row = {}
      for (const { key, kind, required } of props.field.cells) if (required) row[key] = firstOf(kind, number)
      draft.push(row)
    })
    focusLast(table)
  }
  const set = (index: number, key: string, value: unknown, typing: boolean) =>
    edit(
      (draft) => {
        const row = draft[index]
        if (!row) return
        if (value === undefined) delete row[key]
        else row[key] = value
      },
      typing ? `${index}/${key}` : undefined,
    )
  return (
    <>
      <div class="designer-scroll" tabindex="0" role="region" aria-label={props.field.label}>
        <table class="designer-grid" ref={(element) => (table = element)}>
          <thead>
            <tr>
              <For each={props.field.cells}>{({ label }) => <th scope="col">{label}</th>}</For>
              <td />
            </tr>
          </thead>
          <tbody>
            <Index each={all()}>
              {(row, index) => (
                <tr>
                  <For each={props.field.cells}>
                    {(cell) => (
                      <td>
                        <Cell
                          kind={cell.kind}
                          required={cell.required}
                          label={`${t.one(props.field.label, index + 1)}, ${cell.label}`}
                          value={row()[cell.key]}
                          onChange={(value, typing) => set(index, cell.key, value, typing)}
                        />
                      </td>
                    )}
                  </For>
                  <td>
                    <RemoveRow
                      label={t.remove(props.field.label, index + 1)}
                      onClick={() => {
                        edit((draft) => void draft.splice(index, 1))
                        focusRow(table, 'tbody .icon-button', index)
                      }}
                    />
                  </td>
                </tr>
              )}
            </Index>
          </tbody>
        </table>
      </div>
      <Add label={t.add(props.field.label)} onClick={add} />
    </>
  )
}

/** One field of a row; what is left empty is omitted. */
const Cell: Component<{
  kind: CellKind
  required: boolean
  label: string
  value: unknown
  onChange(value: unknown, typing: boolean): void
}> = (props) => {
  const designer = useDesigner()
  const shown = () => (Array.isArray(props.value) ? props.value.join(', ') : String(props.value ?? ''))
  const read = (text: string): { value: unknown } | undefined => {
    if (text.trim() === '' && !(props.kind === 'scalar' && props.required))
      return props.required ? undefined : { value: undefined }
    if (props.kind === 'scalar') return { value: readScalar(text) }
    if (props.kind === 'list')
      return {
        value: text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      }
    if (props.kind !== 'number') return { value: text }
    return Number.isFinite(Number(text)) ? { value: Number(text) } : undefined
  }
  return (
    <Switch
      fallback={
        <RowInput
          label={props.label}
          value={shown()}
          readOnly={designer.readOnly()}
          onInput={(text) => {
            const given = read(text)
            if (!given) return props.kind === 'number' ? t.number : t.empty
            props.onChange(given.value, true)
            return undefined
          }}
        />
      }
    >
      <Match when={typeof props.kind === 'object' && props.kind}>
        {(kind) => (
          <select
            class="designer-input"
            aria-label={props.label}
            disabled={designer.readOnly()}
            onChange={(event) => {
              const { value } = event.currentTarget
              props.onChange(value === '' ? undefined : kind().choices.find((one) => String(one) === value), false)
            }}
          >
            <Show when={!props.required}>
              <option value="" selected={props.value === undefined} aria-label={t.usual}>
                –
              </option>
            </Show>
            <For each={kind().choices}>
              {(choice) => (
                <option value={String(choice)} selected={choice === props.value}>
                  {String(choice)}
                </option>
              )}
            </For>
          </select>
        )}
      </Match>
      <Match when={props.kind === 'switch'}>
        <input
          type="checkbox"
          class="designer-check-box"
          aria-label={props.label}
          checked={props.value === true}
          disabled={designer.readOnly()}
          onChange={(event) => props.onChange(event.currentTarget.checked, false)}
        />
      </Match>
    </Switch>
  )
}

const Add: Component<{ label: string; onClick(): void }> = (props) => {
  const designer = useDesigner()
  return (
    <Button small icon={Plus} disabled={designer.readOnly()} onClick={() => props.onClick()}>
      {props.label}
    </Button>
  )
}

/** What a new row holds where it can't be empty. */
function firstOf(kind: CellKind, number: number): unknown {
  if (typeof kind === 'object') return kind.choices[0]
  return { text: t.newName(number), scalar: '', number: 0, switch: false, list: [] }[kind]
}

function focusLast(list: HTMLElement | undefined): void {
  queueMicrotask(() => {
    const rows = list?.querySelectorAll<HTMLElement>('.designer-row, tbody tr')
    rows?.[rows.length - 1]?.querySelector<HTMLElement>('input, select')?.focus()
  })
}
