import { AssayError } from '#engine/base/errors.ts'
import type { LanguageModel } from '#engine/ports/index.ts'
import { localSchema, plainMessages } from './local-schema.ts'
import { browserModelTexts as texts } from './texts.ts'
import type { OnProgress } from './web-llm.ts'

/** Whether the browser's own model can be asked. */
export type BuiltInState = 'available' | 'downloadable' | 'downloading' | 'unavailable'

/** The Prompt API, as far as it is used here (https://webmachinelearning.github.io/prompt-api/). */
interface PromptApi {
  availability(): Promise<BuiltInState>
  create(options: {
    initialPrompts?: ReturnType<typeof plainMessages>
    signal?: AbortSignal
    monitor?: (monitor: EventTarget) => void
  }): Promise<Session>
}

interface Session {
  promptStreaming(text: string, options: { signal: AbortSignal; responseConstraint?: unknown }): ReadableStream<string>
  destroy(): void
}

const apiOf = (host: object): PromptApi | undefined => Reflect.get(host, 'LanguageModel') as PromptApi | undefined

const noBuiltIn = () => new AssayError('model-unusable', texts.noBuiltIn, { hint: texts.noGpuHint })

/** Whether there is one. */
export async function builtInState(host: object = globalThis): Promise<BuiltInState> {
  try {
    return (await apiOf(host)?.availability()) ?? 'unavailable'
  } catch {
    // A policy may forbid what the browser has.
    return 'unavailable'
  }
}

/** Has the browser download its model. */
export async function downloadBuiltIn(onProgress: OnProgress, signal: AbortSignal, host: object = globalThis): Promise<void> {
  const monitor = (target: EventTarget) =>
    target.addEventListener('downloadprogress', (event) => {
      const part = Number(Reflect.get(event, 'loaded'))
      onProgress({ part, text: `${Math.round(part * 100)} %` })
    })
  const session = await apiOf(host)?.create({ signal, monitor })
  if (!session) throw noBuiltIn()
  session.destroy()
}

/** The browser's own model. Each request has its own session, so that none knows of another. */
export const builtInModel = (host: object = globalThis): LanguageModel => ({
  title: texts.builtIn,
  ability: 'forms',
  async complete(messages, { schema, maxTokens, signal, onText }) {
    const before = plainMessages(messages.slice(0, -1))
    const last = messages.at(-1)?.content ?? ''
    const stopped = () => new AssayError('cancelled', texts.stopped)
    if (signal.aborted) throw stopped()
    let session: Session | undefined
    try {
      session = await apiOf(host)?.create({ signal, ...(before.length > 0 ? { initialPrompts: before } : {}) })
      if (!session) throw noBuiltIn()
      const constraint = schema ? { responseConstraint: localSchema(schema) } : {}
      const reader = session.promptStreaming(last, { signal, ...constraint }).getReader()
      // It has no limit of its own; a token is seldom longer than this.
      const longest = maxTokens * 8
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return { text, calls: [], stop: 'end' }
        text += value
        onText?.(value)
        if (text.length > longest) {
          await reader.cancel()
          return { text, calls: [], stop: 'length' }
        }
      }
    } catch (thrown) {
      if (signal.aborted) throw stopped()
      if (thrown instanceof AssayError) throw thrown
      const isLong = thrown instanceof Error && thrown.name === 'QuotaExceededError'
      throw new AssayError('model-unusable', isLong ? texts.tooLong : texts.failed, {
        hint: isLong ? texts.tooLongHint : texts.noGpuHint,
        cause: thrown,
      })
    } finally {
      session?.destroy()
    }
  },
})
