import { transfer, wrap, type Remote } from 'comlink'
import type { TextWorkerApi } from './text.worker.ts'
import { workerTexts } from './texts.ts'
import type { TextMatches, TextRow, TextView } from './text/text-document.ts'

/** A large text, held by the text worker. Every call rejects after `close`, or if the worker died. */
export interface LargeText {
  /** The next bytes; the array is given away. */
  append(bytes: Uint8Array): Promise<void>
  /** All bytes are in. `replaced`: some were not valid in the charset. */
  finish(): Promise<{ characters: number; replaced: boolean }>
  /** Lays a view out at a width in characters; undefined: not JSON, or too large for that view. */
  layout(view: TextView, width: number): Promise<{ rows: number; lines: number } | undefined>
  rows(view: TextView, from: number, to: number): Promise<TextRow[]>
  find(view: TextView, needle: string): Promise<TextMatches>
  text(view: TextView): Promise<string>
  close(): void
}

let running: { api: Remote<TextWorkerApi>; died: Promise<never> } | undefined

/** The worker, started at the first use; a new one after it died (out of memory). */
function worker() {
  if (running) return running
  const instance = new Worker(new URL('./text.worker.ts', import.meta.url), { type: 'module', name: 'text' })
  const died = new Promise<never>((_, reject) => {
    instance.addEventListener('error', (event) => {
      running = undefined
      instance.terminate()
      reject(new Error(workerTexts.textWorkerDied, { cause: event.message }))
    })
  })
  died.catch(() => undefined)
  running = { api: wrap<TextWorkerApi>(instance), died }
  return running
}

/** Begins a text of a charset, such as `utf-8`. */
export async function openText(charset: string): Promise<LargeText> {
  const { api, died } = worker()
  const alive = <T>(call: Promise<T>): Promise<T> => Promise.race([call, died])
  const id = await alive(api.open(charset))
  return {
    append: (bytes) => alive(api.append(id, transfer(bytes, [bytes.buffer]))),
    finish: () => alive(api.finish(id)),
    layout: (view, width) => alive(api.layout(id, view, width)),
    rows: (view, from, to) => alive(api.rows(id, view, from, to)),
    find: (view, needle) => alive(api.find(id, view, needle)),
    text: (view) => alive(api.text(id, view)),
    close: () => void api.close(id),
  }
}
