import { createMemo, createSignal, For, Match, Show, Switch, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { Exchange } from '#engine/ports/exchange.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PairTable } from '../exchange/PairTable.tsx'
import { sizeOf } from '#engine/ports/exchange-size.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { MaskedText } from '../MaskedText.tsx'
import { useRun } from '../run-context.ts'
import { exchangesOf, samePlace, sourceOf, useStepEvents } from '../step-events.ts'
import { TabBar, tabPanel } from '../TabBar.tsx'
import { NotInRun, notInRun } from '../NotInRun.tsx'
import { messageTexts } from '../message-texts.ts'
import { BodyView } from './BodyView.tsx'
import type { BodySource } from './body.ts'
import './response.css'

type View = 'pretty' | 'raw' | 'headers'

/** The answer to the selected step's request: status line, body, headers. Shown as text only, nothing of it runs (R11). */
export const ResponseViewer: Component = () => {
  const { session, details } = useRun()
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
  const none = () => (source()?.startedAt === undefined ? messageTexts.response.none : messageTexts.exchange.notKept)
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
}

const Response: Component<ResponseProps> = (props) => {
  const { details } = useRun()
  const [view, setView] = createSignal<View>('pretty')
  const response = () => props.exchange.response
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

  return (
    <div class="response">
      <div class="response-status">
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
      </div>
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
      <Show when={response()}>
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
                view={view() === 'headers' ? undefined : (view() as 'pretty' | 'raw')}
                tabs={
                  <TabBar
                    id="response"
                    label={messageTexts.response.tabsLabel}
                    value={view()}
                    onChange={(id) => setView(id as View)}
                    tabs={[
                      { id: 'pretty', title: messageTexts.response.pretty },
                      { id: 'raw', title: messageTexts.response.raw },
                      { id: 'headers', title: messageTexts.response.headers },
                    ]}
                  />
                }
              >
                <div class="response-headers" {...tabPanel('response', 'headers')}>
                  <HeaderList headers={answer().headers} />
                </div>
              </BodyView>
            )}
          </Show>
        )}
      </Show>
    </div>
  )
}

const statusClass = (status: number): string => (status >= 400 || status === 0 ? 'bad' : status >= 300 ? 'other' : 'good')

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
