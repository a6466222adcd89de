import { createMemo, For, Show, type Component } from 'solid-js'
import type { StepReport } from '#engine/runner/report/report.ts'
import { diffOfCheck } from '../run/results/diff.ts'
import { MaskedLabel } from '../run/log/MaskedText.tsx'
import { failedChecks } from '../run/results/result-rows.ts'
import { messageTexts } from '../run/results/message-texts.ts'
import { runTexts } from '../run/texts.ts'
import { reportPageTexts as texts } from './texts.ts'

type Check = ReturnType<typeof failedChecks>[number]

/** Why a step did not pass: each check with what was expected and found, else its message and what to do; all of it, whatever its length. */
export const Failure: Component<{ step: StepReport }> = (props) => {
  const checks = () => (props.step.outcome === 'failed' ? failedChecks(props.step) : [])
  const diagnosis = () => (checks().length > 0 ? undefined : props.step.diagnosis)
  return (
    <section class={`report-why report-why-${props.step.outcome ?? 'cancelled'}`} aria-label={texts.whatHappened}>
      <Show
        when={checks().length > 0}
        fallback={
          <p class="report-message">
            <MaskedLabel text={props.step.message ?? runTexts.outcomes[props.step.outcome ?? 'cancelled']} />
          </p>
        }
      >
        <For each={checks()}>{(check) => <CheckText check={check} />}</For>
      </Show>
      <Show when={diagnosis()}>
        {(known) => (
          <p>
            <strong>{known().title}.</strong> <MaskedLabel text={known().means} />{' '}
            <span class="report-reference">{known().reference}</span>
          </p>
        )}
      </Show>
      <Show when={diagnosis() ? undefined : props.step.hint}>
        {(hint) => (
          <p>
            <MaskedLabel text={hint()} />
          </p>
        )}
      </Show>
      <Show when={props.step.cause}>
        {(cause) => (
          <p>
            {messageTexts.exchange.cause}:{' '}
            <code>
              <MaskedLabel text={cause()} />
            </code>
          </p>
        )}
      </Show>
    </section>
  )
}

const CheckText: Component<{ check: Check }> = (props) => {
  const pieces = createMemo(() => diffOfCheck(props.check))
  return (
    <div class="report-check">
      <p class="report-check-subject">
        <MaskedLabel text={props.check.subject} />
      </p>
      <Show
        when={pieces()}
        fallback={
          <dl class="report-check-values">
            <dt>{runTexts.expected}</dt>
            <dd>
              <MaskedLabel text={props.check.expected} />
            </dd>
            <dt>{runTexts.actual}</dt>
            <dd>
              <MaskedLabel text={props.check.actual} />
            </dd>
          </dl>
        }
      >
        {(parts) => (
          <>
            <p class="report-legend">
              <del>{texts.onlyExpected}</del> <ins>{texts.onlyActual}</ins>
            </p>
            <p class="report-diff" role="group" aria-label={runTexts.difference}>
              <For each={parts()}>
                {(piece) =>
                  piece.kind === 'same' ? (
                    piece.text
                  ) : piece.kind === 'removed' ? (
                    <del>{piece.text}</del>
                  ) : (
                    <ins>{piece.text}</ins>
                  )
                }
              </For>
            </p>
          </>
        )}
      </Show>
    </div>
  )
}
