import type { CompletionOptions, CompletionStop, ModelMessage } from '#engine/ports/index.ts'

/** How an answer is held to its schema, from the strictest to mere words. Which a server can do is found by asking it. */
export const rungs = ['strict', 'schema', 'object', 'words'] as const
/** See {@link rungs}. */
export type Rung = (typeof rungs)[number]

/** What a server turned out to understand; begins with everything, and only ever loses something. */
export interface Abilities {
  rung: Rung
  /** The name under which it takes the limit of tokens. */
  limit: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
  /** Takes `stream_options`. */
  usage: boolean
}

/** One piece of an answer, in whatever form it came. */
export interface Piece {
  text?: string
  stop?: CompletionStop
  input?: number
  output?: number
  /** What the server says went wrong in the middle of it. */
  error?: string
  /** Nothing comes after it. */
  last?: boolean
}

/** One protocol of remote models: how it is asked, and how its answers are read. Pure. */
export interface Protocol {
  headers(key: string | undefined, endpoint: URL): Record<string, string>
  body(
    model: string,
    messages: readonly ModelMessage[],
    options: Pick<CompletionOptions, 'schema' | 'maxTokens'>,
    abilities: Abilities,
  ): unknown
  /** An event of the stream, parsed. */
  piece(value: unknown): Piece
  /** A whole answer, of a server that does not stream. */
  whole(value: unknown): Piece
  /** The rungs that it has. */
  rungs: readonly Rung[]
}

/** Reads a member of something that came from outside. */
export const member = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined),
    value,
  )

/** The same, where only a text is of use. */
export const textAt = (value: unknown, ...path: (string | number)[]): string | undefined => {
  const found = member(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The same, where only a number is of use. */
export const numberAt = (value: unknown, ...path: (string | number)[]): number | undefined => {
  const found = member(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined
}

/** What a server says went wrong: `{ error: { message } }`, `{ error: "…" }`, `{ message }`, `{ detail }`. */
export const errorIn = (value: unknown): string | undefined =>
  textAt(value, 'error', 'message') ?? textAt(value, 'error') ?? textAt(value, 'message') ?? textAt(value, 'detail')
