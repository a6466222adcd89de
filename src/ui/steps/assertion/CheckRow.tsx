import { createSignal, Show, type Component } from 'solid-js'
import { predicateFacts } from '#engine/checks/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { Select } from '../../components/fields/Select.tsx'
import type { CheckResult } from '../check-result.ts'
import type { Answer } from '../editor-context.ts'
import { PathNote, type PathLook } from '../values/PathNote.tsx'
import { RowFrame } from '../rows/RowFrame.tsx'
import { SourceFields } from '../values/SourceFields.tsx'
import type { RowPlace } from '../rows/StepRows.tsx'
import { ApiFields } from './ApiFields.tsx'
import { CheckFinding } from './CheckFinding.tsx'
import { changePredicate, pairWithSource } from './checks.ts'
import { ExpectedFields } from './ExpectedFields.tsx'
import { JsonField } from './JsonField.tsx'
import { predicateOf, predicateOptions } from './predicate-options.ts'
import { SnapshotFields } from './SnapshotFields.tsx'
import { assertionTexts } from './texts.ts'

/** See {@link CheckRow}. */
export interface CheckRowProps extends RowPlace {
  check: Check
  result: CheckResult | undefined
  /** The answer that it looks at, for its path. */
  answer: Answer | undefined
  /** Where there is no answer to look at. */
  variablesOnly?: boolean | undefined
  onEdit(label: string, recipe: (check: Check) => void, merge?: string): void
}

/** One check: source, predicate, expected value; below it what the last run found. */
export const CheckRow: Component<CheckRowProps> = (props) => {
  const [look, setLook] = createSignal<PathLook>()
  const facts = () => predicateFacts[props.check.is]
  return (
    <RowFrame
      {...props}
      passed={props.result?.passed}
      fields={
        <>
          <SourceFields
            whole={!props.variablesOnly}
            variablesOnly={props.variablesOnly}
            readOnly={props.readOnly}
            of={props.check}
            answer={props.answer}
            onLook={setLook}
            onEdit={(recipe, typing) =>
              props.onEdit(
                assertionTexts.edits.changeSource,
                (check) => {
                  recipe(check)
                  pairWithSource(check, 'predicate')
                },
                typing,
              )
            }
          />
          <PredicateFields {...props} />
          <div class="check-value-cell">
            <ExpectedFields check={props.check} readOnly={props.readOnly} onEdit={props.onEdit} />
          </div>
        </>
      }
    >
      <PathNote look={look()} />
      <Show when={facts().ofAnswer}>
        <ApiFields
          check={props.check}
          readOnly={props.readOnly}
          onEdit={(recipe) => props.onEdit(assertionTexts.edits.changeOperation, recipe)}
        />
      </Show>
      <Show when={facts().expects === 'schema'}>
        <div class="check-wide">
          <JsonField
            label={assertionTexts.labels.expected}
            value={props.check.value ?? {}}
            readOnly={props.readOnly}
            onChange={(value) =>
              props.onEdit(assertionTexts.edits.changeExpectedValue, (check) => void (check.value = value), 'value')
            }
          />
        </div>
      </Show>
      <Show when={facts().expects === 'snapshot'}>
        <SnapshotFields check={props.check} readOnly={props.readOnly} onEdit={props.onEdit} />
      </Show>
      <Show when={props.result && !props.result.passed && props.result}>
        {(failed) => <CheckFinding check={props.check} result={failed()} readOnly={props.readOnly} onEdit={props.onEdit} />}
      </Show>
    </RowFrame>
  )
}

/** The switch that negates the predicate, and the predicate. */
const PredicateFields: Component<CheckRowProps> = (props) => (
  <div class="check-is">
    <button
      type="button"
      role="switch"
      class="check-not"
      aria-label={assertionTexts.labels.not}
      title={assertionTexts.negate}
      aria-checked={props.check.not}
      disabled={props.readOnly}
      onClick={() => props.onEdit(assertionTexts.edits.changeCheck, (check) => void (check.not = !check.not))}
    >
      {assertionTexts.negated}
    </button>
    <Select
      label={assertionTexts.labels.is}
      hideLabel
      value={props.check.is}
      disabled={props.readOnly}
      options={predicateOptions}
      onChange={(value) => {
        const is = predicateOf(value)
        if (is && is !== props.check.is) props.onEdit(assertionTexts.edits.changePredicate, (check) => changePredicate(check, is))
      }}
    />
  </div>
)
