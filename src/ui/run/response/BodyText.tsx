import { createEffect, createSignal, on, Show, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { typeOf } from '#engine/base/encoding/media-type.ts'
import { PRETTY_LIMIT, type TextForm } from '#workers/text/text-document.ts'
import type { ValueAt } from '#workers/text/value-at.ts'
import { Notice } from '../../components/Notice.tsx'
import { messageTexts } from '../results/message-texts.ts'
import type { BodySource, BodyState } from './body.ts'
import { TextLines } from './TextLines.tsx'

const texts = messageTexts.response

/** See {@link BodyText}. */
export interface BodyTextProps {
  body: Extract<BodyState, { phase: 'text' }>
  source: BodySource
  /** The requested form; if there is no pretty one it says why, and shows the raw one. */
  wanted: 'pretty' | 'raw'
  /** What the pretty view is written in; false: there is none. */
  form: TextForm | false | undefined
  /** Counts layouts: rows of an older one mean nothing. */
  laidOut: number
  onLayout(view: 'pretty' | 'raw', form: TextForm | undefined): void
  needle: string
  /** Row to bring into view. */
  show: number | undefined
  onPick: ((picked: ValueAt, box: DOMRect) => void) | undefined
}

/** The text of a body, what is to be said of it, and the path of the value that was pointed at or moved to. */
export const BodyText: Component<BodyTextProps> = (props) => {
  const [row, setRow] = createSignal<number>()
  const [path, setPath] = createSignal('')
  const view = () => (props.wanted === 'pretty' && props.form !== false ? 'pretty' : 'raw')
  createEffect(on([() => props.body.text, view, () => props.laidOut], () => (setRow(undefined), setPath('')), { defer: true }))
  const valueIn = (at: number) => props.body.text.valueAt(at).catch(() => undefined)
  const goTo = async (at: number) => {
    setRow(at)
    const found = await valueIn(at)
    if (row() === at) setPath(found?.path ?? '')
  }
  const pick = async (at: number, box: DOMRect) => {
    const found = await valueIn(at)
    if (found) props.onPick?.(found, box)
  }
  const whyRaw = (): string | undefined => {
    if (props.wanted === 'raw' || props.form !== false) return undefined
    if (props.source.size > PRETTY_LIMIT) return texts.tooLargePretty(formatSize(PRETTY_LIMIT))
    // Lines of JSON are shown as what they are.
    return /(?<!nd)json$/.test(typeOf(props.source.mediaType)) ? texts.notJson : undefined
  }
  return (
    <>
      <Show when={props.body.replaced}>
        <div class="response-notice">
          <Notice kind="warning">{texts.badText(props.body.charset.toUpperCase())}</Notice>
        </div>
      </Show>
      <Show when={whyRaw()}>
        {(reason) => (
          <div class="response-notice">
            <Notice kind="info">{reason()}</Notice>
          </div>
        )}
      </Show>
      <TextLines
        text={props.body.text}
        view={props.wanted}
        needle={props.needle}
        show={props.show}
        onPick={props.onPick && ((at, box) => void pick(at, box))}
        current={row()}
        onCurrent={(at) => void goTo(at)}
        onLayout={props.onLayout}
      />
      <Show when={props.onPick && view() === 'pretty' && props.form === 'json'}>
        <div class="response-path">
          <span>{texts.path}</span>
          <code role="status" aria-label={texts.path}>
            {path()}
          </code>
          <Show when={path() === ''}>
            <span>{texts.pathHint}</span>
          </Show>
        </div>
      </Show>
    </>
  )
}
