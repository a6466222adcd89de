import { Wllama } from '@wllama/wllama/esm/index.js'
import { AssayError } from '#engine/base/errors.ts'
import type { Completion, CompletionOptions, CompletionStop, ModelMessage } from '#engine/ports/index.ts'
import { localSchema, plainMessages } from './local-schema.ts'
import { browserModelTexts as texts } from './texts.ts'

/** Milliseconds that loading may take: a worker blocked by a policy would hang forever. */
const patience = 120_000

const failed = (message: string, hint: string, cause?: unknown) => new AssayError('model-unusable', message, { hint, cause })

let loaded: { name: string; engine: Wllama } | undefined

async function load(file: File): Promise<Wllama> {
  const name = `${file.size} ${file.lastModified}`
  if (loaded?.name === name) return loaded.engine
  // What is broken already can't end by itself.
  await loaded?.engine.exit().catch(() => undefined)
  loaded = undefined
  const silent = { debug: () => {}, log: () => {}, warn: () => {}, error: () => {} }
  const engine = new Wllama(
    { default: new URL('@wllama/wllama/esm/wasm/wllama.wasm', import.meta.url).href },
    { suppressNativeLog: true, logger: silent },
  )
  // Otherwise Safari fetches code from elsewhere.
  engine.setCompat(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failed(texts.slow(patience / 1000), texts.noGpuHint)), patience)
  })
  try {
    // One thread: the page is not cross-origin isolated, since login windows need that.
    const options = { n_ctx: 4096, n_threads: 1, n_gpu_layers: 0, n_parallel: 1, seed: 1 }
    await Promise.race([engine.loadModel([file], options), tooLong])
  } catch (thrown) {
    // The same: the reason is in what is thrown.
    await engine.exit().catch(() => undefined)
    throw thrown instanceof AssayError ? thrown : failed(texts.notLoaded(file.name), texts.chooseHint, thrown)
  } finally {
    clearTimeout(timer)
  }
  loaded = { name, engine }
  return engine
}

/** Completes a conversation by a GGUF file on the processor. Rejects with AssayError `model-unusable` or `cancelled`. */
export async function completeByFile(
  file: File,
  messages: readonly ModelMessage[],
  { schema, maxTokens, signal, onText }: CompletionOptions,
): Promise<Completion> {
  const engine = await load(file)
  const stopped = () => new AssayError('cancelled', texts.stopped)
  if (signal.aborted) throw stopped()
  try {
    let text = ''
    let stop: CompletionStop = 'end'
    let usage: Completion['usage']
    const stream = await engine.createChatCompletion({
      messages: plainMessages(messages),
      stream: true,
      max_tokens: maxTokens,
      temperature: 0,
      abortSignal: signal,
      ...(schema
        ? {
            response_format: {
              type: 'json_schema' as const,
              json_schema: { name: 'plan', schema: localSchema(schema), strict: true },
            },
          }
        : {}),
    })
    for await (const chunk of stream) {
      const [piece] = chunk.choices
      const written = piece?.delta.content ?? ''
      text += written
      if (written !== '') onText?.(written)
      if (piece?.finish_reason === 'length') stop = 'length'
      if (chunk.usage) usage = { input: chunk.usage.prompt_tokens, output: chunk.usage.completion_tokens }
    }
    if (signal.aborted) throw stopped()
    return { text, calls: [], stop, usage }
  } catch (thrown) {
    if (signal.aborted) throw stopped()
    if (thrown instanceof AssayError) throw thrown
    throw failed(texts.failed, texts.chooseHint, thrown)
  }
}
