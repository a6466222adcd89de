import { createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { FoundAction, LoginTold } from '#engine/ports/index.ts'
import type { ScriptTool, ScriptToolResult } from '#engine/steps/oauth2/automation/script-tool.ts'
import { describeAction } from '#engine/steps/oauth2/automation/describe.ts'
import type { Action } from '#engine/steps/oauth2/automation/schema.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { showToast } from '../../../components/overlays/toasts.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { acceptActions } from './accept-actions.ts'
import { scriptTexts } from './texts.ts'

const texts = scriptTexts.tools
const tools: readonly ScriptTool[] = ['record', 'try', 'suggest']

/** A page that the script was on, with its picture as a URL of this page. */
interface SeenPage {
  name: string
  title: string
  url: string
  tree: string
  picture: string | undefined
}

/** See {@link ScriptTools}. */
export interface ScriptToolsProps {
  step: string
  stepName: string
  readOnly: boolean
  /** How many actions the script has. */
  count: number
  /** Takes actions over, after so many of the script's, instead of the rest. */
  onAccept(actions: Action[], after: number): void
}

/** An action that was found, in words, with what it types. */
function wordsOf(found: FoundAction): string {
  const [action] = acceptActions([found], (field) => field).actions
  if (found.do === 'if-visible' && action) return `${describeAction(action)}${texts.clickIt}`
  const typed = found.do === 'fill' && !found.secret && found.value !== '' ? texts.typed(found.value) : ''
  return `${action ? describeAction(action) : ''}${found.do === 'fill' && found.secret ? texts.secret : typed}`
}

/** Try, Record and Suggest: what the companion's browser does with the sign-in of the step, with pictures of its pages. */
export const ScriptTools: Component<ScriptToolsProps> = (props) => {
  const context = useEditorContext()
  const [going, setGoing] = createSignal<ScriptTool>()
  const [doing, setDoing] = createSignal('')
  const [pages, setPages] = createSignal<readonly SeenPage[]>([])
  const [found, setFound] = createSignal<readonly FoundAction[]>([])
  const [after, setAfter] = createSignal<number>()
  const [result, setResult] = createSignal<ScriptToolResult>()
  let stop: AbortController | undefined
  const forgetPages = (): void => {
    for (const { picture } of pages()) if (picture !== undefined) URL.revokeObjectURL(picture)
    setPages([])
  }
  onCleanup(() => {
    stop?.abort()
    forgetPages()
  })

  const find = (news: Pick<ScriptToolResult, 'actions' | 'after'>): void => {
    setFound(news.actions)
    setAfter(news.after)
  }
  const hear = (told: LoginTold): void => {
    if (told.kind === 'actions') find(told)
    if (told.kind === 'action') setDoing(told.took === undefined ? told.text : texts.took(told.text, told.took))
    if (told.kind !== 'page') return
    const { image, ...page } = told.page
    const picture = image && URL.createObjectURL(new Blob([image.slice()], { type: 'image/png' }))
    setPages((all) => [...all, { ...page, picture }])
  }
  const start = async (tool: ScriptTool): Promise<void> => {
    stop = new AbortController()
    forgetPages()
    find({ actions: [] })
    setResult(undefined)
    setDoing('')
    setGoing(tool)
    try {
      const ended = await context.script?.(props.step, tool, hear, stop.signal)
      if (ended && ended.actions.length > 0) find(ended)
      setResult(ended)
    } catch (thrown) {
      if (!stop.signal.aborted) setResult({ ok: false, message: textOf(thrown), actions: [], notes: [] })
    } finally {
      setGoing(undefined)
    }
  }
  /**
   * How many of the script's actions those that were found are to follow: a proposal knows it, a recording gets it from the
   * user.
   */
  const places = (): readonly number[] => [...new Set(after() === undefined ? [0, props.count] : [after() ?? 0])]
  const accept = (place: number): void => {
    const { actions, secrets } = acceptActions(found(), (field) => context.secrets.suggest(props.stepName, field))
    props.onAccept(actions, place)
    for (const { id, value } of secrets)
      context.secrets.set(id, value).catch((thrown: unknown) => showToast(textOf(thrown), 'error'))
    setFound([])
    setResult(undefined)
  }
  return (
    <div class="script-tools">
      <div class="script-buttons" role="group" aria-label={texts.tools}>
        <For each={tools}>
          {(tool) => (
            <Button
              small
              disabled={going() !== undefined || (tool !== 'try' && props.readOnly) || (tool === 'try' && props.count === 0)}
              busy={going() === tool}
              onClick={() => void start(tool)}
            >
              {texts[tool]}
            </Button>
          )}
        </For>
        <Show when={going()}>
          {(tool) => (
            <>
              <Button small onClick={() => stop?.abort()}>
                {texts.stop}
              </Button>
              <span class="script-going" role="status">
                {doing() || texts.going[tool()]}
              </span>
            </>
          )}
        </Show>
      </div>
      <Show when={result()}>
        {(shown) => (
          <Notice kind={shown().ok ? 'info' : 'error'} live onClose={() => setResult(undefined)}>
            {[...shown().notes, shown().message, shown().hint ?? ''].filter(Boolean).join(' ')}
          </Notice>
        )}
      </Show>
      <Show when={found().length > 0}>
        <section class="script-proposal" aria-label={texts.proposal}>
          <ol>
            <For each={found()}>{(action) => <li>{wordsOf(action)}</li>}</For>
          </ol>
          <div class="script-buttons">
            <For each={places()}>
              {(place) => (
                <Button small disabled={going() !== undefined} onClick={() => accept(place)}>
                  {texts.takeOver(place, props.count)}
                </Button>
              )}
            </For>
            <Button small disabled={going() !== undefined} onClick={() => setFound([])}>
              {texts.discard}
            </Button>
          </div>
        </section>
      </Show>
      <Show when={pages().length > 0}>
        <ol class="script-pages" role="list" aria-label={texts.pages} tabindex="0">
          <For each={pages()}>
            {(page) => (
              <li class="script-page">
                <figure>
                  <Show when={page.picture} fallback={<p class="step-note">{texts.noPicture}</p>}>
                    {(picture) => <img src={picture()} alt={`${page.name}: ${page.title}`} />}
                  </Show>
                  <figcaption>
                    {page.name} · {page.title} · {page.url.replace(/[?#].*/s, '')}
                  </figcaption>
                </figure>
                <details>
                  <summary>{texts.tree}</summary>
                  <pre tabindex="0">{page.tree}</pre>
                </details>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </div>
  )
}
