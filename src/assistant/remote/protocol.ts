import type { CompletionOptions, CompletionStop, ModelMessage } from '#engine/ports/index.ts'

/** What a server turned out to understand; starts with everything, and only ever loses something. */
export interface Abilities {
  /** Takes tools; otherwise calls and results are JSON in texts (`text-protocol.ts`). */
  tools: boolean
  /** It has called a tool by the protocol's own means: it isn't one that takes tools and drops them. */
  called: boolean
  /** The name under which it takes the limit of tokens. */
  limit: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
  /** Takes `stream_options`. */
  usage: boolean
  /** Takes `cache_control`. */
  cache: boolean
}

/** See {@link Abilities}. */
export const allAbilities: Abilities = {
  tools: true,
  called: false,
  limit: 'max_tokens',
  temperature: true,
  usage: true,
  cache: true,
}

/** A part of a call: its arguments come as the text of a JSON object, in pieces. */
export interface CallPiece {
  index: number
  id?: string
  name?: string
  arguments?: string
}

/** One piece of a response, in whatever form it came. */
export interface Piece {
  text?: string
  calls?: CallPiece[]
  stop?: CompletionStop
  input?: number
  output?: number
  cached?: number
  /** What the server says went wrong in the middle of it. */
  error?: string
  /** Nothing comes after it. */
  last?: boolean
}

/** One protocol of remote models: how it is asked, and how its responses are read. Pure. */
export interface Protocol {
  headers(key: string | undefined, endpoint: URL): Record<string, string>
  body(
    model: string,
    messages: readonly ModelMessage[],
    options: Pick<CompletionOptions, 'tools' | 'maxTokens'>,
    abilities: Abilities,
  ): unknown
  /** An event of the stream, parsed. */
  piece(value: unknown): Piece
  /** A whole response, of a server that does not stream. */
  whole(value: unknown): Piece
}

/** A piece without the members that are undefined. */
export const pieceOf = (piece: { [Name in keyof Piece]: Piece[Name] | undefined }): Piece =>
  Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== undefined))

/** Reads a member of something that came from outside. */
export const memberAt = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined),
    value,
  )

/** The same, where only a text is of use. */
export const textAt = (value: unknown, ...path: (string | number)[]): string | undefined => {
  const found = memberAt(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The same, where only a number is of use. */
export const numberAt = (value: unknown, ...path: (string | number)[]): number | undefined => {
  const found = memberAt(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined
}

/** What a server says went wrong: `{ error: { message } }`, `{ error: "…" }`, `{ message }`, `{ detail }`. */
export const errorIn = (value: unknown): string | undefined =>
  textAt(value, 'error', 'message') ?? textAt(value, 'error') ?? textAt(value, 'message') ?? textAt(value, 'detail')
