import type { AppConfig, ChatCompletionRequestStreaming, MLCEngine, ModelRecord } from '@mlc-ai/web-llm'
import { AssayError } from '#engine/base/errors.ts'
import type { Completion, CompletionOptions, CompletionStop, LanguageModel, ModelMessage } from '#engine/ports/index.ts'
import { abilityOf, catalogue } from './catalogue.ts'
import { lookAtGraphics } from './graphics.ts'
import { localSchema, plainMessages } from './local-schema.ts'
import { browserModelTexts as texts } from './texts.ts'

/** The library: seven megabytes, loaded when a model that needs it is first asked for. */
const library = () => import('@mlc-ai/web-llm')

/** Tells how far a download or a loading is: parts of one, and words. */
export type OnProgress = (progress: { part: number; text: string }) => void

/** Which model, and where its files come from if not from their usual place. */
export interface WebLlmChoice {
  model: string
  mirror: string
}

const failed = (message: string, hint: string, cause?: unknown) => new AssayError('model-unusable', message, { hint, cause })
const stopped = () => new AssayError('cancelled', texts.stopped)

/** Addresses below a mirror: it has the files under the paths that they have at their usual hosts. */
const from = (mirror: string, address: string): string => {
  const base = mirror.trim().replace(/\/+$/, '')
  return base === '' ? address : address.replace(/^https:\/\/[^/]+/, base)
}

/** The library's settings: its own record of the model. */
async function configOf({ model, mirror }: WebLlmChoice, more: readonly ModelRecord[]): Promise<AppConfig> {
  const { prebuiltAppConfig } = await library()
  const known = [...more, ...prebuiltAppConfig.model_list].find((one) => one.model_id === model)
  if (!known) throw failed(texts.unknownModel(model), texts.chooseHint)
  return { model_list: [{ ...known, model: from(mirror, known.model), model_lib: from(mirror, known.model_lib) }] }
}

/**
 * Models on the graphics card by WebLLM. One is loaded at a time. `more`: models besides those that the library knows, for tests.
 * Everything rejects with AssayError `model-unusable` or `cancelled`.
 */
export function createWebLlm(more: readonly ModelRecord[] = []) {
  let loaded: { key: string; engine: MLCEngine } | undefined
  const keyOf = ({ model, mirror }: WebLlmChoice) => `${model} ${mirror}`

  const unload = async () => {
    const before = loaded
    loaded = undefined
    // What is broken already can't be unloaded: it is left to the browser.
    await before?.engine.unload().catch(() => undefined)
  }

  const load = async (choice: WebLlmChoice, onProgress: OnProgress, signal: AbortSignal): Promise<MLCEngine> => {
    if (choice.model === '') throw failed(texts.noModel, texts.chooseHint)
    if (loaded?.key === keyOf(choice)) return loaded.engine
    if (signal.aborted) throw stopped()
    const card = await lookAtGraphics()
    if (!card.usable) throw failed(texts.noGpu, texts.noGpuHint)
    const offered = catalogue.find(({ id }) => id === choice.model)
    if (offered?.f16 && !card.f16) throw failed(texts.noF16(offered.name), texts.noF16Hint)
    const { MLCEngine } = await library()
    const appConfig = await configOf(choice, more)
    await unload()
    const engine = new MLCEngine({
      appConfig,
      logLevel: 'SILENT',
      initProgressCallback: ({ progress, text }) => onProgress({ part: progress, text }),
    })
    // Unloading makes a load that goes on resolve as if all were well: only this tells.
    let cancelled = false
    const cancel = () => {
      cancelled = true
      void engine.unload().catch(() => undefined)
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      await engine.reload(choice.model)
    } catch (thrown) {
      if (cancelled) throw stopped()
      throw failed(texts.notLoaded(choice.model), texts.loadHint, thrown)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
    if (cancelled) throw stopped()
    loaded = { key: keyOf(choice), engine }
    return engine
  }

  /** What an error of the library means; an engine that may be broken is not used again. */
  const explained = async (thrown: unknown): Promise<AssayError> => {
    if (thrown instanceof AssayError) return thrown
    const name = thrown instanceof Error ? thrown.name : ''
    if (name === 'ContextWindowSizeExceededError') return failed(texts.tooLong, texts.tooLongHint, thrown)
    await unload()
    const lost = name === 'DeviceLostError' || /device.*lost|out of memory/i.test(String(thrown))
    return lost ? failed(texts.lost, texts.lostHint, thrown) : failed(texts.failed, texts.lostHint, thrown)
  }

  const complete = async (
    choice: WebLlmChoice,
    messages: readonly ModelMessage[],
    options: CompletionOptions,
  ): Promise<Completion> => {
    const engine = await load(choice, () => undefined, options.signal)
    const cancel = () => void engine.interruptGenerate()
    options.signal.addEventListener('abort', cancel, { once: true })
    try {
      const request: ChatCompletionRequestStreaming = {
        messages: plainMessages(messages),
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0,
        // With 1 the grammar's matcher rejects tokens in longer answers.
        top_p: 0.95,
        max_tokens: options.maxTokens,
        ...(options.schema
          ? { response_format: { type: 'json_object', schema: JSON.stringify(localSchema(options.schema)) } }
          : {}),
      }
      let text = ''
      let stop: CompletionStop = 'end'
      let usage: Completion['usage']
      for await (const chunk of await engine.chat.completions.create(request)) {
        const [piece] = chunk.choices
        const written = piece?.delta.content ?? ''
        text += written
        if (written !== '') options.onText?.(written)
        if (piece?.finish_reason === 'length') stop = 'length'
        if (chunk.usage) usage = { input: chunk.usage.prompt_tokens, output: chunk.usage.completion_tokens }
      }
      if (options.signal.aborted) throw stopped()
      return { text, calls: [], stop, usage }
    } catch (thrown) {
      if (options.signal.aborted) throw stopped()
      throw await explained(thrown)
    } finally {
      options.signal.removeEventListener('abort', cancel)
    }
  }

  return {
    /** Fetches what is missing of a model, keeps it in this browser, and gets it ready. */
    download: async (choice: WebLlmChoice, onProgress: OnProgress, signal: AbortSignal): Promise<void> => {
      await load(choice, onProgress, signal)
    },
    /** Whether all of a model is kept here. */
    async cached(choice: WebLlmChoice): Promise<boolean> {
      const { hasModelInCache } = await library()
      return hasModelInCache(choice.model, await configOf(choice, more))
    },
    async remove(choice: WebLlmChoice): Promise<void> {
      if (loaded?.key === keyOf(choice)) await unload()
      const { deleteModelAllInfoInCache } = await library()
      await deleteModelAllInfoInCache(choice.model, await configOf(choice, more))
    },
    unload,
    /** The model as the assistant asks it. */
    model: (choice: WebLlmChoice): LanguageModel => ({
      title: catalogue.find(({ id }) => id === choice.model)?.name ?? choice.model,
      ability: abilityOf(choice.model),
      complete: (messages, options) => complete(choice, messages, options),
    }),
  }
}
