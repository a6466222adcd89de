import { createSignal, onCleanup, type Accessor } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { decodeCharset, looksBinary } from '#engine/base/encoding/media-type.ts'
import { openText, type LargeText } from '#workers/text-client.ts'
import { SHOW_LIMIT } from './media.ts'

/** Where a body is read from. */
export interface BodySource {
  /** Tells bodies apart. */
  key: string
  size: number
  mediaType: string
  /** Undefined: it is no longer stored. */
  read(start: number, end: number): Promise<Uint8Array | undefined>
}

/** How far a body has come. */
export type BodyState =
  | { phase: 'empty' | 'gone' | 'too-large' | 'cancelled' }
  | { phase: 'loading'; done: number }
  | { phase: 'text'; text: LargeText; charset: string; replaced: boolean }
  | { phase: 'binary' }
  | { phase: 'failed'; reason: string }

/** Bytes that are fetched at once. */
const CHUNK = 2_000_000
const SNIFF = 4096

/** Reads a body into the text worker, chunk by chunk, so that the page never holds it whole. */
export function loadBody(source: BodySource): { state: Accessor<BodyState>; cancel(): void; load(): void } {
  const [state, setState] = createSignal<BodyState>({ phase: 'loading', done: 0 })
  let turn = 0
  let text: LargeText | undefined

  function drop(): void {
    turn++
    text?.close()
    text = undefined
  }

  async function read(own: number): Promise<BodyState> {
    if (source.size === 0) return { phase: 'empty' }
    if (source.size > SHOW_LIMIT) return { phase: 'too-large' }
    const start = await source.read(0, Math.min(source.size, SNIFF))
    if (!start) return { phase: 'gone' }
    if (looksBinary(start, source.mediaType)) return { phase: 'binary' }
    const charset = decodeCharset(start, source.mediaType)
    const document = await openText(charset)
    if (own !== turn) {
      document.close()
      return { phase: 'cancelled' }
    }
    text = document
    for (let at = 0; at < source.size;) {
      const bytes = await source.read(at, Math.min(source.size, at + CHUNK))
      if (!bytes || bytes.length === 0) break
      at += bytes.length
      // The array is given to the worker, so it must not be a view of something that is kept.
      await document.append(bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice())
      if (own !== turn) return { phase: 'cancelled' }
      setState({ phase: 'loading', done: at })
    }
    const { replaced } = await document.finish()
    return { phase: 'text', text: document, charset, replaced }
  }

  async function load(): Promise<void> {
    drop()
    const own = turn
    setState({ phase: 'loading', done: 0 })
    try {
      const result = await read(own)
      if (own === turn) setState(result)
    } catch (thrown) {
      if (own === turn) setState({ phase: 'failed', reason: textOf(thrown) })
    }
  }

  void load()
  onCleanup(drop)
  return {
    state,
    load: () => void load(),
    cancel() {
      drop()
      setState({ phase: 'cancelled' })
    },
  }
}
