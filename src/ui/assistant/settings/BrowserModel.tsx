import { createResource, For, Show, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { assistantClient } from '#workers/assistant-client.ts'
import type { BrowserModels, CatalogueModel, ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { DownloadBar } from './DownloadBar.tsx'
import { createDownloading } from './downloading.ts'
import type { ModelChoice } from './settings-store.ts'
import { settingsTexts as texts } from './settings-texts.ts'
import { fallbackIfWorkerEnded } from './worker-fallback.ts'

/** Models that run on the graphics card: which there are, what they need, and which are here. */
export const BrowserModel: Component<{ choice: ModelChoice; change(webLlm: Partial<ModelSettings['webLlm']>): void }> = (
  props,
) => {
  const chosen = () => props.choice.settings().webLlm
  const [look] = createResource(() => fallbackIfWorkerEnded<BrowserModels | undefined>(assistantClient.models.look(), undefined))
  const [models, { refetch }] = createResource(() => fallbackIfWorkerEnded(assistantClient.models.catalogue(), []), {
    initialValue: [],
  })
  const [space, { refetch: measure }] = createResource(async () => navigator.storage?.estimate?.())
  const downloading = createDownloading(() => {
    void refetch()
    void measure()
  })
  const remove = async (id: string) => {
    await assistantClient.models.remove(structuredClone(props.choice.settings()), id)
    showToast(texts.removed)
    void refetch()
    void measure()
  }
  const runs = (one: CatalogueModel) => (look()?.webGpu.usable ?? false) && (!one.f16 || (look()?.webGpu.f16 ?? false))
  const gpu = () => look()?.webGpu
  return (
    <>
      <Show when={gpu()} fallback={<p>{texts.gpu.looking}</p>}>
        {(found) => (
          <Notice kind={found().usable ? 'info' : 'warning'}>
            {found().usable ? texts.gpu.ready(found().adapter) : texts.gpu.none}{' '}
            {found().usable && !found().f16 ? texts.gpu.noF16 : ''}
          </Notice>
        )}
      </Show>
      <ul class="assistant-models" aria-label={texts.models}>
        <For each={models.latest}>
          {(one) => (
            <li class="assistant-model" classList={{ 'assistant-model-off': !runs(one) }}>
              <label>
                <input
                  type="radio"
                  name="web-llm-model"
                  checked={chosen().model === one.id}
                  onChange={() => props.change({ model: one.id })}
                />
                <span class="assistant-model-name">{one.name}</span>
              </label>
              <p class="assistant-settings-note">
                {one.note} {texts.size(formatSize(one.size))}, {texts.memory(formatSize(one.memory))},{' '}
                <a href={one.licenceUrl} target="_blank" rel="noreferrer">
                  {one.licence}
                </a>
                {one.f16 ? `, ${texts.needsF16}` : ''}
                {one.cached ? `, ${texts.kept}` : ''}
              </p>
              <Show
                when={one.cached}
                fallback={
                  <Button
                    small
                    aria-label={`${texts.download} ${one.name}`}
                    disabled={!runs(one) || downloading.progress() !== undefined}
                    onClick={() => {
                      props.change({ model: one.id })
                      void downloading.start({ ...props.choice.settings(), webLlm: { ...chosen(), model: one.id } })
                    }}
                  >
                    {texts.download}
                  </Button>
                }
              >
                <Button small kind="danger" aria-label={`${texts.remove} ${one.name}`} onClick={() => void remove(one.id)}>
                  {texts.remove}
                </Button>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <DownloadBar downloading={downloading} />
      <Show when={space()?.quota}>
        {(quota) => <p class="assistant-settings-note">{texts.storage(formatSize(space()?.usage ?? 0), formatSize(quota()))}</p>}
      </Show>
      <TextField
        label={texts.mirror}
        value={chosen().mirror}
        variables={false}
        code
        hint={texts.mirrorHint}
        onInput={(mirror) => props.change({ mirror })}
      />
    </>
  )
}
