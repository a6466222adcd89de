/** One message of a conversation with a language model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What is wanted of a completion. */
export interface CompletionOptions {
  /** JSON Schema that the answer has to fit. What a model can't be held to is asked for in words: who reads the answer validates it. */
  schema?: Record<string, unknown> | undefined
  maxTokens: number
  signal: AbortSignal
  /** Called with each piece of the answer as it comes. */
  onText?: ((piece: string) => void) | undefined
}

/** Why a completion ended: by itself, at `maxTokens`, or since the model or its provider would not answer. */
export type CompletionStop = 'end' | 'length' | 'refused'

/** A whole answer. */
export interface Completion {
  /** With a schema: the JSON alone, as far as one was found. */
  text: string
  stop: CompletionStop
  /** Tokens, where the model tells. */
  usage?: { input: number; output: number } | undefined
}

/**
 * A language model that completes conversations, wherever it runs. `complete` rejects with AssayError `model-unusable` or `cancelled`,
 * and holds no conversation: every call has all of it.
 */
export interface LanguageModel {
  /** For people: "Qwen2.5 1.5B in this browser". */
  title: string
  /** Finds out whether it can be asked, before anything is sent. Rejects as `complete` does. */
  ready?(): Promise<unknown>
  complete(messages: readonly ModelMessage[], options: CompletionOptions): Promise<Completion>
}
