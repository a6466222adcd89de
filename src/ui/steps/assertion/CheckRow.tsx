import { createSignal, Match, Show, Switch as Choose, type Component } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import X from 'lucide-solid/icons/x'
import { expectedTypes, predicateFacts } from '#engine/checks/facts.ts'
import type { Check as CheckStep } from '#engine/steps/assertion/schema.ts'
import { Button } from '../../components/Button.tsx'
import { Select } from '../../components/Select.tsx'
import { TextField } from '../../components/TextField.tsx'
import { moveByKeys, RowActions } from '../RowActions.tsx'
import type { CheckResult } from '../check-result.ts'
import type { Answer } from '../editor-context.ts'
import { PathNote, type PathLook } from '../PathNote.tsx'
import { SourceFields } from '../SourceFields.tsx'
import type { RowEdits } from '../StepRows.tsx'
import { readActual, readValueList, showValue, showValueList } from '../typed-value.ts'
import { TypedValueField } from '../TypedValueField.tsx'
import { changePredicate, pairWithSource } from './checks.ts'
import { JsonField } from './JsonField.tsx'
import { choiceOf, predicateOptions, valueOf } from './predicate-options.ts'
import { SnapshotFields } from './SnapshotFields.tsx'
import { ApiFields } from './ApiFields.tsx'
import { assertionTexts } from './texts.ts'

/** One check: source, predicate, expected value; below it what the last run found. */
export const CheckRow: Component<
  RowEdits & {
    check: CheckStep
    number: number
    count: number
    readOnly: boolean
    result: CheckResult | undefined
    /** The answer that it looks at, for its path. */
    answer: Answer | undefined
    onEdit(label: string, recipe: (check: CheckStep) => void, merge?: string): void
  }
> = (props) => {
  /** The list as it is being typed; it is put in order when the field is left. */
  const [listText, setListText] = createSignal<string>()
  const [look, setLook] = createSignal<PathLook>()
  const facts = () => predicateFacts[props.check.is]
  const expectation = () => facts().expects
  const pair = (): unknown[] => (Array.isArray(props.check.value) ? (props.check.value as unknown[]) : [])
  const setValue = (value: unknown, typing: boolean) =>
    props.onEdit(assertionTexts.edits.changeExpectedValue, (check) => void (check.value = value), typing ? 'value' : undefined)
  const setOfTwo = (index: 0 | 1, value: unknown) =>
    props.onEdit(
      assertionTexts.edits.changeExpectedValue,
      (check) => {
        const two: unknown[] = Array.isArray(check.value) ? [...(check.value as unknown[])] : [0, 0]
        two[index] = value
        check.value = two
      },
      `value.${index}`,
    )
  const failed = () => (props.result && !props.result.passed ? props.result : undefined)
  const actual = () => {
    const found = failed()
    return found && facts().takesActual && !props.check.not ? readActual(found.actual) : undefined
  }
  return (
    <div
      role="group"
      aria-label={assertionTexts.row(props.number)}
      class="check check-grid"
      onKeyDown={(event) => !props.readOnly && moveByKeys(event, props.number - 1, props.count, props.onMove)}
    >
      <span class="check-mark" title={props.result ? assertionTexts.lastRun[props.result.passed ? 'passed' : 'failed'] : ''}>
        <Show when={props.result} fallback={<span class="check-number">{props.number}</span>}>
          {(result) => (
            <Show when={result().passed} fallback={<X class="check-failed" aria-label={assertionTexts.labels.failed} />}>
              <Check class="check-passed" aria-label={assertionTexts.labels.passed} />
            </Show>
          )}
        </Show>
      </span>
      <div class="check-fields">
        <SourceFields
          whole
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
        <div class="check-is">
          <Select
            label={assertionTexts.labels.is}
            hideLabel
            value={valueOf(props.check)}
            disabled={props.readOnly}
            options={predicateOptions}
            onChange={(value) => {
              const choice = choiceOf(value)
              if (!choice) return
              props.onEdit(assertionTexts.edits.changePredicate, (check) => {
                if (choice.is !== check.is) changePredicate(check, choice.is)
                check.not = choice.not
              })
            }}
          />
          <button
            type="button"
            role="switch"
            class="check-not"
            aria-label={assertionTexts.labels.not}
            title={assertionTexts.turnRound}
            aria-checked={props.check.not}
            disabled={props.readOnly}
            onClick={() => props.onEdit(assertionTexts.edits.changeCheck, (check) => void (check.not = !check.not))}
          >
            ≠
          </button>
        </div>
        <div class="check-value-cell">
          <Choose>
            <Match when={expectation() === 'value' || expectation() === 'pattern'}>
              <TypedValueField
                label={assertionTexts.labels.expected}
                value={props.check.value}
                readOnly={props.readOnly}
                onChange={setValue}
                placeholder={assertionTexts.placeholders.value}
              />
            </Match>
            <Match when={expectation() === 'two'}>
              <div class="check-two">
                <TypedValueField
                  label={assertionTexts.labels.expected}
                  value={pair()[0]}
                  readOnly={props.readOnly}
                  onChange={(value) => setOfTwo(0, value)}
                  placeholder={assertionTexts.placeholders.from}
                />
                <span class="check-and">{assertionTexts.and}</span>
                <TypedValueField
                  label={assertionTexts.labels.upperBound}
                  value={pair()[1]}
                  readOnly={props.readOnly}
                  onChange={(value) => setOfTwo(1, value)}
                  placeholder={assertionTexts.placeholders.to}
                />
              </div>
            </Match>
            <Match when={expectation() === 'list'}>
              <div class="check-list">
                <TextField
                  label={assertionTexts.labels.expected}
                  hideLabel
                  code
                  value={listText() ?? showValueList(pair())}
                  readOnly={props.readOnly}
                  placeholder={assertionTexts.placeholders.list}
                  onInput={(text) => {
                    setListText(text)
                    setValue(readValueList(text), true)
                  }}
                  onBlur={() => setListText(undefined)}
                />
                <div class="check-values" aria-hidden="true">
                  {pair().map((value) => (
                    <code class="check-value">{typeof value === 'string' ? `"${value}"` : showValue(value)}</code>
                  ))}
                </div>
              </div>
            </Match>
            <Match when={expectation() === 'type'}>
              <Select
                label={assertionTexts.labels.expected}
                hideLabel
                value={showValue(props.check.value)}
                disabled={props.readOnly}
                options={expectedTypes.map((name) => ({ value: name, label: name }))}
                onChange={(value) => setValue(value, false)}
              />
            </Match>
          </Choose>
        </div>
      </div>
      <RowActions
        what={assertionTexts.rowOf(props.number)}
        index={props.number - 1}
        count={props.count}
        readOnly={props.readOnly}
        onMove={props.onMove}
        onDuplicate={props.onDuplicate}
        onRemove={props.onRemove}
      />
      <PathNote look={look()} />
      <Show when={facts().ofAnswer}>
        <ApiFields
          check={props.check}
          readOnly={props.readOnly}
          onEdit={(recipe) => props.onEdit(assertionTexts.edits.changeOperation, recipe)}
        />
      </Show>
      <Show when={expectation() === 'schema'}>
        <div class="check-wide">
          <JsonField
            label={assertionTexts.labels.expected}
            value={props.check.value ?? {}}
            readOnly={props.readOnly}
            onChange={(value) => setValue(value, true)}
          />
        </div>
      </Show>
      <Show when={expectation() === 'snapshot'}>
        <SnapshotFields check={props.check} readOnly={props.readOnly} onEdit={props.onEdit} />
      </Show>
      <Show when={failed()}>
        {(result) => (
          <div class="check-wide check-result">
            <code>
              <span class="check-result-label">{assertionTexts.expected}</span> {result().expected}
              {'\n'}
              <span class="check-result-label">{assertionTexts.actual}</span> {result().actual}
            </code>
            <Show when={!props.readOnly && result().found}>
              {(found) => (
                <Button
                  small
                  onClick={() =>
                    props.onEdit(assertionTexts.snapshot.accept, (check) => void (check.snapshot = JSON.parse(found())))
                  }
                >
                  {assertionTexts.snapshot.accept}
                </Button>
              )}
            </Show>
            <Show when={!props.readOnly && actual()}>
              {(found) => (
                <Button
                  small
                  onClick={() => props.onEdit(assertionTexts.edits.useActualValue, (check) => void (check.value = found().value))}
                >
                  {assertionTexts.edits.useActualValue}
                </Button>
              )}
            </Show>
          </div>
        )}
      </Show>
    </div>
  )
}
