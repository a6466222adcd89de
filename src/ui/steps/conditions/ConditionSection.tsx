import { onMount, Show, type Component } from 'solid-js'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { Section } from '../../components/layout/Section.tsx'
import { CheckRow } from '../assertion/CheckRow.tsx'
import type { Answer } from '../editor-context.ts'
import { StepRows } from '../rows/StepRows.tsx'
import { newCondition } from './new-condition.ts'
import { conditionTexts as t } from './condition-texts.ts'

/** What has a condition. */
export interface Conditional {
  onlyIf?: Check[] | undefined
}

/** See {@link ConditionSection}. */
export interface ConditionSectionProps {
  of: 'step' | 'case'
  checks: readonly Check[]
  /** Just added: the name field has the focus. */
  focused?: boolean | undefined
  readOnly: boolean
  /** The answer that it looks at, for paths. */
  answer?: Answer | undefined
  /** What the last run said, if it skipped or broke because of it. */
  found?: string | undefined
  edit(label: string, recipe: (holder: Conditional) => void, merge?: string): void
}

/** What has to hold for a step or a case to be run: checks, all of them. Without the last of them there is no condition. */
const ConditionSection: Component<ConditionSectionProps> = (props) => {
  const edit = (label: string, recipe: (checks: Check[]) => void, merge?: string) =>
    props.edit(
      label,
      (holder) => {
        const checks = holder.onlyIf ?? []
        recipe(checks)
        if (checks.length > 0) holder.onlyIf = checks
        else delete holder.onlyIf
      },
      merge && `onlyIf.${merge}`,
    )
  let body: HTMLDivElement | undefined
  onMount(() => props.focused && body?.querySelector('input')?.focus())
  return (
    <Section title={t.title} group={t.title}>
      <p class="step-note">{t.hint[props.of]}</p>
      <div ref={(element) => (body = element)}>
        <StepRows
          what={t.check}
          rows={props.checks}
          readOnly={props.readOnly}
          empty={{ title: '', text: '' }}
          onAdd={() => edit(t.add, (checks) => void checks.push(newCondition()))}
          onEdit={edit}
        >
          {(check, place) => (
            <CheckRow
              {...place}
              check={check()}
              result={undefined}
              answer={props.answer}
              variablesOnly={props.of === 'case'}
              onEdit={(label, recipe, merge) =>
                edit(
                  label,
                  (checks) => {
                    const one = checks[place.index]
                    if (one) recipe(one)
                  },
                  merge && `${place.index}.${merge}`,
                )
              }
            />
          )}
        </StepRows>
      </div>
      <Show when={props.found}>{(found) => <p class="step-note">{found()}</p>}</Show>
    </Section>
  )
}

export default ConditionSection
