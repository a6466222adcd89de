import { transfer } from 'comlink'
import { workerRequestTexts } from './request-texts.ts'
import { createTextDocument, type TextDocument, type TextView } from './text/text-document.ts'
import { exposeApi } from './wire.ts'

/** Large texts of the page: decoded, indexed, pretty printed and searched here, so that the page never waits. */
const documents = new Map<string, TextDocument>()

const get = (id: string): TextDocument => {
  const document = documents.get(id)
  if (!document) throw new Error(workerRequestTexts.textClosed)
  return document
}

const api = {
  /** The id is no other worker's: one that takes this one's place doesn't know it. */
  open(charset: string): string {
    const id = crypto.randomUUID()
    documents.set(id, createTextDocument(charset))
    return id
  },
  append: (id: string, bytes: Uint8Array): void => get(id).append(bytes),
  finish: (id: string) => get(id).finish(),
  layout: (id: string, view: TextView, width: number) => get(id).layout(view, width),
  rows: (id: string, view: TextView, from: number, to: number) => get(id).rows(view, from, to),
  find(id: string, view: TextView, needle: string) {
    const matches = get(id).find(view, needle)
    return transfer(matches, [matches.places.buffer])
  },
  text: (id: string, view: TextView): string => get(id).text(view),
  valueAt: (id: string, row: number) => get(id).valueAt(row),
  blockAt: (id: string, row: number) => get(id).blockAt(row),
  close: (id: string): boolean => documents.delete(id),
}

/** What the page can ask this worker. */
export type TextWorker = typeof api

exposeApi(api)
