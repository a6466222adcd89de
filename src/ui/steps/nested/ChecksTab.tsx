import type { Component } from 'solid-js'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { CheckList } from '../assertion/CheckList.tsx'
import { newCheck } from '../assertion/checks.ts'
import { assertionTexts } from '../assertion/texts.ts'
import { useEditorContext } from '../editor-context.ts'
import { StepRows } from '../rows/StepRows.tsx'
import { NestedSteps } from './NestedSteps.tsx'

/** The checks of a step: those of the assertions nested under it; the first check makes one. */
const ChecksTab: Component<{ owner: string; readOnly: boolean }> = (props) => {
  const context = useEditorContext()
  return (
    <NestedSteps
      owner={props.owner}
      readOnly={props.readOnly}
      isOfKind={isAssertionStep}
      List={CheckList}
      onAdd={() =>
        void context.nested?.add(props.owner, 'assertion', assertionTexts.edits.addCheck, (made) => {
          if (isAssertionStep(made)) made.checks.push(newCheck([], context.nested?.variableOf(props.owner)))
        })
      }
      empty={(add) => (
        <StepRows
          what={assertionTexts.labels.check}
          rows={[]}
          readOnly={props.readOnly}
          empty={{ title: assertionTexts.titles.noChecks, text: assertionTexts.hints.noChecks }}
          onAdd={add}
          onEdit={() => undefined}
        >
          {() => null}
        </StepRows>
      )}
    />
  )
}
export default ChecksTab
