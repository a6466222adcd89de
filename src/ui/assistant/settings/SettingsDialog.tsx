import { createSignal, createUniqueId, For, Match, Show, Suspense, Switch, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import { messageWithHint } from '#engine/base/errors.ts'
import { assistantClient, endAssistant } from '#workers/assistant-client.ts'
import { backends, type ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../../project/project-context.ts'
import { BrowserModel } from './BrowserModel.tsx'
import { BuiltInModel } from './BuiltInModel.tsx'
import { RemoteModel } from './RemoteModel.tsx'
import { modelChoice } from './settings-store.ts'
import { settingsTexts as texts } from './settings-texts.ts'
import { SmallModel } from './SmallModel.tsx'
import './settings.css'

/** Settings of the page: which language model the assistant may ask, if any. */
const SettingsDialog: Component<DialogProps<'settings'>> = (props) => {
  const context = useProject()
  const choice = modelChoice(context.services)
  const id = createUniqueId()
  const [result, setResult] = createSignal<{ kind: 'info' | 'error'; text: string }>()
  const [testing, setTesting] = createSignal<AbortController>()
  const change = (next: Partial<ModelSettings>) => {
    setResult(undefined)
    choice.change({ ...choice.settings(), ...next })
  }
  const test = async () => {
    const stopper = new AbortController()
    setTesting(stopper)
    setResult(undefined)
    try {
      const settings = structuredClone(choice.settings())
      const key = settings.backend === 'remote' ? await choice.key(settings.remote.url) : undefined
      const answer = await assistantClient.models.test({ settings, key, secrets: [] }, stopper.signal, (request, stop) =>
        context.services.client.companion.askModel(request, stop),
      )
      setResult({ kind: 'info', text: texts.tested(describeDuration(answer.took), answer.speed, answer.text.slice(0, 200)) })
    } catch (thrown) {
      if (!stopper.signal.aborted) setResult({ kind: 'error', text: messageWithHint(thrown) })
    } finally {
      setTesting(undefined)
    }
  }
  const close = () => {
    testing()?.abort()
    props.onClose()
  }
  return (
    <Dialog title={texts.title} open wide onClose={close}>
      <h3 class="assistant-settings-title">{texts.assistant}</h3>
      <p class="assistant-settings-note">{texts.intro}</p>
      <fieldset class="assistant-backends" role="radiogroup" aria-label={texts.model}>
        <For each={backends}>
          {(backend) => (
            <label class="assistant-backend-choice">
              <input
                type="radio"
                name={id}
                checked={choice.settings().backend === backend}
                aria-describedby={`${id}-${backend}`}
                onChange={() => {
                  testing()?.abort()
                  // Whatever another one holds in memory is freed.
                  endAssistant()
                  change({ backend })
                }}
              />
              <span>
                {texts.backends[backend].label}
                <small id={`${id}-${backend}`}>{texts.backends[backend].detail}</small>
              </span>
            </label>
          )}
        </For>
      </fieldset>
      {/* Of its own: what waits inside would take the dialog away, which would come back without its backdrop. */}
      <Suspense fallback={<p>{texts.gpu.looking}</p>}>
        <Switch>
          <Match when={choice.settings().backend === 'remote'}>
            <RemoteModel choice={choice} change={(remote) => change({ remote: { ...choice.settings().remote, ...remote } })} />
          </Match>
          <Match when={choice.settings().backend === 'web-llm'}>
            <BrowserModel choice={choice} change={(webLlm) => change({ webLlm: { ...choice.settings().webLlm, ...webLlm } })} />
          </Match>
          <Match when={choice.settings().backend === 'built-in'}>
            <BuiltInModel choice={choice} />
          </Match>
          <Match when={choice.settings().backend === 'wllama'}>
            <SmallModel choice={choice} change={(wllama) => change({ wllama: { ...choice.settings().wllama, ...wllama } })} />
          </Match>
        </Switch>
      </Suspense>
      <Show when={choice.settings().backend !== 'none'}>
        <div class="assistant-settings-test">
          <Button busy={testing() !== undefined} onClick={() => void test()}>
            {testing() ? texts.testing : texts.test}
          </Button>
          <Show when={testing()}>
            {(stopper) => (
              <Button kind="ghost" onClick={() => stopper().abort()}>
                {texts.cancel}
              </Button>
            )}
          </Show>
        </div>
        <Show when={result()}>
          {(found) => (
            <Notice kind={found().kind} live>
              {found().text}
            </Notice>
          )}
        </Show>
      </Show>
    </Dialog>
  )
}

export default SettingsDialog
