import { createSignal, createUniqueId, lazy, Show, Suspense, type Component, type JSX } from 'solid-js'
import Copy from 'lucide-solid/icons/copy'
import Play from 'lucide-solid/icons/play'
import { headerKey } from '#engine/project/inherited-headers.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { firstUse } from '../../page/first-use.ts'
import { Button } from '../../components/Button.tsx'
import { ReferenceInput } from '../../components/references/ReferenceInput.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { copyText } from '../copy-text.ts'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'
import { countBadge } from '../nested/StepTabs.tsx'
import { requestTab } from '../nested/requested-tab.ts'
import { looksLikeCurl } from '#engine/importers/curl/looks-like-curl.ts'
import { MethodBox } from './MethodBox.tsx'
import { Params } from './Params.tsx'
import { requestEditorTexts as texts } from './texts.ts'
import { baseVariable, completed, splitUrl } from './url-query.ts'
import './Editor.css'

// Not on the first screen: they are there when someone starts to use the page.
const loadCurl = async () => ({
  ...(await import('#engine/importers/curl/parse-curl.ts')),
  ...(await import('#engine/exporters/curl/to-curl.ts')),
})
const AuthTab = lazy(() => import('./auth/AuthTab.tsx'))
const BodyEditor = lazy(() => import('./body/BodyEditor.tsx'))
const Headers = lazy(() => import('./headers/Headers.tsx'))
const PasteOffers = lazy(() => import('./PasteOffers.tsx'))
const SettingsTab = lazy(() => import('./SettingsTab.tsx'))

/** Edits a Send Request step. A cURL command pasted into the URL becomes the request. */
const SendRequestEditor: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  const urlId = createUniqueId()
  /** What was omitted from a pasted command; undefined: none was, or it is done with. */
  const [notes, setNotes] = createSignal<string[]>()

  void firstUse.then(() =>
    Promise.all([
      loadCurl(),
      AuthTab.preload(),
      BodyEditor.preload(),
      Headers.preload(),
      SettingsTab.preload(),
      PasteOffers.preload(),
    ]),
  )
  const shownFirst = () => (props.step.body.type === 'none' ? 'params' : 'body')
  const paste = (text: string): boolean => {
    if (!looksLikeCurl(text) || props.readOnly) return false
    void take(text)
    return true
  }
  const take = async (command: string) => {
    const { parseCurl } = await loadCurl()
    const parsed = parseCurl(command)
    if (!parsed.ok) return showToast(texts.notPasted(parsed.error), 'warning')
    const { notes: left, timeout, ...request } = parsed.value
    props.edit(texts.pasteCurl, (draft) => {
      Object.assign(draft, request)
      if (timeout !== undefined) draft.timeout = timeout
    })
    setNotes(left)
    requestTab({ step: props.step.id, tab: shownFirst() })
    showToast(texts.pastedCurl)
  }
  const base = () => context.variables().find(({ name }) => name === baseVariable)?.value
  const complete = () => {
    const whole = completed(props.step.url, base())
    if (whole !== props.step.url && !props.readOnly) set('url', 'URL')(whole)
  }
  /** Enter in the URL sends, as in a URL bar. */
  const send = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.repeat ||
      event.isComposing ||
      event.ctrlKey ||
      event.metaKey ||
      props.step.url.trim() === ''
    )
      return
    event.preventDefault()
    complete()
    if (!context.running()) context.runStep(props.step.id)
  }
  /** The headers that it sends beside its own. */
  const inherited = () => {
    const own = new Set(props.step.headers.map(headerKey))
    return (context.inherited?.(props.step.body) ?? []).filter((row) => !own.has(headerKey(row)))
  }
  const whole = (): SendRequestStep => ({ ...props.step, headers: [...props.step.headers, ...inherited()] })
  const copy = async () => {
    const { toCurl } = await loadCurl()
    await copyText(toCurl(whole()), texts.copiedCurl)
  }
  const copyResolved = async () => {
    const [{ toCurl }, { resolveShown }] = await Promise.all([loadCurl(), import('./paste-offers.ts')])
    await copyText(resolveShown(toCurl(whole()), context.variables()), texts.copiedResolved)
  }
  const params = () => splitUrl(props.step.url).parameters.length + props.step.query.filter((pair) => !pair.disabled).length
  const headers = () => whole().headers.filter((pair) => !pair.disabled).length

  const content = (element: () => JSX.Element) => () => <div class="request-tab">{element()}</div>

  return (
    <StepFrame
      {...props}
      tabs={{
        label: texts.tabs,
        first: shownFirst(),
        own: [
          {
            id: 'params',
            title: texts.titles.params,
            badge: countBadge(params()),
            content: content(() => <Params {...props} />),
          },
          { id: 'auth', title: texts.titles.auth, content: content(() => <AuthTab {...props} />) },
          {
            id: 'headers',
            title: texts.titles.headers,
            badge: countBadge(headers()),
            content: content(() => <Headers {...props} />),
          },
          {
            id: 'body',
            title: texts.titles.body,
            badge: props.step.body.type === 'none' ? undefined : props.step.body.type,
            content: content(() => <BodyEditor {...props} />),
          },
          { id: 'settings', title: texts.titles.settings, last: true, content: content(() => <SettingsTab {...props} />) },
        ],
      }}
      more={[
        { label: texts.copyCurl, icon: Copy, onSelect: () => void copy() },
        { label: texts.copyResolved, icon: Copy, detail: texts.copyResolvedDetail, onSelect: () => void copyResolved() },
      ]}
      problems={props.step.url.trim() === '' ? [texts.noUrl] : []}
      actions={
        <Button icon={Play} busy={context.running()} onClick={() => context.runStep(props.step.id)}>
          {texts.send}
        </Button>
      }
    >
      <div class="request-line">
        <MethodBox value={props.step.method} readOnly={props.readOnly} onInput={set('method', 'method')} />
        <div class="request-url" onChange={complete}>
          <label class="visually-hidden" for={urlId}>
            URL
          </label>
          <ReferenceInput
            id={urlId}
            label={texts.labels.url}
            ownName={false}
            value={props.step.url}
            onInput={set('url', 'URL')}
            placeholder={base() === undefined ? texts.urlPlaceholder : texts.pathPlaceholder}
            readOnly={props.readOnly}
            variables
            onPaste={paste}
            onBlur={complete}
            onKeyDown={send}
          />
        </div>
      </div>
      <Show when={notes()}>
        {(left) => (
          <Suspense>
            <PasteOffers {...props} notes={left()} onClose={() => setNotes(undefined)} />
          </Suspense>
        )}
      </Show>
    </StepFrame>
  )
}
export default SendRequestEditor
