import { transfer } from 'comlink'
import type { TextWorker } from './text.worker.ts'
import { workerRequestTexts } from './request-texts.ts'
import { createWorkerClient, usualWorker, WorkerGone } from './worker-client.ts'
import type { ValueAt } from './text/value-at.ts'
import type { TextLayout, TextMatches, TextRow, TextView } from './text/text-document.ts'

/** A large text, held by the text worker. Every call rejects after `close`, or if the worker died. */
export interface LargeText {
  /** The next bytes; the array is given away. */
  append(bytes: Uint8Array): Promise<void>
  /** All bytes are in. `replaced`: some were not valid in the charset. */
  finish(): Promise<{ characters: number; replaced: boolean }>
  /** Lays a view out at a width in characters; undefined: neither JSON nor markup, or too large for that view. */
  layout(view: TextView, width: number): Promise<TextLayout | undefined>
  rows(view: TextView, from: number, to: number): Promise<TextRow[]>
  find(view: TextView, needle: string): Promise<TextMatches>
  text(view: TextView): Promise<string>
  /** The JSON value in a row of the pretty view. */
  valueAt(row: number): Promise<ValueAt | undefined>
  /** Where the object, array or element ends that starts in a row of the pretty view. */
  blockAt(row: number): Promise<{ end: number; close: string } | undefined>
  close(): void
}

/** One for all texts; it lives on for the next one. */
const { api, watch } = createWorkerClient<TextWorker>({
  start: () => usualWorker(new Worker(new URL('./text.worker.ts', import.meta.url), { type: 'module', name: 'text' })),
  gone: { text: workerRequestTexts.textWorkerDied },
})

/** Starts a text of a charset, such as `utf-8`. */
export async function openText(charset: string): Promise<LargeText> {
  const id = await api.open(charset)
  const isHeld = watch()
  // Another worker, which a call would start, doesn't know the text.
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!isHeld()) throw new WorkerGone('internal', workerRequestTexts.textClosed)
    return call()
  }
  return {
    append: (bytes) => ask(() => api.append(id, transfer(bytes, [bytes.buffer]))),
    finish: () => ask(() => api.finish(id)),
    layout: (view, width) => ask(() => api.layout(id, view, width)),
    rows: (view, from, to) => ask(() => api.rows(id, view, from, to)),
    find: (view, needle) => ask(() => api.find(id, view, needle)),
    text: (view) => ask(() => api.text(id, view)),
    valueAt: (row) => ask(() => api.valueAt(id, row)),
    blockAt: (row) => ask(() => api.blockAt(id, row)),
    close: () => void ask(() => api.close(id)).catch(() => undefined),
  }
}
