/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; nobody awaits a rule. */
import { For, Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import type { Value } from '#engine/design/result.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { Button } from '../../components/Button.tsx'
import { ListField } from '../../components/ListField.tsx'
import { Section } from '../../components/Section.tsx'
import { anyModel, readScalar, type AnyModel } from './any-model.ts'
import { ConstraintsEditor } from './ConstraintsEditor.tsx'
import { useDesigner } from './designer-context.ts'
import { longestName } from './longest-name.ts'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { designTexts } from './texts.ts'

const t = designTexts.table4

/** The value of a select for a condition that a rule does not care about. */
const any = ''

/** A decision table: conditions, actions, and a row for each rule. */
export const DecisionTableEditor: Component = () => {
  const designer = useDesigner()
  const model = () => anyModel(designer.design())
  const conditions = () => model().conditions ?? []
  const actions = () => model().actions ?? []
  const rules = () => model().rules ?? []
  const edit = (recipe: (draft: AnyModel) => void, merge?: string) =>
    designer.edit(designTexts.edits.rule, (draft) => recipe(anyModel(draft)), merge)
  const put = (record: Record<string, Value>, name: string, text: string) => {
    if (text.trim() === '') delete record[name]
    else record[name] = readScalar(text)
  }
  return (
    <>
      <Section title={t.conditions}>
        <div class="designer-list">
          <Index each={conditions()}>
            {(one, index) => (
              <div
                class="designer-parameter"
                style={{ '--designer-name': longestName(conditions()) }}
                role="group"
                aria-label={t.condition(index + 1)}
              >
                <span class="designer-parameter-name">
                  <RowInput
                    label={designTexts.parameters.name}
                    value={one().name}
                    readOnly={designer.readOnly()}
                    onInput={(name) => {
                      if (name === '') return designTexts.parameters.name
                      edit((draft) => renameCondition(draft, index, name), `condition/${index}`)
                      return undefined
                    }}
                  />
                </span>
                <RowInput
                  label={designTexts.parameters.values}
                  code
                  value={one().values.map(String).join(', ')}
                  readOnly={designer.readOnly()}
                  onInput={(text) =>
                    edit((draft) => {
                      const found = draft.conditions?.[index]
                      if (found)
                        found.values = text
                          .split(',')
                          .filter((part) => part.trim() !== '')
                          .map(readScalar)
                    }, `values/${index}`)
                  }
                />
                <RemoveRow label={t.remove(one().name)} onClick={() => edit((draft) => removeCondition(draft, index))} />
              </div>
            )}
          </Index>
        </div>
        <Button
          small
          icon={Plus}
          disabled={designer.readOnly()}
          onClick={() =>
            edit((draft) => {
              const list = (draft.conditions ??= [])
              list.push({
                name: freeName(
                  'condition',
                  list.map(({ name }) => name),
                ),
                values: [true, false],
              })
            })
          }
        >
          {t.addCondition}
        </Button>
        <ListField
          label={t.actions}
          hint={designTexts.states.hint}
          values={actions()}
          readOnly={designer.readOnly()}
          onChange={(next) => edit((draft) => void (draft.actions = next), 'actions')}
        />
      </Section>
      <Section title={t.rules}>
        <div class="designer-scroll" tabindex="0" role="region" aria-label={t.rules}>
          <table class="designer-grid">
            <thead>
              <tr>
                <td />
                <For each={conditions()}>{({ name }) => <th scope="col">{name}</th>}</For>
                <For each={actions()}>
                  {(name) => (
                    <th scope="col" class="designer-action">
                      {name}
                    </th>
                  )}
                </For>
                <td />
              </tr>
            </thead>
            <tbody>
              <Index each={rules()}>
                {(rule, index) => (
                  <tr>
                    <th scope="row">{index + 1}</th>
                    <For each={conditions()}>
                      {({ name, values }) => (
                        <td>
                          <select
                            class="designer-input designer-code"
                            aria-label={t.when(t.rule(index + 1), name)}
                            disabled={designer.readOnly()}
                            onChange={(event) => {
                              const { value } = event.currentTarget
                              const chosen = value === any ? undefined : values[Number(value)]
                              edit((draft) => {
                                const found = draft.rules?.[index]
                                if (!found) return
                                if (chosen === undefined) delete found.when[name]
                                else found.when[name] = chosen
                              })
                            }}
                          >
                            <option value={any} selected={!Object.hasOwn(rule().when, name)} aria-label={t.anyHint}>
                              {t.any}
                            </option>
                            <For each={values}>
                              {(value, at) => (
                                <option value={String(at())} selected={rule().when[name] === value}>
                                  {String(value)}
                                </option>
                              )}
                            </For>
                          </select>
                        </td>
                      )}
                    </For>
                    <For each={actions()}>
                      {(name) => (
                        <td>
                          <RowInput
                            label={t.when(t.rule(index + 1), name)}
                            code
                            value={Object.hasOwn(rule().then, name) ? String(rule().then[name]) : ''}
                            readOnly={designer.readOnly()}
                            onInput={(text) =>
                              edit((draft) => {
                                const found = draft.rules?.[index]
                                if (found) put(found.then, name, text)
                              }, `rule/${index}/${name}`)
                            }
                          />
                        </td>
                      )}
                    </For>
                    <td>
                      <RemoveRow
                        label={t.remove(t.rule(index + 1).toLowerCase())}
                        onClick={() => edit((draft) => void draft.rules?.splice(index, 1))}
                      />
                    </td>
                  </tr>
                )}
              </Index>
              <Show when={model().else}>
                {(otherwise) => (
                  <tr>
                    <th scope="row" colSpan={conditions().length + 1}>
                      {t.else}
                    </th>
                    <For each={actions()}>
                      {(name) => (
                        <td>
                          <RowInput
                            label={t.when(t.else, name)}
                            code
                            value={Object.hasOwn(otherwise(), name) ? String(otherwise()[name]) : ''}
                            readOnly={designer.readOnly()}
                            onInput={(text) => edit((draft) => put((draft.else ??= {}), name, text), `else/${name}`)}
                          />
                        </td>
                      )}
                    </For>
                    <td>
                      <RemoveRow label={t.remove(t.else)} onClick={() => edit((draft) => void delete draft.else)} />
                    </td>
                  </tr>
                )}
              </Show>
            </tbody>
          </table>
        </div>
        <div class="designer-adds">
          <Button
            small
            icon={Plus}
            disabled={designer.readOnly()}
            onClick={() => edit((draft) => void (draft.rules ??= []).push({ when: {}, then: {} }))}
          >
            {t.addRule}
          </Button>
          <Show when={!model().else}>
            <Button small icon={Plus} disabled={designer.readOnly()} onClick={() => edit((draft) => void (draft.else = {}))}>
              {t.addElse}
            </Button>
          </Show>
        </div>
      </Section>
      <ConstraintsEditor of="impossible" />
    </>
  )
}

/** Rules follow the new name. */
function renameCondition(draft: AnyModel, index: number, name: string): void {
  const one = draft.conditions?.[index]
  if (!one || draft.conditions?.some((other, at) => at !== index && other.name === name)) return
  for (const { when } of draft.rules ?? []) {
    const value = when[one.name]
    if (value === undefined) continue
    delete when[one.name]
    when[name] = value
  }
  one.name = name
}

function removeCondition(draft: AnyModel, index: number): void {
  const [gone] = draft.conditions?.splice(index, 1) ?? []
  for (const { when } of draft.rules ?? []) if (gone) delete when[gone.name]
}
