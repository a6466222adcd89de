import { createEffect, createMemo, createSignal, For, lazy, on, Show, Suspense, type Component } from 'solid-js'
import type { ExchangeRecord } from '#engine/oauth/record/record.ts'
import type { StepFacts } from '#engine/oauth/validation/expectations.ts'
import { factsOfKind } from '#engine/steps/facts.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { formatMoment } from '../format.ts'
import { messageTexts } from '../results/message-texts.ts'
import { useRun } from '../run-context.ts'
import type { EarlierAttempt } from '../session/run-session-type.ts'
import { exchangesOf, looksAtResult, notesOf, samePlace, sourceOf, useStepEvents } from '../step-events.ts'
import { NotInRun, notInRun } from '../NotInRun.tsx'
import { runTexts as texts } from '../texts.ts'
import { arrowsOf, faultyArrow } from '#engine/oauth/record/sequence.ts'
import { ConversationView } from './ConversationView.tsx'
import { ExchangeScope } from './ExchangeScope.tsx'
import { givenUpText, noMessages } from './exchange-states.ts'
import { stepFacts } from './step-facts.ts'
import { Diagnosis } from './Diagnosis.tsx'
import { MessageDetail } from './MessageDetail.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import { SequenceDiagram } from './SequenceDiagram.tsx'
import './exchange.css'

const CompareView = lazy(() => import('./CompareView.tsx'))

/** The messages of what is selected: of a step, or the whole conversation of a suite, a case or a row. */
export const ExchangeView: Component = () => {
  const { details } = useRun()
  return (
    <>
      <ExchangeScope />
      <Show when={details.group()} fallback={<StepExchange />} keyed>
        {(group) => <ConversationView group={group} />}
      </Show>
    </>
  )
}

/** Every message of the selected step as a sequence diagram; an arrow opens its message (O18). */
const StepExchange: Component = () => {
  const { session, details, steps } = useRun()
  const source = createMemo(() => {
    const place = session.selected()
    details.version()
    return place && sourceOf(details, place)
  })
  const place = createMemo(() => source()?.place, undefined, { equals: samePlace })
  const { events, error } = useStepEvents(place)
  /** Of a step that used a cached token, what the step sent in the run that obtained it; null: that run is gone. */
  const [obtained, setObtained] = createSignal<EarlierAttempt | null>()
  const exchanges = createMemo(() => exchangesOf(obtained()?.events ?? events() ?? []))
  const notes = createMemo(() => notesOf(events() ?? []))
  const arrows = createMemo(() => arrowsOf(exchanges()))
  const [open, setOpen] = createSignal<string>()
  const [comparing, setComparing] = createSignal(false)
  let tools: HTMLDivElement | undefined
  createEffect(on(place, () => (setOpen(undefined), setComparing(false), setObtained(undefined)), { defer: true }))

  const opened = createMemo(() => {
    const index = arrows().findIndex((arrow) => arrow.id === open())
    const arrow = arrows()[index]
    const exchange = arrow && exchanges()[arrow.exchange]
    return arrow && exchange ? { index, arrow, exchange } : undefined
  })
  const report = () => (details.version(), source()?.step)
  const broken = () => {
    const step = report()
    return step && (step.outcome === 'broken' || step.outcome === 'cancelled') && step.message ? { ...step } : undefined
  }
  /** The selected step, if it looked at the answer to another one and broke, or failed because of a refusal that can be explained. */
  const looking = () => {
    details.version()
    const own = session.selected()
    const step = own && details.stepAt(own)
    if (!step || !looksAtResult(step)) return undefined
    return step.hint && (step.outcome === 'failed' || step.outcome === 'broken') ? { ...step } : undefined
  }
  const explained = () => broken() ?? looking()
  const diagnosis = () => (
    <Show when={explained()}>
      {(step) => (
        <Diagnosis
          step={step()}
          place={step().outcome === 'broken' && !broken() ? session.selected() : place()}
          exchanges={exchanges()}
        />
      )}
    </Show>
  )
  const givenUp = () => givenUpText(report()?.outcome, exchanges())
  const changed = () => {
    const own = session.selected()
    return own !== undefined && !absent() && (steps?.changed(own.case, own.step, own.run ?? details.run()) ?? false)
  }
  const absent = () => notInRun(session, details)
  const empty = () => {
    const own = report() ?? details.stepAt(session.selected() ?? { case: '', step: '' })
    return noMessages(report(), {
      isEarlier: source()?.startedAt !== undefined,
      own,
      goesOn: details.goesOn(),
    })
  }
  /** It passed without a message of its own, by a token of before. */
  const cached = () => {
    const step = report()
    const isOwn = source()?.startedAt === undefined && step?.outcome === 'passed' && factsOfKind(step.kind)?.getsToken
    return isOwn === true && events() !== undefined && exchangesOf(events() ?? []).length === 0
  }
  const showObtained = async () => {
    const at = place()
    const found = at && (await details.earlier?.(at))
    if (at === place()) setObtained(found ?? null)
  }
  /** When the run of these messages started; empty if that is unknown. */
  const startedAt = () => {
    const earlier = obtained()?.startedAt ?? source()?.startedAt
    if (earlier !== undefined) return earlier
    return session.report()?.startedAt ?? ''
  }
  const facts = (): StepFacts => {
    const at = place()
    return stepFacts(at && steps?.step(at.case, at.step), startedAt(), broken())
  }
  const record = (): ExchangeRecord => {
    const step = report()
    return {
      step: step?.name ?? '',
      startedAt: startedAt(),
      outcome: step?.outcome,
      message: step?.message,
      hint: step?.hint,
      exchanges: exchanges(),
    }
  }
  const move = (by: number) => {
    const index = opened()?.index
    const next = index === undefined ? undefined : arrows()[index + by]
    if (next) setOpen(next.id)
  }

  return (
    <Show
      when={comparing() ? place() : undefined}
      fallback={
        <div class="exchange" classList={{ 'exchange-opened': opened() !== undefined }}>
          <div class="exchange-overview">
            <Show when={exchanges().length > 0}>
              <div class="exchange-tools" ref={(element) => (tools = element)}>
                <RecordMenu record={record} onCompare={details.earlier && (() => setComparing(true))} />
              </div>
            </Show>
            <Show when={error()}>{(text) => <Notice kind="error">{text()}</Notice>}</Show>
            <Show when={changed()}>
              <p class="exchange-borrowed">{texts.run.changedText}</p>
            </Show>
            <Show when={obtained()}>
              {(from) => (
                <p class="exchange-borrowed">{messageTexts.exchange.cached.shown(formatMoment(Date.parse(from().startedAt)))}</p>
              )}
            </Show>
            <Show when={source()?.borrowed}>{(text) => <p class="exchange-borrowed">{text()}</p>}</Show>
            <Show when={givenUp()}>
              {(text) => (
                <div class="exchange-given-up">
                  <Notice kind="info">{text()}</Notice>
                </div>
              )}
            </Show>
            <Show
              when={arrows().length > 0}
              fallback={
                <Show
                  when={absent()}
                  fallback={
                    <Show when={events() !== undefined || !place()}>
                      <Show
                        when={explained()}
                        fallback={
                          <EmptyState
                            title={empty().title}
                            text={obtained() === null ? messageTexts.exchange.cached.gone : empty().text}
                            action={
                              cached() && details.earlier && obtained() === undefined ? (
                                <Button small onClick={() => void showObtained()}>
                                  {messageTexts.exchange.cached.obtained}
                                </Button>
                              ) : undefined
                            }
                          />
                        }
                      >
                        {diagnosis()}
                      </Show>
                    </Show>
                  }
                >
                  {(missing) => <NotInRun place={missing()} />}
                </Show>
              }
            >
              <SequenceDiagram
                arrows={arrows()}
                open={open()}
                faulty={explained() ? faultyArrow(arrows(), explained()?.code) : -1}
                blamed={broken() !== undefined || looking()?.outcome === 'failed'}
                onOpen={(id) => setOpen((before) => (before === id ? undefined : id))}
                diagnosis={diagnosis()}
              />
            </Show>
            <Notes notes={notes()} />
          </div>
          <Show when={opened()}>
            {(message) => (
              <MessageDetail
                exchange={message().exchange}
                exchanges={exchanges()}
                facts={facts()}
                run={session.selected()?.run ?? details.run() ?? ''}
                arrow={message().arrow}
                first={message().index === 0}
                last={message().index === arrows().length - 1}
                onMove={move}
                onClose={() => setOpen(undefined)}
              />
            )}
          </Show>
        </div>
      }
    >
      {(at) => (
        <div class="exchange">
          <Suspense>
            <CompareView
              exchanges={exchanges()}
              earlier={async () => details.earlier?.(at())}
              onClose={() => {
                setComparing(false)
                tools?.querySelector('button')?.focus()
              }}
            />
          </Suspense>
        </div>
      )}
    </Show>
  )
}

const Notes: Component<{ notes: ReturnType<typeof notesOf> }> = (props) => (
  <Show when={props.notes.length > 0}>
    <ul class="exchange-notes">
      <For each={props.notes}>
        {(note) => (
          <li>
            <Show when={note.level === 'warning'} fallback={<p class="exchange-note">{note.text}</p>}>
              <Notice kind="warning">{note.text}</Notice>
            </Show>
          </li>
        )}
      </For>
    </ul>
  </Show>
)
