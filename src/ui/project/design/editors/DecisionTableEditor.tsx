import { Index, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { Button } from '../../../components/Button.tsx'
import { ListField } from '../../../components/fields/ListField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { anyModel, type AnyModel } from './any-model.ts'
import { ConstraintsEditor } from './ConstraintsEditor.tsx'
import { addCondition, removeCondition, renameCondition, setConditionValues } from './decision-table-edits.ts'
import { useDesigner } from '../designer-context.ts'
import { longestName } from './longest-name.ts'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { RulesTable } from './RulesTable.tsx'
import { designTexts } from '../texts.ts'

const t = designTexts.decisionTable

/** A decision table: conditions, actions, and a row for each rule. */
export const DecisionTableEditor: Component = () => {
  const designer = useDesigner()
  const model = () => anyModel(designer.design())
  const conditions = () => model().conditions ?? []
  const edit = (recipe: (draft: AnyModel) => void, merge?: string) =>
    designer.edit(designTexts.edits.rule, (draft) => recipe(anyModel(draft)), merge)
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
                  onInput={(text) => edit((draft) => setConditionValues(draft, index, text), `values/${index}`)}
                />
                <RemoveRow label={t.remove(one().name)} onClick={() => edit((draft) => removeCondition(draft, index))} />
              </div>
            )}
          </Index>
        </div>
        <Button small icon={Plus} disabled={designer.readOnly()} onClick={() => edit(addCondition)}>
          {t.addCondition}
        </Button>
        <ListField
          label={t.actions}
          hint={designTexts.states.hint}
          values={model().actions ?? []}
          readOnly={designer.readOnly()}
          onChange={(next) => edit((draft) => void (draft.actions = next), 'actions')}
        />
      </Section>
      <Section title={t.rules}>
        <RulesTable model={model()} readOnly={designer.readOnly()} onEdit={edit} />
      </Section>
      <ConstraintsEditor of="impossible" />
    </>
  )
}
