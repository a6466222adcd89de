/** A tool that a model may call: its name, what it is for, and the JSON Schema of its arguments. */
export interface ModelTool {
  name: string
  description: string
  inputSchema: Record<string, unknown>
}

/** A call that a model made. */
export interface ToolCall {
  /** Given by the model's server, or made up where it gives none: its result names it. */
  id: string
  name: string
  arguments: unknown
  /** Why the arguments couldn't be read; `arguments` is undefined then. */
  problem?: string
}

/** One message of a conversation with a language model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** Of the assistant: the tools that it called. */
  calls?: readonly ToolCall[]
  /** Of a tool: the id of the call that this is the result of. */
  call?: string
}

/** The options of a completion. */
export interface CompletionOptions {
  tools?: readonly ModelTool[] | undefined
  /** JSON Schema that the text has to fit. Only models that run in the browser are held to it: who reads the text validates it. */
  schema?: Record<string, unknown> | undefined
  maxTokens: number
  signal: AbortSignal
  /** Called with each piece of the text as it comes. */
  onText?: ((piece: string) => void) | undefined
  /** Called with each body exactly as it is about to leave this machine; what it throws keeps the body here. */
  onSend?: ((body: string) => void) | undefined
}

/** Why a completion ended: by itself, at `maxTokens`, or because the model or its provider refused. */
export type CompletionStop = 'end' | 'length' | 'refused'

/** Tokens, where the model counts them; `cached`: the part of `input` that was read from the provider's cache. */
export interface TokenCount {
  input: number
  output: number
  cached?: number
}

/** A whole completion. */
export interface Completion {
  text: string
  calls: readonly ToolCall[]
  stop: CompletionStop
  usage?: TokenCount | undefined
}

/**
 * A language model that completes conversations, wherever it runs. `complete` rejects with AssayError `model-unusable` or
 * `cancelled`, and holds no conversation: every call has all of it.
 */
export interface LanguageModel {
  /** For people: "Qwen2.5 1.5B in this browser". */
  title: string
  /** `tools`: works in a loop with tools. `forms`: chooses a form and fills it. `ranking`: only orders what is offered to it. */
  ability: 'tools' | 'forms' | 'ranking'
  /** Checks whether the model can be used, before anything is sent. Rejects as `complete` does. */
  ready?(): Promise<unknown>
  complete(messages: readonly ModelMessage[], options: CompletionOptions): Promise<Completion>
}
