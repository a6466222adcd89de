import { createEffect, createSignal, on, type Component } from 'solid-js'
import type { AssertionStep, Check } from '#engine/steps/assertion/schema.ts'
import { Section } from '../../components/Section.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { checkResult } from '../check-result.ts'
import { partEditor, rowEditor, setters } from '../edits.ts'
import { useLastAnswer } from '../last-answer.ts'
import { StepFrame } from '../StepFrame.tsx'
import { StepReference } from '../StepReference.tsx'
import { StepRows } from '../StepRows.tsx'
import { CheckRow } from './CheckRow.tsx'
import { newCheck } from './checks.ts'
import { assertionTexts } from './texts.ts'

/** Edits an Assertion step: whose result, and the checks with the last result of each. */
const AssertionEditor: Component<StepEditorProps<AssertionStep>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  /** Checks that were changed since the last run: their result says nothing any more. */
  const [stale, setStale] = createSignal<ReadonlySet<number> | 'all'>(new Set<number>())
  const last = () => context.lastResult(props.step.id)
  createEffect(on(last, () => setStale(new Set<number>()), { defer: true }))

  const answer = useLastAnswer(() => ({ step: props.step.id, request: props.step.step }))
  const result = (index: number) => {
    const known = stale()
    if (known === 'all' || known.has(index)) return undefined
    return checkResult(last(), index)
  }
  const editChecks = partEditor(props, 'checks')
  const editCheck = rowEditor(editChecks)
  const edit = (index: number, label: string, recipe: (check: Check) => void, merge?: string) => {
    setStale((known) => (known === 'all' ? known : new Set([...known, index])))
    editCheck(index, label, recipe, merge)
  }
  const restructure = (label: string, recipe: (checks: Check[]) => void) => {
    setStale('all')
    editChecks(label, recipe)
  }
  return (
    <StepFrame {...props}>
      <Section title={assertionTexts.titles.source} line>
        <StepReference
          self={props.step.id}
          value={props.step.step}
          readOnly={props.readOnly}
          onChange={set('step', assertionTexts.theStep)}
        />
      </Section>
      <Section title={assertionTexts.titles.checks}>
        <StepRows
          what={assertionTexts.labels.check}
          rows={props.step.checks}
          readOnly={props.readOnly}
          empty={{
            title: assertionTexts.titles.noChecks,
            text: assertionTexts.hints.noChecks,
          }}
          onAdd={() => props.edit(assertionTexts.edits.addCheck, (draft) => void draft.checks.push(newCheck(draft.checks)))}
          onEdit={restructure}
          columns={assertionTexts.columns}
        >
          {(check, place) => (
            <CheckRow
              {...place}
              check={check()}
              result={result(place.index)}
              answer={answer()}
              onEdit={(label, recipe, merge) => edit(place.index, label, recipe, merge)}
            />
          )}
        </StepRows>
      </Section>
    </StepFrame>
  )
}
export default AssertionEditor
