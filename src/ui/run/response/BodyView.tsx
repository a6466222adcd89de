import { createMemo, createSignal, Match, Show, Switch, type Component, type JSX } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import Copy from 'lucide-solid/icons/copy'
import Download from 'lucide-solid/icons/download'
import { textOf } from '#engine/base/errors.ts'
import { typeOf } from '#engine/base/encoding/media-type.ts'
import type { TextForm } from '#workers/text/text-document.ts'
import type { ValueAt } from '#workers/text/value-at.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { copyText } from '../../steps/copy-text.ts'
import { messageTexts } from '../results/message-texts.ts'
import { tabPanel } from '../TabBar.tsx'
import { createBodySearch } from './body-search.ts'
import { loadBody, type BodySource } from './body.ts'
import { BodyText } from './BodyText.tsx'
import { HexView } from './HexView.tsx'
import { fileName } from './media.ts'
import { saveBody } from './save-body.ts'
import { SearchBar } from './SearchBar.tsx'
import { UnreadBody } from './UnreadBody.tsx'

const texts = messageTexts.response

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
  const [copied, setCopied] = createSignal(false)
  const [problem, setProblem] = createSignal<string>()
  const [laidOut, setLaidOut] = createSignal(0)
  const [form, setForm] = createSignal<TextForm | false>()

  const text = createMemo(() => {
    const state = body.state()
    return state.phase === 'text' ? state : undefined
  })
  const isBinary = () => body.state().phase === 'binary'
  const shownView = () => (props.view === 'pretty' && form() !== false ? 'pretty' : 'raw')
  const search = createBodySearch(() => text()?.text, shownView, laidOut)

  const attempt = async (what: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await what()
    } catch (thrown) {
      setProblem(texts.failedToRead(textOf(thrown)))
    }
  }
  const copy = () =>
    attempt(async () => {
      const ready = text()
      if (!ready) return
      if (!(await copyText(await ready.text.text(shownView()), null))) return
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    })
  const save = () => attempt(() => saveBody(props.source, fileName(props.name, props.source.mediaType)))
  const canSave = () => props.source.size > 0 && body.state().phase !== 'gone'

  return (
    <>
      <div class="response-bar">
        {props.tabs}
        <Show when={props.view !== undefined && text()?.replaced}>
          <Button small aria-pressed={asHex()} onClick={() => setAsHex((before) => !before)}>
            {texts.hex}
          </Button>
        </Show>
        <span class="response-grow" />
        <Show when={props.view !== undefined && text() && !asHex()}>
          <SearchBar search={search} />
        </Show>
        <IconButton
          label={copied() ? texts.copied : texts.copy}
          icon={copied() ? Check : Copy}
          disabled={!text()}
          onClick={() => void copy()}
        />
        <IconButton label={texts.save} icon={Download} disabled={!canSave()} onClick={() => void save()} />
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
            <Switch
              fallback={
                <UnreadBody
                  state={body.state()}
                  size={props.source.size}
                  onLoad={() => body.load()}
                  onCancel={() => body.cancel()}
                />
              }
            >
              <Match when={isBinary() || (asHex() && text())}>
                <Show when={isBinary()}>
                  <div class="response-notice">
                    <Notice kind="info">{texts.binary(typeOf(props.source.mediaType))}</Notice>
                  </div>
                </Show>
                <HexView source={props.source} />
              </Match>
              <Match when={text()}>
                {(ready) => (
                  <BodyText
                    body={ready()}
                    source={props.source}
                    wanted={view()}
                    form={form()}
                    laidOut={laidOut()}
                    onLayout={(laid, found) => {
                      if (laid === 'pretty') setForm(found ?? false)
                      setLaidOut((before) => before + 1)
                    }}
                    needle={search.needle()}
                    show={search.row()}
                    onPick={props.onPick}
                  />
                )}
              </Match>
            </Switch>
          </div>
        )}
      </Show>
    </>
  )
}
