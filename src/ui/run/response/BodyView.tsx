import { createEffect, createMemo, createSignal, Match, on, Show, Switch, type Component, type JSX } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronUp from 'lucide-solid/icons/chevron-up'
import Copy from 'lucide-solid/icons/copy'
import Download from 'lucide-solid/icons/download'
import { textOf } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PRETTY_LIMIT, type TextForm, type TextMatches } from '#workers/text/text-document.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { typeOf } from '#engine/base/media-type.ts'
import { formatCount } from '../format.ts'
import { tabPanel } from '../TabBar.tsx'
import { messageTexts } from '../message-texts.ts'
import type { ValueAt } from '#workers/text/value-at.ts'
import { loadBody, type BodySource } from './body.ts'
import { HexView } from './HexView.tsx'
import { fileName, SHOW_LIMIT } from './media.ts'
import { saveBody } from './save-body.ts'
import { TextLines } from './TextLines.tsx'

/** See {@link BodyView}. */
export interface BodyViewProps {
  source: BodySource
  /** Of the step, for the name of a saved file. */
  name: string
  /** Undefined: the children are shown instead (Headers). */
  view: 'pretty' | 'raw' | undefined
  /** What can be done with a value of a JSON body; undefined: nothing. */
  onPick?: ((picked: ValueAt, box: DOMRect) => void) | undefined
  tabs: JSX.Element
  children: JSX.Element
}

/** A body of any size and kind: text in the text worker, bytes as hex, over the limit only to save. */
export const BodyView: Component<BodyViewProps> = (props) => {
  const body = loadBody(props.source)
  const [asHex, setAsHex] = createSignal(false)
  const [needle, setNeedle] = createSignal('')
  const [matches, setMatches] = createSignal<TextMatches>()
  const [current, setCurrent] = createSignal(0)
  const [copied, setCopied] = createSignal(false)
  const [problem, setProblem] = createSignal<string>()
  /** Counts layouts: rows of an older one mean nothing. */
  const [laidOut, setLaidOut] = createSignal(0)
  /** What the pretty view is written in; false: there is none. */
  const [form, setForm] = createSignal<TextForm | false>()
  /** The row that was pointed at or moved to, and where its value stands in the document. */
  const [row, setRow] = createSignal<number>()
  const [path, setPath] = createSignal('')

  const text = createMemo(() => {
    const state = body.state()
    return state.phase === 'text' ? state : undefined
  })
  const shownView = () => (props.view === 'pretty' && form() !== false ? 'pretty' : 'raw')
  const count = () => (matches()?.places.length ?? 0) / 2
  const step = (by: number) => {
    if (count() > 0) setCurrent((before) => (before + by + count()) % count())
  }
  const currentRow = () => matches()?.places[current() * 2]

  createEffect(on([text, shownView, laidOut], () => (setRow(undefined), setPath('')), { defer: true }))
  const valueIn = (at: number) =>
    text()
      ?.text.valueAt(at)
      .catch(() => undefined)
  const goTo = async (at: number) => {
    setRow(at)
    const found = await valueIn(at)
    if (row() === at) setPath(found?.path ?? '')
  }
  const pick = async (at: number, box: DOMRect) => {
    const found = await valueIn(at)
    if (found) props.onPick?.(found, box)
  }

  let searchTurn = 0
  createEffect(
    on([needle, text, shownView, laidOut], async ([wanted, ready, view]) => {
      const own = ++searchTurn
      if (!ready || wanted === '') {
        setMatches(undefined)
        return
      }
      const found = await ready.text.find(view, wanted).catch(() => undefined)
      if (own !== searchTurn) return
      setCurrent(0)
      setMatches(found)
    }),
  )

  const attempt = async (what: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await what()
    } catch (thrown) {
      setProblem(messageTexts.response.failedToRead(textOf(thrown)))
    }
  }
  const copy = () =>
    attempt(async () => {
      const ready = text()
      if (!ready) return
      await navigator.clipboard.writeText(await ready.text.text(shownView()))
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    })
  const save = () => attempt(() => saveBody(props.source, fileName(props.name, props.source.mediaType)))
  const canSave = () => props.source.size > 0 && body.state().phase !== 'gone'
  const hexable = () => text() !== undefined && (text()?.replaced ?? false)

  return (
    <>
      <div class="response-bar">
        {props.tabs}
        <Show when={props.view !== undefined && hexable()}>
          <Button small aria-pressed={asHex()} onClick={() => setAsHex((before) => !before)}>
            {messageTexts.response.hex}
          </Button>
        </Show>
        <span class="response-grow" />
        <Show when={props.view !== undefined && text() && !asHex()}>
          <div class="response-search" role="search">
            <input
              type="search"
              class="response-input"
              aria-label={messageTexts.response.search}
              placeholder={messageTexts.response.search}
              value={needle()}
              onInput={(event) => setNeedle(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
                if (event.key === 'Escape' && needle() !== '') {
                  event.stopPropagation()
                  setNeedle('')
                }
              }}
            />
            <Show when={needle() !== '' && matches()}>
              <span class="response-matches" role="status">
                {count() === 0
                  ? messageTexts.response.noMatches
                  : messageTexts.response.matches(current() + 1, formatCount(count()) + (matches()?.more ? '+' : ''))}
              </span>
            </Show>
            <IconButton
              label={messageTexts.response.previous}
              icon={ChevronUp}
              disabled={count() === 0}
              onClick={() => step(-1)}
            />
            <IconButton label={messageTexts.response.next} icon={ChevronDown} disabled={count() === 0} onClick={() => step(1)} />
          </div>
        </Show>
        <IconButton
          label={copied() ? messageTexts.response.copied : messageTexts.response.copy}
          icon={copied() ? Check : Copy}
          disabled={!text()}
          onClick={() => void copy()}
        />
        <IconButton label={messageTexts.response.save} icon={Download} disabled={!canSave()} onClick={() => void save()} />
      </div>
      <Show when={problem()}>
        {(reason) => (
          <div class="response-notice">
            <Notice kind="error" live>
              {reason()}
            </Notice>
          </div>
        )}
      </Show>
      <Show when={props.view} fallback={props.children}>
        {(view) => (
          <div class="response-content" {...tabPanel('response', view())} tabindex={undefined}>
            <Content />
          </div>
        )}
      </Show>
    </>
  )

  function Content(): JSX.Element {
    const state = body.state
    return (
      <Switch>
        <Match when={state().phase === 'empty'}>
          <p class="response-plain">{messageTexts.response.emptyBody}</p>
        </Match>
        <Match when={state().phase === 'gone'}>
          <p class="response-plain">{messageTexts.response.gone}</p>
        </Match>
        <Match when={state().phase === 'too-large'}>
          <p class="response-plain">{messageTexts.response.tooLarge(formatSize(props.source.size), formatSize(SHOW_LIMIT))}</p>
        </Match>
        <Match when={state().phase === 'cancelled'}>
          <p class="response-plain">
            {messageTexts.response.cancelled}{' '}
            <Button small onClick={() => body.load()}>
              {messageTexts.response.again}
            </Button>
          </p>
        </Match>
        <Match when={state().phase === 'failed'}>
          <p class="response-plain">
            {messageTexts.response.failedToRead(failure(state()))}{' '}
            <Button small onClick={() => body.load()}>
              {messageTexts.response.again}
            </Button>
          </p>
        </Match>
        <Match when={state().phase === 'loading'}>
          <Loading done={progress(state())} size={props.source.size} onCancel={() => body.cancel()} />
        </Match>
        <Match when={state().phase === 'binary' || asHex()}>
          <Show when={state().phase === 'binary'}>
            <div class="response-notice">
              <Notice kind="info">{messageTexts.response.binary(typeOf(props.source.mediaType))}</Notice>
            </div>
          </Show>
          <HexView source={props.source} />
        </Match>
        <Match when={text()}>
          {(ready) => (
            <>
              <Show when={ready().replaced}>
                <div class="response-notice">
                  <Notice kind="warning">{messageTexts.response.badText(ready().charset.toUpperCase())}</Notice>
                </div>
              </Show>
              <Show when={props.view === 'pretty' && form() === false && prettyReason()}>
                {(reason) => (
                  <div class="response-notice">
                    <Notice kind="info">{reason()}</Notice>
                  </div>
                )}
              </Show>
              <TextLines
                text={ready().text}
                view={props.view ?? 'raw'}
                needle={needle()}
                show={currentRow()}
                onPick={props.onPick && ((at, box) => void pick(at, box))}
                current={row()}
                onCurrent={(at) => void goTo(at)}
                onLayout={(view, found) => {
                  if (view === 'pretty') setForm(found ?? false)
                  setLaidOut((before) => before + 1)
                }}
              />
              <Show when={props.onPick && shownView() === 'pretty' && form() === 'json'}>
                <div class="response-path">
                  <span>{messageTexts.response.path}</span>
                  <code role="status" aria-label={messageTexts.response.path}>
                    {path()}
                  </code>
                  <Show when={path() === ''}>
                    <span>{messageTexts.response.pathHint}</span>
                  </Show>
                </div>
              </Show>
            </>
          )}
        </Match>
      </Switch>
    )
  }

  function prettyReason(): string | undefined {
    if (props.source.size > PRETTY_LIMIT) return messageTexts.response.tooLargePretty(formatSize(PRETTY_LIMIT))
    // Lines of JSON are shown as what they are.
    return /(?<!nd)json$/.test(typeOf(props.source.mediaType)) ? messageTexts.response.notJson : undefined
  }
}

const failure = (state: { phase: string; reason?: string }): string => state.reason ?? ''
const progress = (state: { phase: string; done?: number }): number => state.done ?? 0

/** Shown only if loading takes long enough to notice. */
const Loading: Component<{ done: number; size: number; onCancel(): void }> = (props) => {
  const [late, setLate] = createSignal(false)
  setTimeout(() => setLate(true), 150)
  return (
    <Show when={late()}>
      <div class="response-plain">
        <p>{messageTexts.response.progress(formatSize(props.done), formatSize(props.size))}</p>
        <progress aria-label={messageTexts.response.loading} max={props.size} value={props.done} />{' '}
        <Button small onClick={() => props.onCancel()}>
          {messageTexts.response.cancel}
        </Button>
      </div>
    </Show>
  )
}
