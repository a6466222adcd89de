import { Show, type Component } from 'solid-js'
import type { Check } from '#engine/steps/assertion/schema.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { CheckRow } from '../assertion/CheckRow.tsx'
import { newCheck } from '../assertion/checks.ts'
import { checkResult } from '../check-result.ts'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { useLastAnswer } from '../last-answer.ts'
import { StepRows } from '../rows/StepRows.tsx'
import { untilTexts as t } from './until-texts.ts'
import { partEditor } from '../edits.ts'

/** Whether the request is sent again until checks of its answer hold, how often and how long. */
export const UntilSection: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const context = useEditorContext()
  const edit = partEditor(props, 'until')
  const answer = useLastAnswer(() => ({ step: props.step.id, request: props.step.id }))
  const result = (index: number) => checkResult(context.lastResult(props.step.id), index)
  const set = (key: 'every' | 'atMost') => (value: number | string) =>
    edit(t.changeTimes, (until) => void (until[key] = Number(value)), key)
  return (
    <>
      <Switch
        label={t.again}
        checked={props.step.until !== undefined}
        disabled={props.readOnly}
        note={props.step.until ? t.on : t.off}
        onChange={(on) =>
          props.edit(t.change, (draft) => {
            if (on) draft.until = { checks: [newCheck([])], every: 1, atMost: 30 }
            else delete draft.until
          })
        }
      />
      <Show when={props.step.until}>
        {(until) => (
          <div class="request-until" role="group" aria-label={t.again}>
            <NumberField
              label={t.every}
              value={until().every}
              min={0.1}
              max={600}
              unit="s"
              reference={false}
              readOnly={props.readOnly}
              onChange={set('every')}
            />
            <NumberField
              label={t.atMost}
              value={until().atMost}
              min={1}
              max={3600}
              unit="s"
              reference={false}
              readOnly={props.readOnly}
              onChange={set('atMost')}
            />
            <StepRows
              what={t.check}
              rows={until().checks}
              readOnly={props.readOnly}
              empty={{ title: t.noChecks, text: t.noChecksText }}
              onAdd={() => edit(t.addCheck, ({ checks }) => void checks.push(newCheck(checks)))}
              onEdit={(label, recipe) => edit(label, ({ checks }) => recipe(checks))}
            >
              {(check, place) => (
                <CheckRow
                  {...place}
                  check={check()}
                  result={result(place.index)}
                  answer={answer()}
                  onEdit={(label, recipe: (check: Check) => void, merge) =>
                    edit(
                      label,
                      ({ checks }) => {
                        const one = checks[place.index]
                        if (one) recipe(one)
                      },
                      merge && `checks.${place.index}.${merge}`,
                    )
                  }
                />
              )}
            </StepRows>
          </div>
        )}
      </Show>
    </>
  )
}
