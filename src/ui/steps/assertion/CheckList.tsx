import { createEffect, createSignal, on, type Component } from 'solid-js'
import type { AssertionStep, Check } from '#engine/steps/assertion/schema.ts'
import { checkResult } from '../check-result.ts'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { partEditor, rowEditor } from '../edits.ts'
import { useLastAnswer } from '../last-answer.ts'
import { useOwnVariable } from '../nested/own-variable.ts'
import { StepRows } from '../rows/StepRows.tsx'
import { CheckRow } from './CheckRow.tsx'
import { newCheck } from './checks.ts'
import { assertionTexts } from './texts.ts'

/** The checks of an Assertion step, with the last result of each: in its own editor, and where it is nested under a request. */
export const CheckList: Component<StepEditorProps<AssertionStep>> = (props) => {
  const context = useEditorContext()
  const ownVariable = useOwnVariable()
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
    <StepRows
      what={assertionTexts.labels.check}
      rows={props.step.checks}
      readOnly={props.readOnly}
      empty={{ title: assertionTexts.titles.noChecks, text: assertionTexts.hints.noChecks }}
      onAdd={() =>
        props.edit(assertionTexts.edits.addCheck, (draft) => void draft.checks.push(newCheck(draft.checks, ownVariable())))
      }
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
  )
}
