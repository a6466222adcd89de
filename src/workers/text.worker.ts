import { expose, transfer } from 'comlink'
import { workerTexts } from './texts.ts'
import { createTextDocument, type TextDocument, type TextView } from './text/text-document.ts'

/** Large texts of the page: decoded, indexed, pretty printed and searched here, so that the page never waits. */
const documents = new Map<number, TextDocument>()
let last = 0

const get = (id: number): TextDocument => {
  const document = documents.get(id)
  if (!document) throw new Error(workerTexts.textClosed)
  return document
}

const api = {
  open(charset: string): number {
    documents.set(++last, createTextDocument(charset))
    return last
  },
  append: (id: number, bytes: Uint8Array): void => get(id).append(bytes),
  finish: (id: number) => get(id).finish(),
  layout: (id: number, view: TextView, width: number) => get(id).layout(view, width),
  rows: (id: number, view: TextView, from: number, to: number) => get(id).rows(view, from, to),
  find(id: number, view: TextView, needle: string) {
    const matches = get(id).find(view, needle)
    return transfer(matches, [matches.places.buffer])
  },
  text: (id: number, view: TextView): string => get(id).text(view),
  close: (id: number): boolean => documents.delete(id),
}

/** What the page can ask this worker. */
export type TextWorkerApi = typeof api

expose(api)
