import { createMemo, createSignal, For, Match, Show, Switch, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { openMenu } from '../../components/overlays/Menu.tsx'
import type { MenuItem } from '../../components/overlays/menu-item.ts'
import { copyText } from '../../steps/copy-text.ts'
import { RequestParts } from '../exchange/message-parts.tsx'
import { PairTable } from '../exchange/PairTable.tsx'
import { sizeOf } from '#engine/ports/http/exchange-size.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { isText, typeOf } from '#engine/base/encoding/media-type.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { pickedCheck } from '#engine/steps/assertion/picked-check.ts'
import { nameOfPicked } from '#engine/steps/picked-value.ts'
import type { ValueAt } from '#workers/text/value-at.ts'
import type { StepPlace } from '../session/run-session-type.ts'
import { MaskedText } from '../log/MaskedText.tsx'
import { useRun } from '../run-context.ts'
import { exchangesOf, isOfOtherStep, samePlace, sourceOf, useStepEvents } from '../step-events.ts'
import { TabBar, tabPanel } from '../TabBar.tsx'
import { NotInRun, notInRun } from '../NotInRun.tsx'
import { messageTexts } from '../results/message-texts.ts'
import { runTexts as texts } from '../texts.ts'
import { BodyView } from './BodyView.tsx'
import type { BodySource } from './body.ts'
import { cookiesSent, cookiesSet, hidesHeaders, type SetCookie } from './cookies.ts'
import { Timeline } from './Timeline.tsx'
import { Preview } from './Preview.tsx'
import { previewKind } from './preview-document.ts'
import './response.css'

type View = 'pretty' | 'raw' | 'preview' | 'headers' | 'cookies' | 'timeline' | 'request'

/** The answer to the selected step's request: status line, body, headers. Shown as text only, nothing of it runs (R11). */
export const ResponseViewer: Component = () => {
  const { session, details } = useRun()
  /** What was looked at last: the next answer is shown the same way, if it can be. */
  const [view, setView] = createSignal<View>('pretty')
  const source = createMemo(() => {
    const place = session.selected()
    details.version()
    return place && sourceOf(details, place)
  })
  const place = createMemo(() => source()?.place, undefined, { equals: samePlace })
  const { events } = useStepEvents(place)
  const exchange = createMemo(() => {
    const all = exchangesOf(events() ?? [])
    return all.findLast((entry) => entry.purpose === 'request') ?? all.findLast((entry) => entry.response) ?? all.at(-1)
  })
  const none = () => {
    if (source()?.step.running && details.goesOn()) return messageTexts.response.waiting
    if (source()?.step.outcome === 'skipped') return messageTexts.exchange.skipped(source()?.step.message)
    // A step that broke before it sent anything: why is what the user looks for.
    const { outcome, message } = source()?.step ?? {}
    if (outcome === 'broken' && message) return { title: messageTexts.response.none.title, text: message }
    return source()?.startedAt === undefined ? messageTexts.response.none : messageTexts.exchange.notKept
  }
  return (
    <Show
      when={exchange()}
      fallback={
        <Show
          when={notInRun(session, details)}
          fallback={
            <Show when={events() !== undefined || !place()}>
              <div class="response">
                <Show when={source()?.borrowed}>{(text) => <p class="response-borrowed">{text()}</p>}</Show>
                <EmptyState title={none().title} text={none().text} />
              </div>
            </Show>
          }
        >
          {(missing) => <NotInRun place={missing()} />}
        </Show>
      }
      keyed
    >
      {(entry) => (
        <Response
          exchange={entry}
          run={place()?.run ?? details.run() ?? ''}
          name={source()?.step.name ?? ''}
          borrowed={source()?.borrowed}
          unchecked={source()?.step.unchecked === true}
          place={place()}
          view={view()}
          onView={setView}
        />
      )}
    </Show>
  )
}

interface ResponseProps {
  exchange: Exchange
  run: string
  /** Of the step that received it. */
  name: string
  /** Which answer it is, if the selected step only looked at it. */
  borrowed: string | undefined
  /** Its status says that something went wrong, and no step looks at it. */
  unchecked: boolean
  /** The step that received it. */
  place: StepPlace | undefined
  view: View
  onView(view: View): void
}

const preview = { id: 'preview' as const, title: messageTexts.response.preview }

const Response: Component<ResponseProps> = (props) => {
  const { details, session, steps, openStep } = useRun()
  const response = () => props.exchange.response
  const changed = () => {
    const own = session.selected()
    return own !== undefined && (steps?.changed(own.case, own.step, own.run ?? details.run()) ?? false)
  }
  const body = createMemo((): BodySource | undefined => {
    const answer = response()
    if (answer?.body) {
      const { id, size, stored, mediaType, dropped } = answer.body
      if (dropped) return undefined
      return { key: id, size: stored ?? size, mediaType, read: (start, end) => details.body(props.run, id, { start, end }) }
    }
    const bytes = new TextEncoder().encode(answer?.text ?? '')
    const mediaType = answer?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].split(';')[0] ?? 'text/plain'
    return { key: props.exchange.id, size: bytes.length, mediaType, read: async (start, end) => bytes.slice(start, end) }
  })
  const cut = () => {
    const answer = response()?.body
    return answer?.cut ? messageTexts.response.cut[answer.cut](formatSize(answer.size)) : undefined
  }

  const unchecked = () => props.unchecked && !(props.place && steps?.lookedAt(props.place.case, props.place.step))
  const checkable = () => {
    const at = props.place
    return at && steps && !steps.readOnly() && steps.step(at.case, at.step) ? at : undefined
  }
  /** The step that received the response, if the editor shows another one. */
  const otherStep = () => {
    const at = props.place
    return at && steps && isOfOtherStep(steps, at, session.selected()) ? steps.step(at.case, at.step) : undefined
  }
  /** Where a check or a variable goes is part of the label if the editor shows another step. */
  const pickLabels = () => {
    const { check, keep, checkIn, keepIn } = messageTexts.response.pick
    const other = otherStep()?.name
    return other === undefined ? { check, keep } : { check: checkIn(excerpt(other, 40)), keep: keepIn(excerpt(other, 40)) }
  }
  const AddCheck: Component<{ at: StepPlace }> = ({ at }) => (
    <Button small onClick={() => steps?.checkSuccess(at.case, at.step)}>
      {pickLabels().check}
    </Button>
  )

  const previews = () => {
    const kind = previewKind(body()?.mediaType ?? '')
    return kind !== undefined && (body()?.size ?? 0) <= largestPreview[kind]
  }
  /** Bytes have no pretty form: what can be looked at is shown so. */
  const isPicture = () => previews() && !isText(typeOf(body()?.mediaType ?? ''))
  const view = (): View => {
    if (props.view === 'preview' && !previews()) return 'pretty'
    return props.view === 'pretty' && isPicture() ? 'preview' : props.view
  }
  const set = createMemo(() => cookiesSet(response()))
  const sent = createMemo(() => cookiesSent(props.exchange.request))
  const hides = () => hidesHeaders(props.exchange, location.origin)
  const count = (length: number) => (length > 0 ? ` ${length}` : '')
  const tabs = (): { id: View; title: string }[] => [
    ...(isPicture() ? [preview] : [{ id: 'pretty' as const, title: messageTexts.response.pretty }]),
    { id: 'raw', title: messageTexts.response.raw },
    ...(previews() && !isPicture() ? [preview] : []),
    { id: 'headers', title: messageTexts.response.headers },
    { id: 'cookies', title: messageTexts.response.cookies + count(set().length + sent().length) },
    { id: 'timeline', title: messageTexts.response.timeline },
    { id: 'request', title: messageTexts.response.request },
  ]
  const pick = (picked: ValueAt, box: DOMRect, target: Element) => {
    const t = messageTexts.response.pick
    const at = props.place
    const looking = session.selected()?.step
    const change = (what: 'check' | 'keep') => () =>
      at && steps?.pick(what, { case: at.case, step: at.step, ...(looking === at.step ? {} : { looking }) }, picked)
    const copy = (text: string) => () => void copyText(text, t.copied(excerpt(text, 80)))
    const { check, keep } = pickLabels()
    const changes: MenuItem[] = [
      { label: check, detail: excerpt(describePicked(picked), 80), onSelect: change('check') },
      { label: keep, detail: excerpt(`\${${nameOfPicked(picked)}}`, 80), onSelect: change('keep') },
      'separator',
    ]
    const items: MenuItem[] = [
      ...(checkable() ? changes : []),
      { label: t.copyPath, detail: excerpt(picked.path, 80), onSelect: copy(picked.path) },
      { label: t.copyValue, onSelect: copy(copied(picked)) },
    ]
    openMenu(target, box, items, t.menu(picked.path))
  }
  let element: HTMLDivElement | undefined

  return (
    <div class="response" ref={(box) => (element = box)}>
      <div class="response-status">
        <Show when={otherStep()}>
          {(step) => <strong class="response-step">{messageTexts.response.ofStep(step().name)}</strong>}
        </Show>
        <Show
          when={response()}
          fallback={<strong class="response-code response-code-bad">{messageTexts.response.failed}</strong>}
        >
          {(answer) => (
            <>
              <strong class={`response-code response-code-${statusClass(answer().status)}`}>
                {answer().status} {answer().statusText}
              </strong>
              <span>{describeDuration(props.exchange.duration)}</span>
              <span>{formatSize(sizeOf(props.exchange))}</span>
              <span class="response-type">{answer().body?.mediaType ?? body()?.mediaType}</span>
            </>
          )}
        </Show>
        <Show when={props.borrowed}>{(text) => <span class="response-borrowed">{text()}</span>}</Show>
        <Show when={otherStep() && props.place}>
          {(at) => (
            <Button small onClick={() => openStep(at().case, at().step)}>
              {messageTexts.exchange.openStep}
            </Button>
          )}
        </Show>
      </div>
      <Show when={changed()}>
        <p class="response-borrowed">{texts.run.changedText}</p>
      </Show>
      <Show when={unchecked()}>
        <div class="response-notice">
          <Notice kind="warning" action={<Show when={checkable()}>{(at) => <AddCheck at={at()} />}</Show>}>
            {messageTexts.response.unchecked}
          </Notice>
        </div>
      </Show>
      <Show when={props.exchange.error}>
        {(error) => (
          <div class="response-notice">
            <Notice kind="error">
              <MaskedText text={error().message} />
            </Notice>
          </div>
        )}
      </Show>
      <Show when={cut()}>
        {(text) => (
          <div class="response-notice">
            <Notice kind="warning">{text()}</Notice>
          </div>
        )}
      </Show>
      <Show when={response()} fallback={<NothingCame exchange={props.exchange} />}>
        {(answer) => (
          <Show
            when={body()}
            fallback={
              <>
                <div class="response-notice">
                  <Notice kind="warning">{messageTexts.response.dropped}</Notice>
                </div>
                <div class="response-headers">
                  <PairTable pairs={answer().headers} />
                </div>
              </>
            }
            keyed
          >
            {(source) => (
              <BodyView
                source={source}
                name={props.name}
                view={view() === 'pretty' || view() === 'raw' ? (view() as 'pretty' | 'raw') : undefined}
                onPick={(picked, box) => element && pick(picked, box, element)}
                tabs={
                  <TabBar
                    id="response"
                    label={messageTexts.response.tabsLabel}
                    value={view()}
                    onChange={(id) => props.onView(id as View)}
                    tabs={tabs()}
                  />
                }
              >
                <Show
                  when={view() === 'preview'}
                  fallback={
                    <div class="response-headers" {...tabPanel('response', view())}>
                      <Switch>
                        <Match when={view() === 'headers'}>
                          <HeaderList headers={answer().headers} />
                          <Show when={hides()}>
                            <p class="response-hidden">{messageTexts.response.hiddenHeaders}</p>
                          </Show>
                        </Match>
                        <Match when={view() === 'cookies'}>
                          <Cookies set={set()} sent={sent()} hidden={hides()} />
                        </Match>
                        <Match when={view() === 'timeline'}>
                          <Timeline exchange={props.exchange} />
                        </Match>
                        <Match when={view() === 'request'}>
                          <RequestParts exchange={props.exchange} />
                        </Match>
                      </Switch>
                    </div>
                  }
                >
                  <div class="response-content" {...tabPanel('response', 'preview')}>
                    <Preview source={source} name={props.name} />
                  </div>
                </Show>
              </BodyView>
            )}
          </Show>
        )}
      </Show>
    </div>
  )
}

/** The check that would be made: `$.state equals "open"`. */
function describePicked(picked: ValueAt): string {
  const { is, value } = pickedCheck(picked)
  return [picked.path, predicateFacts[is].title, value === undefined ? '' : JSON.stringify(value)].filter(Boolean).join(' ')
}

/** Without a response: what was sent is all there is to see. */
const NothingCame: Component<{ exchange: Exchange }> = (props) => (
  <div class="response-headers">
    <RequestParts exchange={props.exchange} />
  </div>
)

/** What is copied of a value: of a text what it says, not how JSON writes it. */
function copied({ kind, text }: ValueAt): string {
  return kind === 'string' ? String(JSON.parse(text)) : text
}

const Cookies: Component<{ set: SetCookie[]; sent: [string, string][]; hidden: boolean }> = (props) => (
  <>
    <Show when={props.set.length > 0}>
      <h4 class="response-part">{messageTexts.response.cookiesSet}</h4>
      <PairTable
        pairs={props.set.map(({ name, value, attributes }): [string, string] => [
          name,
          attributes === '' ? value : `${value}; ${attributes}`,
        ])}
      />
    </Show>
    <Show when={props.set.length === 0}>
      <p class="response-hidden">{props.hidden ? messageTexts.response.hiddenCookies : messageTexts.response.noCookies}</p>
    </Show>
    <Show when={props.sent.length > 0}>
      <h4 class="response-part">{messageTexts.response.cookiesSent}</h4>
      <PairTable pairs={props.sent} />
    </Show>
  </>
)

const statusClass = (status: number): string => (status >= 400 || status === 0 ? 'bad' : status >= 300 ? 'other' : 'good')

/** Larger bodies are not previewed: a browser would be busy with them for long. */
const largestPreview = { page: 3_000_000, picture: 5_000_000 }

/** Up to this many headers are drawn at once; the rest on request (R36). */
const MANY_HEADERS = 300

const HeaderList: Component<{ headers: [string, string][] }> = (props) => {
  const [all, setAll] = createSignal(false)
  return (
    <Switch>
      <Match when={props.headers.length === 0}>
        <p>{messageTexts.response.noHeaders}</p>
      </Match>
      <Match when={props.headers.length > 0}>
        <PairTable pairs={all() ? props.headers : props.headers.slice(0, MANY_HEADERS)} />
        <For each={!all() && props.headers.length > MANY_HEADERS ? [props.headers.length - MANY_HEADERS] : []}>
          {(rest) => (
            <button type="button" class="response-more" onClick={() => setAll(true)}>
              {messageTexts.response.moreHeaders(rest)}
            </button>
          )}
        </For>
      </Match>
    </Switch>
  )
}
