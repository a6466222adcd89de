import { createMemo, For, Show, type Component } from 'solid-js'
import type { StepReport } from '#engine/runner/report/report.ts'
import { diffOfCheck } from './diff.ts'
import { checkHeight, checkLines, isTall, messageLines, SHOWN_CHECKS } from './result-heights.ts'
import { failedChecks } from './result-rows.ts'
import { runTexts as texts } from '../texts.ts'

type Check = NonNullable<StepReport['checks']>[number]

/** What a failed check wanted and what it got; a diff when both are long. */
export const FailedCheck: Component<{ check: Check; several: boolean }> = (props) => {
  const pieces = createMemo(() => diffOfCheck(props.check))
  return (
    <div class="failed-check" style={{ height: `${checkHeight(props.check, props.several) - 4}px` }}>
      <Show when={props.several}>
        <div class="failed-check-subject">{props.check.subject}</div>
      </Show>
      <Show
        when={pieces()}
        fallback={
          <div
            class="failed-check-values"
            classList={{ 'failed-check-tall': isTall(props.check) }}
            style={{ height: `${checkLines(props.check) * 19}px` }}
          >
            <div title={props.check.expected}>
              <span class="failed-check-label">{texts.expected}</span> {props.check.expected}
            </div>
            <div title={props.check.actual}>
              <span class="failed-check-label">{texts.actual}</span> {props.check.actual}
            </div>
          </div>
        }
      >
        {(parts) => (
          <div
            class="failed-check-values failed-check-tall"
            style={{ height: `${checkLines(props.check) * 19}px` }}
            role="group"
            aria-label={texts.difference}
            tabindex="-1"
          >
            <div class="failed-check-label" aria-hidden="true">
              <del>{texts.onlyExpected}</del> <ins>{texts.onlyActual}</ins>
            </div>
            <For each={parts()}>
              {(piece) =>
                piece.kind === 'same' ? piece.text : piece.kind === 'removed' ? <del>{piece.text}</del> : <ins>{piece.text}</ins>
              }
            </For>
          </div>
        )}
      </Show>
    </div>
  )
}

/** What is below a step that did not pass: its failed checks, or why it broke. */
export const StepFailure: Component<{ step: StepReport }> = (props) => {
  const checks = () => (props.step.outcome === 'failed' ? failedChecks(props.step) : [])
  return (
    <Show
      when={checks().length > 0}
      fallback={
        <Show when={props.step.message}>
          {(message) => (
            <div
              class={`step-message step-message-${props.step.outcome}`}
              style={{ '-webkit-line-clamp': messageLines(message()), height: `${messageLines(message()) * 19 + 14}px` }}
              title={message()}
            >
              <span>{message()}</span>
            </div>
          )}
        </Show>
      }
    >
      <For each={checks().slice(0, SHOWN_CHECKS)}>{(check) => <FailedCheck check={check} several={checks().length > 1} />}</For>
      <Show when={checks().length > SHOWN_CHECKS}>
        <div class="failed-check-more">{texts.moreChecks(checks().length - SHOWN_CHECKS)}</div>
      </Show>
    </Show>
  )
}
