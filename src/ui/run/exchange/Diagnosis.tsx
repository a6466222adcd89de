import {
  createMemo,
  createResource,
  createSignal,
  For,
  on,
  createEffect,
  onCleanup,
  onMount,
  Show,
  type Component,
} from 'solid-js'
import { applyChange } from '#engine/oauth/diagnosis/apply-change.ts'
import type { Fix, StepSettings } from '#engine/oauth/step-settings.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { insecureHostOf } from '#engine/ports/http/http-texts.ts'
import { unknownVariableOf } from '#engine/templates/texts.ts'
import { factsOfKind } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { Button } from '../../components/Button.tsx'
import { MaskedText } from '../log/MaskedText.tsx'
import { useRun } from '../run-context.ts'
import type { StepPlace } from '../session/run-session-type.ts'
import { messageTexts } from '../results/message-texts.ts'
import type { Source } from '../step-events.ts'
import { StandardReferences } from '../../components/about/StandardReferences.tsx'

const load = () => import('#engine/oauth/diagnosis/diagnose.ts')

/** See {@link Diagnosis}. */
export interface DiagnosisProps {
  step: Source['step']
  place: StepPlace | undefined
  exchanges: Exchange[]
}

/**
 * Why a step broke, or an API rejected what an assertion looked at, what that most probably means, and buttons for what Assay
 * can change, at the message where it arose.
 */
export const Diagnosis: Component<DiagnosisProps> = (props) => {
  const { openStep, steps, session } = useRun()
  const [engine] = createResource(load)
  const [applied, setApplied] = createSignal<string>()
  let card: HTMLElement | undefined
  let runAgain: HTMLElement | undefined
  // Its title is what one looks for: it must not hide below the edge of a low panel, nor above it once the card has grown.
  let touched = false
  const reveal = () => {
    const room = card?.closest('.exchange-overview')?.clientHeight ?? 0
    if (card && !touched) card.scrollIntoView({ block: card.offsetHeight > room - 40 ? 'start' : 'nearest' })
  }
  onMount(() => {
    const box = card?.closest('.exchange-overview')
    const grown = new ResizeObserver(reveal)
    for (const element of [card, box]) if (element) grown.observe(element)
    const leave = () => (touched = true)
    for (const event of ['wheel', 'pointerdown', 'keydown']) box?.addEventListener(event, leave, { passive: true })
    onCleanup(() => {
      grown.disconnect()
      for (const event of ['wheel', 'pointerdown', 'keydown']) box?.removeEventListener(event, leave)
    })
  })
  const getsToken = () => factsOfKind(props.step.kind)?.getsToken === true
  const settings = (): StepSettings | undefined => {
    const step = props.place && steps?.step(props.place.case, props.place.step)
    return isOAuth2Step(step) ? step : undefined
  }
  // The settings of the failure: a change that is made after it must not make another diagnosis.
  const [failed, setFailed] = createSignal<StepSettings>()
  createEffect(on([() => props.step, () => props.place], () => setFailed(undefined), { defer: true }))
  createEffect(() => {
    if (failed() !== undefined) return
    const now = settings()
    if (now) setFailed(structuredClone(now))
  })
  /** As the run told it: log, reports and terminal say the same. */
  const diagnosis = () => props.step.diagnosis
  const fixes = createMemo((): Fix[] => {
    const known = diagnosis()
    if (!known || !failed() || steps?.readOnly()) return []
    const { code = '', message = '', hint, cause } = props.step
    return engine.latest?.fixesOf(known.situation, props.exchanges, { code, message, hint, cause }, failed()) ?? []
  })
  /** The provider's own words; it has none about an ID token that is rejected here. */
  const said = () => (props.step.code === 'oauth-id-token' ? '' : (diagnosis()?.what ?? ''))
  const apply = (fix: Fix) => {
    const { place } = props
    if (!place) return
    if ('edit' in fix) return steps?.edit(place.case, place.step, fix.edit)
    const { label, change } = fix
    if (steps?.change(place.case, place.step, messageTexts.exchange.changeStep(label), (step) => applyChange(step, change))) {
      setApplied(label)
      runAgain?.focus()
    }
  }
  const unknownVariable = () => (props.step.code === 'variable-unknown' ? unknownVariableOf(props.step.message ?? '') : undefined)
  /** A value is missing that someone may enter here. */
  const canEnter = () => steps?.readOnly() === false && (props.step.code === 'secret-missing' || unknownVariable() !== undefined)
  /** The host that http: may not reach, if that is what is wrong and someone may allow it here. */
  const refusedHost = () =>
    props.step.code === 'http-blocked' && steps && !steps.readOnly() ? insecureHostOf(props.step.message ?? '') : undefined
  const allow = async (host: string) => {
    if (!(await steps?.allowHttp(host))) return
    setApplied(messageTexts.exchange.allowHttp(host))
    runAgain?.focus()
  }
  return (
    <section ref={(element) => (card = element)} class="diagnosis" aria-label={messageTexts.exchange.error}>
      <strong class="diagnosis-title">
        <MaskedText text={diagnosis()?.title ?? props.step.message ?? ''} />
      </strong>
      <Show
        when={diagnosis()}
        fallback={
          <Show when={canEnter() && props.step.code === 'secret-missing' ? messageTexts.exchange.secretHint : props.step.hint}>
            {(hint) => (
              <p>
                <MaskedText text={hint()} />
              </p>
            )}
          </Show>
        }
      >
        {(known) => (
          <>
            <p class="diagnosis-said">
              <Show when={said()} fallback={<MaskedText text={props.step.message ?? ''} />}>
                {getsToken() ? messageTexts.exchange.said : messageTexts.exchange.apiSaid}:{' '}
                <code>
                  <MaskedText text={said()} />
                </code>
              </Show>
            </p>
            <p>
              <MaskedText text={known().means} />
            </p>
            <Show when={known().reference}>
              <p class="diagnosis-reference">
                <StandardReferences text={known().reference} />
              </p>
            </Show>
          </>
        )}
      </Show>
      <Show when={props.step.cause}>
        {(cause) => (
          <p class="diagnosis-cause">
            {messageTexts.exchange.cause}:{' '}
            <code>
              <MaskedText text={cause()} />
            </code>
          </p>
        )}
      </Show>
      <div class="diagnosis-actions">
        <Show
          when={applied()}
          fallback={
            <>
              <For each={fixes()}>
                {(fix, index) => (
                  <Button small kind={index() === 0 ? 'primary' : 'plain'} onClick={() => apply(fix)}>
                    {fix.label}
                  </Button>
                )}
              </For>
              <Show when={props.step.code === 'http-cors' && steps}>
                {(access) => (
                  <Button small kind="primary" onClick={() => access().connectCompanion()}>
                    {diagnosis()?.situation === 'cors-companion'
                      ? messageTexts.exchange.companionHosts
                      : messageTexts.exchange.companion}
                  </Button>
                )}
              </Show>
              <Show when={canEnter()}>
                <Button small kind="primary" onClick={() => void steps?.enterValues(unknownVariable())}>
                  {messageTexts.exchange.enterValues}
                </Button>
              </Show>
              <Show when={refusedHost()}>
                {(host) => (
                  <Button small onClick={() => void allow(host())}>
                    {messageTexts.exchange.allowHttp(host())}
                  </Button>
                )}
              </Show>
            </>
          }
        >
          {(label) => (
            <>
              <span role="status">{messageTexts.exchange.changed(label())}</span>
              <Button
                small
                kind="primary"
                ref={(element) => (runAgain = element)}
                busy={session.running()}
                onClick={() => props.place && steps?.run(props.place.case, props.place.step)}
              >
                {messageTexts.exchange.runAgain}
              </Button>
            </>
          )}
        </Show>
        <Show when={props.place}>
          {(place) => (
            <Button small onClick={() => openStep(place().case, place().step)}>
              {messageTexts.exchange.openStep}
            </Button>
          )}
        </Show>
      </div>
    </section>
  )
}
