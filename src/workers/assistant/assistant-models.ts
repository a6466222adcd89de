import { AssayError } from '#engine/base/errors.ts'
import type { LanguageModel } from '#engine/ports/index.ts'
import { builtInModel, builtInState, downloadBuiltIn } from '#assistant/browser/built-in.ts'
import { abilityOf, catalogue } from '#assistant/browser/catalogue.ts'
import { lookAtGraphics } from '#assistant/browser/graphics.ts'
import { browserModelTexts as texts } from '#assistant/browser/texts.ts'
import type { createWebLlm } from '#assistant/browser/web-llm.ts'
import { createRemoteModel } from '#assistant/remote/index.ts'
import { relayedFetch, type Relay } from '#assistant/remote/relayed-fetch.ts'
import type { BrowserModels, CatalogueModel, ChosenModel, ModelProgress, ModelSettings } from './assistant-protocol.ts'
import { workerRequestTexts } from '../request-texts.ts'
import type { WllamaWorker } from '../wllama.worker.ts'
import { createWorkerClient, usualWorker } from '../worker-client.ts'

/** llama.cpp has its own worker: what hangs in it can be ended. */
const wllama = createWorkerClient<WllamaWorker>({
  start: () => usualWorker(new Worker(new URL('../wllama.worker.ts', import.meta.url), { type: 'module', name: 'wllama' })),
  gone: { text: workerRequestTexts.modelWorkerDied, hint: texts.noGpuHint },
  grace: 2_000,
})

let webLlm: Promise<ReturnType<typeof createWebLlm>> | undefined
/** Loaded after it was chosen, never before. */
const loadWebLlm = () => (webLlm ??= import('#assistant/browser/web-llm.ts').then((file) => file.createWebLlm()))

const byFile = (file: File): LanguageModel => ({
  title: file.name,
  ability: 'forms',
  complete: (messages, { schema, maxTokens, signal, onText }) =>
    wllama.api.complete(file, messages, { schema, maxTokens }, signal, onText ?? (() => undefined)),
})

/** Ids of models that were downloaded here: asking the library would load it. */
const keptModels = async (): Promise<ReadonlySet<string>> => {
  if (!('caches' in globalThis) || !(await caches.has('webllm/config'))) return new Set()
  const kept = await (await caches.open('webllm/config')).keys()
  return new Set(catalogue.filter(({ id }) => kept.some(({ url }) => url.includes(`/${id}/`))).map(({ id }) => id))
}

/** What a model is called, before it is there. */
const titleOf = ({ backend, remote, webLlm, wllama }: ModelSettings): string => {
  switch (backend) {
    case 'none':
      return ''
    case 'remote':
      return URL.canParse(remote.url) ? `${remote.model} (${new URL(remote.url).host})` : remote.model
    case 'built-in':
      return texts.builtIn
    case 'web-llm':
      return catalogue.find(({ id }) => id === webLlm.model)?.name ?? webLlm.model
    case 'wllama':
      return wllama.file || wllama.url
  }
}

/** What it is of use for, before it is there. */
const abilityIn = ({ backend, webLlm }: ModelSettings): LanguageModel['ability'] =>
  backend === 'remote' ? 'tools' : backend === 'web-llm' ? abilityOf(webLlm.model) : 'forms'

/** What the models need from the worker that they are in. */
export interface ModelParts {
  /** The origin of the page. */
  page: string
  /** The one GGUF file that is kept in this browser. */
  files: {
    keepFile(file: File, signal: AbortSignal): Promise<void>
    keepFrom(url: string, onProgress: (progress: ModelProgress) => void, signal: AbortSignal): Promise<void>
    keptFile(): Promise<File | undefined>
    forgetFile(): Promise<void>
  }
}

/** The language models of the assistant's worker; each is loaded when it was chosen and is first needed. */
export function createModels({ page, files }: ModelParts) {
  /** Ready to be asked; a request downloads none. Rejects with AssayError `model-unusable`. */
  const ready = async ({ settings, key }: ChosenModel, relay: Relay): Promise<LanguageModel> => {
    switch (settings.backend) {
      case 'none':
        throw new AssayError('model-unusable', texts.noModel, { hint: texts.chooseHint })
      case 'remote':
        return createRemoteModel({ ...settings.remote, key }, { fetch: relayedFetch((...asked) => fetch(...asked), relay), page })
      case 'built-in':
        return builtInModel()
      case 'web-llm': {
        const { model } = settings.webLlm
        if (model === '') throw new AssayError('model-unusable', texts.noModel, { hint: texts.chooseHint })
        if (!(await keptModels()).has(model))
          throw new AssayError('model-unusable', texts.notHere(model), { hint: texts.notHereHint })
        return (await loadWebLlm()).model(settings.webLlm)
      }
      case 'wllama': {
        const file = await files.keptFile()
        if (!file) throw new AssayError('model-unusable', texts.noModel, { hint: texts.chooseHint })
        return byFile(file)
      }
    }
  }
  return {
    /** The model that was chosen; it is got ready when it is asked, by `relay` where it lets no page ask it, so that what keeps it from being so is nothing to the rules. */
    model(chosen: ChosenModel, relay: Relay): LanguageModel | undefined {
      if (chosen.settings.backend === 'none') return undefined
      let made: Promise<LanguageModel> | undefined
      const known = () => (made ??= ready(chosen, relay))
      return {
        title: titleOf(chosen.settings),
        ability: abilityIn(chosen.settings),
        ready: known,
        complete: async (messages, options) => (await known()).complete(messages, options),
      }
    },
    async look(): Promise<BrowserModels> {
      const [webGpu, builtIn] = await Promise.all([lookAtGraphics(), builtInState()])
      return { webGpu, builtIn }
    },
    async catalogue(): Promise<CatalogueModel[]> {
      const kept = await keptModels()
      return catalogue.map((one) => ({ ...one, cached: kept.has(one.id) }))
    },
    async download(settings: ModelSettings, signal: AbortSignal, onProgress: (progress: ModelProgress) => void): Promise<void> {
      if (settings.backend === 'web-llm') await (await loadWebLlm()).download(settings.webLlm, onProgress, signal)
      else if (settings.backend === 'built-in') await downloadBuiltIn(onProgress, signal)
      else if (settings.backend === 'wllama') await files.keepFrom(settings.wllama.url, onProgress, signal)
    },
    async remove(settings: ModelSettings, model: string): Promise<void> {
      if (settings.backend === 'wllama') {
        wllama.end()
        return files.forgetFile()
      }
      await (await loadWebLlm()).remove({ ...settings.webLlm, model })
    },
    /** Bytes of the GGUF file that is kept here. */
    kept: async (): Promise<number | undefined> => (await files.keptFile())?.size,
    takeFile: (file: File, signal: AbortSignal): Promise<void> => files.keepFile(file, signal),
  }
}
