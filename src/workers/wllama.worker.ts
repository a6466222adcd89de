import { completeByFile } from '#assistant/browser/wllama.ts'
import type { ModelMessage } from '#engine/ports/index.ts'
import { exposeApi } from './wire.ts'

/** llama.cpp, in its own file: it starts workers from `blob:` addresses, which only this file's policy allows. */
const api = {
  complete: (
    file: File,
    messages: readonly ModelMessage[],
    options: { schema?: Record<string, unknown> | undefined; maxTokens: number },
    signal: AbortSignal,
    onText: (piece: string) => void,
  ) => completeByFile(file, messages, { ...options, signal, onText }),
}

/** What the assistant's worker can ask it. */
export type WllamaWorker = typeof api

exposeApi(api)
