/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; rules are never awaited. */
import { For, Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import type { Value } from '#engine/design/result.ts'
import { Button } from '../../../components/Button.tsx'
import type { AnyModel } from './any-model.ts'
import { setResult } from './decision-table-edits.ts'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { designTexts } from '../texts.ts'

const t = designTexts.decisionTable

/** The value of a select for a condition that a rule does not care about. */
const any = ''

/** See {@link RulesTable}. */
export interface RulesTableProps {
  model: AnyModel
  readOnly: boolean
  onEdit(recipe: (draft: AnyModel) => void, merge?: string): void
}

/** The rules of a decision table: a row for each, with a column for each condition and action, and one for all else. */
export const RulesTable: Component<RulesTableProps> = (props) => {
  const conditions = () => props.model.conditions ?? []
  const actions = () => props.model.actions ?? []
  return (
    <>
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
            <Index each={props.model.rules ?? []}>
              {(rule, index) => (
                <tr>
                  <th scope="row">{index + 1}</th>
                  <For each={conditions()}>
                    {(condition) => (
                      <td>
                        <ConditionChoice
                          label={t.when(t.rule(index + 1), condition.name)}
                          condition={condition}
                          when={rule().when}
                          readOnly={props.readOnly}
                          onChoose={(value) =>
                            props.onEdit((draft) => {
                              const when = draft.rules?.[index]?.when
                              if (!when) return
                              if (value === undefined) delete when[condition.name]
                              else when[condition.name] = value
                            })
                          }
                        />
                      </td>
                    )}
                  </For>
                  <Results
                    rule={t.rule(index + 1)}
                    actions={actions()}
                    results={rule().then}
                    readOnly={props.readOnly}
                    onInput={(name, text) =>
                      props.onEdit((draft) => {
                        const found = draft.rules?.[index]
                        if (found) setResult(found.then, name, text)
                      }, `rule/${index}/${name}`)
                    }
                  />
                  <td>
                    <RemoveRow
                      label={t.remove(t.rule(index + 1).toLowerCase())}
                      onClick={() => props.onEdit((draft) => void draft.rules?.splice(index, 1))}
                    />
                  </td>
                </tr>
              )}
            </Index>
            <Show when={props.model.else}>
              {(otherwise) => (
                <tr>
                  <th scope="row" colSpan={conditions().length + 1}>
                    {t.else}
                  </th>
                  <Results
                    rule={t.else}
                    actions={actions()}
                    results={otherwise()}
                    readOnly={props.readOnly}
                    onInput={(name, text) => props.onEdit((draft) => setResult((draft.else ??= {}), name, text), `else/${name}`)}
                  />
                  <td>
                    <RemoveRow label={t.remove(t.else)} onClick={() => props.onEdit((draft) => void delete draft.else)} />
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
          disabled={props.readOnly}
          onClick={() => props.onEdit((draft) => void (draft.rules ??= []).push({ when: {}, then: {} }))}
        >
          {t.addRule}
        </Button>
        <Show when={!props.model.else}>
          <Button small icon={Plus} disabled={props.readOnly} onClick={() => props.onEdit((draft) => void (draft.else = {}))}>
            {t.addElse}
          </Button>
        </Show>
      </div>
    </>
  )
}

/** Which value of a condition a rule is for, or any. */
const ConditionChoice: Component<{
  label: string
  condition: { name: string; values: readonly Value[] }
  when: Readonly<Record<string, Value>>
  readOnly: boolean
  onChoose(value: Value | undefined): void
}> = (props) => (
  <select
    class="designer-input designer-code"
    aria-label={props.label}
    disabled={props.readOnly}
    onChange={({ currentTarget: { value } }) => props.onChoose(value === any ? undefined : props.condition.values[Number(value)])}
  >
    <option value={any} selected={!Object.hasOwn(props.when, props.condition.name)} aria-label={t.anyHint}>
      {t.any}
    </option>
    <For each={props.condition.values}>
      {(value, at) => (
        <option value={String(at())} selected={props.when[props.condition.name] === value}>
          {String(value)}
        </option>
      )}
    </For>
  </select>
)

/** What each action comes to by a rule: a cell for each. */
const Results: Component<{
  rule: string
  actions: readonly string[]
  results: Readonly<Record<string, Value>>
  readOnly: boolean
  onInput(action: string, text: string): void
}> = (props) => (
  <For each={props.actions}>
    {(name) => (
      <td>
        <RowInput
          label={t.when(props.rule, name)}
          code
          value={Object.hasOwn(props.results, name) ? String(props.results[name]) : ''}
          readOnly={props.readOnly}
          onInput={(text) => props.onInput(name, text)}
        />
      </td>
    )}
  </For>
)
