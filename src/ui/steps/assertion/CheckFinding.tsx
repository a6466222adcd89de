import { Show, type Component } from 'solid-js'
import { predicateFacts } from '#engine/checks/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { Button } from '../../components/Button.tsx'
import type { CheckResult } from '../check-result.ts'
import { readActual } from '../values/typed-value.ts'
import { assertionTexts } from './texts.ts'

/** See {@link CheckFinding}. */
export interface CheckFindingProps {
  check: Check
  /** Of a check that did not hold. */
  result: CheckResult
  readOnly: boolean
  onEdit(label: string, recipe: (check: Check) => void): void
}

/** What the last run found instead of what is expected, and buttons that take it over. */
export const CheckFinding: Component<CheckFindingProps> = (props) => {
  const actual = () =>
    predicateFacts[props.check.is].takesActual && !props.check.not ? readActual(props.result.actual) : undefined
  return (
    <div class="check-wide check-result">
      <code>
        <span class="check-result-label">{assertionTexts.expected}</span> {props.result.expected}
        {'\n'}
        <span class="check-result-label">{assertionTexts.actual}</span> {props.result.actual}
      </code>
      <Show when={!props.readOnly && props.result.found}>
        {(found) => (
          <Button
            small
            onClick={() => props.onEdit(assertionTexts.snapshot.accept, (check) => void (check.snapshot = JSON.parse(found())))}
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
  )
}
