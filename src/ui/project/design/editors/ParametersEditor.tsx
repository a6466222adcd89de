import { createMemo, For, Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { textOf } from '#engine/base/errors.ts'
import { parsePict } from '#engine/design/combinations/pict.ts'
import { typedAs, writePictValue } from '#engine/design/combinations/write-pict.ts'
import type { Parameter } from '#engine/design/fields.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { Button } from '../../../components/Button.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { anyModel, readScalar, renameParameter, type AnyParameter, type AnyValue } from './any-model.ts'
import { useDesigner } from '../designer-context.ts'
import { longestName } from './longest-name.ts'
import { NearRows, type NearRowsHandle } from './NearRows.tsx'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { designTexts } from '../texts.ts'

const t = designTexts.parameters

type Values = Parameter['values']

const written = (values: readonly AnyValue[]): string => (values as Values).map(writePictValue).join(', ')

/** Which forms of parameters a method has: with values, with classes, or both. */
export interface ParameterForms {
  values: boolean
  classes: boolean
}

const nameField = '.designer-parameter-name input'

/** Pixels of a parameter, as the style sheet has them: a field, or a line for each class below its type and titles, and what adds one. */
const heightOf = ({ classes }: AnyParameter): number => (classes === undefined ? 30 : 96 + 30 * classes.length)

/** Parameters as a table: name and values, or name, type and classes. */
export const ParametersEditor: Component<{ forms: ParameterForms }> = (props) => {
  const designer = useDesigner()
  let rows: NearRowsHandle | undefined
  const parameters = () => anyModel(designer.design()).parameters ?? []
  const longest = createMemo(() => longestName(parameters()))
  const change = (label: string, recipe: (draft: AnyParameter[]) => void, merge?: string) =>
    designer.edit(
      label,
      (draft) => {
        const model = anyModel(draft)
        recipe((model.parameters ??= []))
      },
      merge,
    )
  const add = (withClasses: boolean) => {
    const name = freeName(
      t.newName,
      parameters().map((one) => one.name),
    )
    change(designTexts.edits.addParameter, (draft) =>
      draft.push(
        withClasses
          ? { name, type: 'integer', step: 1, classes: [{ name: 'valid', from: 0, to: 10, valid: true }] }
          : { name, values: [] },
      ),
    )
    rows?.focus(parameters().length, nameField)
  }
  const rename = (index: number, name: string): string | undefined => {
    const before = parameters()[index]?.name ?? ''
    if (name.trim() === '') return t.noName
    if (parameters().some((one, at) => at !== index && one.name.toLowerCase() === name.toLowerCase())) return t.twice(name)
    designer.edit(designTexts.edits.parameter, (draft) => renameParameter(anyModel(draft), before, name), `name/${index}`)
    return undefined
  }
  const remove = (index: number, name: string) => {
    change(designTexts.edits.removeParameter(name), (draft) => void draft.splice(index, 1))
    rows?.focus(index, ':scope > .icon-button')
  }
  const move = (index: number, delta: number) => {
    const to = index + delta
    if (to < 0 || to >= parameters().length) return
    change(designTexts.edits.moveParameter, (draft) => {
      const [moved] = draft.splice(index, 1)
      if (moved) draft.splice(to, 0, moved)
    })
    rows?.focus(to, nameField)
  }
  return (
    <Section title={t.title}>
      <Show when={parameters().length > 0} fallback={<p class="overview-hint">{t.none}</p>}>
        <NearRows
          class="designer-parameters"
          together={4}
          each={parameters()}
          height={heightOf}
          handle={(handle) => (rows = handle)}
        >
          {(parameter, index) => (
            <div
              class="designer-parameter"
              style={{ '--designer-name': longest() }}
              role="group"
              aria-label={t.one(index + 1)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                move(index, event.key === 'ArrowUp' ? -1 : 1)
              }}
            >
              <span class="designer-parameter-name">
                <RowInput
                  label={t.name}
                  value={parameter().name}
                  readOnly={designer.readOnly()}
                  onInput={(name) => rename(index, name)}
                />
              </span>
              <Show
                when={parameter().classes}
                fallback={
                  <RowInput
                    label={t.values}
                    code
                    value={written(parameter().values ?? [])}
                    placeholder={t.placeholder}
                    readOnly={designer.readOnly()}
                    onInput={(text) => {
                      try {
                        const [read] = parsePict(`x: ${text}`).parameters
                        const values = text.trim() === '' ? [] : (read?.values ?? [])
                        change(
                          designTexts.edits.parameter,
                          (draft) => {
                            const one = draft[index]
                            if (one) one.values = typedAs(values, (one.values ?? []) as Values) as AnyValue[]
                          },
                          `values/${index}`,
                        )
                        return undefined
                      } catch (thrown) {
                        return textOf(thrown)
                      }
                    }}
                  />
                }
              >
                <Classes parameter={parameter()} index={index} change={change} />
              </Show>
              <RemoveRow label={t.remove(parameter().name)} onClick={() => remove(index, parameter().name)} />
            </div>
          )}
        </NearRows>
      </Show>
      <div class="designer-adds">
        <Show when={props.forms.values}>
          <Button small icon={Plus} disabled={designer.readOnly()} onClick={() => add(false)}>
            {props.forms.classes ? `${t.add} ${t.addValues.toLowerCase()}` : t.add}
          </Button>
        </Show>
        <Show when={props.forms.classes}>
          <Button small icon={Plus} disabled={designer.readOnly()} onClick={() => add(true)}>
            {props.forms.values ? `${t.add} ${t.addClasses.toLowerCase()}` : t.add}
          </Button>
        </Show>
      </div>
      <Show when={props.forms.values}>
        <p class="overview-hint">{t.hint}</p>
      </Show>
    </Section>
  )
}

type Change = (label: string, recipe: (draft: AnyParameter[]) => void, merge?: string) => void

const types = ['integer', 'number', 'date', 'date-time', 'text', 'list']

/** The classes of one parameter: from, to, and whether they are valid. */
const Classes: Component<{ parameter: AnyParameter; index: number; change: Change }> = (props) => {
  const designer = useDesigner()
  const classes = () => props.parameter.classes ?? []
  const edit = (recipe: (draft: AnyParameter) => void, merge?: string) =>
    props.change(
      designTexts.edits.parameter,
      (draft) => {
        const one = draft[props.index]
        if (one) recipe(one)
      },
      merge && `class/${props.index}/${merge}`,
    )
  const bound = (at: number, key: 'from' | 'to', text: string): void =>
    edit((draft) => {
      const one = draft.classes?.[at]
      if (!one) return
      const value = readScalar(text)
      if (text.trim() === '') delete one[key]
      else if (typeof value === 'number' || typeof value === 'string') one[key] = value
    }, `${at}/${key}`)
  return (
    <div class="designer-classes">
      <div class="designer-class-type">
        <select
          class="designer-input"
          aria-label={t.type}
          disabled={designer.readOnly()}
          onChange={(event) => {
            const { value } = event.currentTarget
            edit((draft) => void (draft.type = value))
          }}
        >
          <For each={types}>
            {(type) => (
              <option value={type} selected={(props.parameter.type ?? 'integer') === type}>
                {type}
              </option>
            )}
          </For>
        </select>
        <label class="designer-step">
          {t.step}
          <RowInput
            label={t.step}
            code
            value={String(props.parameter.step ?? 1)}
            readOnly={designer.readOnly()}
            onInput={(text) => {
              const step = Number(text)
              if (!(step > 0)) return t.step
              edit((draft) => void (draft.step = step), 'step')
              return undefined
            }}
          />
        </label>
        <label class="designer-usual">
          {t.usual}
          <RowInput
            label={t.usual}
            code
            value={String(props.parameter.usual ?? '')}
            placeholder={t.made}
            readOnly={designer.readOnly()}
            onInput={(text) => {
              edit((draft) => {
                if (text === '') delete draft.usual
                else draft.usual = props.parameter.type === 'text' ? text : readScalar(text)
              }, 'usual')
              return undefined
            }}
          />
        </label>
      </div>
      <table class="designer-grid" aria-label={t.classes(props.parameter.name)}>
        <thead>
          <tr>
            <th scope="col">{t.className}</th>
            <th scope="col">{t.from}</th>
            <th scope="col">{t.to}</th>
            <th scope="col">{t.valid}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          <Index each={classes()}>
            {(one, at) => (
              <tr classList={{ 'designer-invalid': one().valid === false }}>
                <td>
                  <RowInput
                    label={t.className}
                    value={one().name}
                    readOnly={designer.readOnly()}
                    onInput={(name) => {
                      if (name === '') return t.className
                      edit((draft) => {
                        const found = draft.classes?.[at]
                        if (found) found.name = name
                      }, `${at}/name`)
                      return undefined
                    }}
                  />
                </td>
                <td>
                  <RowInput
                    label={t.from}
                    code
                    value={String(one().from ?? '')}
                    placeholder="−∞"
                    readOnly={designer.readOnly()}
                    onInput={(text) => bound(at, 'from', text)}
                  />
                </td>
                <td>
                  <RowInput
                    label={t.to}
                    code
                    value={String(one().to ?? '')}
                    placeholder="∞"
                    readOnly={designer.readOnly()}
                    onInput={(text) => bound(at, 'to', text)}
                  />
                </td>
                <td class="designer-check">
                  <input
                    type="checkbox"
                    aria-label={t.valid}
                    checked={one().valid !== false}
                    disabled={designer.readOnly()}
                    onChange={(event) => {
                      const { checked } = event.currentTarget
                      edit((draft) => {
                        const found = draft.classes?.[at]
                        if (found) found.valid = checked
                      })
                    }}
                  />
                </td>
                <td>
                  <RemoveRow
                    label={t.removeClass(one().name)}
                    onClick={() => edit((draft) => void draft.classes?.splice(at, 1))}
                  />
                </td>
              </tr>
            )}
          </Index>
        </tbody>
      </table>
      <Button
        small
        icon={Plus}
        kind="ghost"
        disabled={designer.readOnly()}
        onClick={() =>
          edit((draft) => {
            const last = draft.classes?.at(-1)?.to
            const from = typeof last === 'number' ? last + (draft.step ?? 1) : undefined
            draft.classes?.push({ name: `class ${classes().length + 1}`, ...(from === undefined ? {} : { from }), valid: true })
          })
        }
      >
        {t.addClass}
      </Button>
    </div>
  )
}
