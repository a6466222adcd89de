import { jsonValue } from '#engine/base/encoding/json-value.ts'
import { AssayError } from '#engine/base/errors.ts'
import { formatSize } from '#engine/base/format-size.ts'
import type { Completion, ToolCall } from '#engine/ports/index.ts'
import { saidIn } from './failures.ts'
import type { CallPiece, Piece, Protocol } from './protocol.ts'
import { createEventReader } from './server-events.ts'
import { remoteModelTexts as texts } from './texts.ts'

/** How a response is read. */
export interface Reading {
  protocol: Protocol
  /** The origin, for words. */
  where: string
  onText?: ((piece: string) => void) | undefined
  /** Called whenever something came. */
  alive(): void
  /** Hides the key in what comes. */
  mask(text: string): string
}

/** The most characters that a response may have, whatever it is made of: changes are small. */
const longest = 1_000_000

/** Calls whose pieces are combined. */
function createCallReader() {
  const calls = new Map<number, { id: string; name: string; text: string }>()
  return {
    take({ index, id, name, arguments: piece }: CallPiece): void {
      const call = calls.get(index) ?? { id: '', name: '', text: '' }
      calls.set(index, call)
      call.id ||= id ?? ''
      call.name ||= name ?? ''
      call.text += piece ?? ''
    },
    /** What was called; `mask` hides the key in what the server made of it. */
    all: (mask: (text: string) => string): ToolCall[] =>
      [...calls]
        .toSorted(([one], [other]) => one - other)
        .map(([index, { id, name, text }]): ToolCall => {
          const value = jsonValue(mask(text.trim() === '' ? '{}' : text))
          const call = { id: id || `call_${index}`, name: mask(name) }
          return value === undefined ? { ...call, arguments: undefined, problem: texts.noJson } : { ...call, arguments: value }
        }),
  }
}

const failed = (message: string, hint?: string) => new AssayError('model-unusable', message, { hint })

/** Reads the whole of a body as text, at most `limit` characters of it. */
export async function readText(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string> {
  let text = ''
  await eachPiece(body, (piece) => {
    text += piece
    return text.length < limit
  })
  return text.slice(0, limit)
}

/** Passes the pieces of a body to `use` until `use` says that it has enough. */
async function eachPiece(body: ReadableStream<Uint8Array> | null, use: (text: string) => boolean): Promise<void> {
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (!use(decoder.decode(value, { stream: !done })) || done) return
    }
  } finally {
    // Don't send what is no longer wanted.
    void reader.cancel().catch(() => undefined)
  }
}

/** Reads a response, streamed or whole. Rejects with AssayError `model-unusable`, or with what the stream was broken by. */
export async function readAnswer(response: Response, { protocol, where, onText, alive, mask }: Reading): Promise<Completion> {
  const parts = { text: '', stop: undefined as Completion['stop'] | undefined, input: 0, output: 0, cached: 0, counted: false }
  const calls = createCallReader()
  let complete = false
  let understood = false
  const take = (piece: Piece) => {
    if (piece.error !== undefined) {
      const said = saidIn(JSON.stringify({ message: piece.error }))
      throw failed(said === '' ? texts.cut(where) : texts.says(said), texts.cutHint)
    }
    understood ||= Object.keys(piece).length > 0
    if (piece.text !== undefined) {
      parts.text += piece.text
      onText?.(piece.text)
    }
    for (const one of piece.calls ?? []) calls.take(one)
    parts.stop = piece.stop ?? parts.stop
    if (piece.input !== undefined || piece.output !== undefined) parts.counted = true
    parts.input = piece.input ?? parts.input
    parts.output = piece.output ?? parts.output
    parts.cached = piece.cached ?? parts.cached
    complete ||= piece.last === true || piece.stop !== undefined
  }
  let done = false
  const events = createEventReader(({ data }) => {
    if (done) return
    if (data.trim() === '[DONE]') {
      complete = true
      done = true
      return
    }
    // A server may send whatever it likes between its events.
    const value = jsonValue(data)
    if (value !== undefined) take(protocol.piece(value))
  })
  let read = 0
  let rest = ''
  let streamed = response.headers.get('content-type')?.includes('event-stream') === true
  await eachPiece(response.body, (text) => {
    alive()
    read += text.length
    if (read > longest) throw failed(texts.tooLong(where, formatSize(longest)))
    if (streamed) events.read(text)
    else {
      rest += text
      // Not every server says that it streams.
      if (/^\s*(data|event|id|retry)?:/.test(rest)) {
        streamed = true
        events.read(rest)
      }
    }
    return !done
  })
  if (streamed) events.end()
  else {
    const value = jsonValue(rest)
    if (value !== undefined) take(protocol.whole(value))
    complete = understood
  }
  if (!understood) throw failed(texts.unreadable(where), texts.unreadableHint)
  if (!complete) throw failed(texts.cut(where), texts.cutHint)
  return {
    text: mask(parts.text),
    calls: calls.all(mask),
    stop: parts.stop ?? 'end',
    ...(parts.counted
      ? { usage: { input: parts.input, output: parts.output, ...(parts.cached > 0 ? { cached: parts.cached } : {}) } }
      : {}),
  }
}
