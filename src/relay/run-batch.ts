import type { HttpResponse } from '#engine/ports/http.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Place } from '#engine/runner/execute/place.ts'
import type { EarlierResult, RunMemory } from '#engine/runner/execute/run-memory.ts'
import { linkLimits } from './messages.ts'
import { fromPlain, toPlain } from './plain-values.ts'

/** What is in the bytes of a batch: so many of text, and bodies behind it; those with a ticket the page fetches beside the link. */
export interface BatchHead {
  text: number
  bodies: { id: string; mediaType?: string | undefined; size: number; ticket?: string | undefined }[]
}

/** A body of the run, under the id by which events of the same batch or of a later one name it; without a media type only a result has it. */
export interface BatchBody {
  id: string
  mediaType?: string | undefined
  bytes: Uint8Array
}

type Set = Parameters<RunMemory['set']>
type Kept = [place: Place, earlier: EarlierResult]

/** A part of a run that the companion runs: its messages, each in its order. */
export interface RunBatch {
  events: RunEvent[]
  /** What is masked from now on, by its names. */
  secrets: [name: string, value: string][]
  bodies: BatchBody[]
  /** What the run keeps for running a single step. */
  sets: Set[]
  kept: Kept[]
}

/** A result without its body, which is among those of the batch. */
type WithoutBody = Omit<EarlierResult, 'result'> & { body?: string; result: unknown }

const encoder = new TextEncoder()
const lists = ['events', 'secrets', 'sets', 'kept'] as const

/** A part of a run as it goes from the process that carries the run out to the one that sends batches. */
export interface RunLines {
  /** JSON of each entry, with its list. */
  texts: [list: (typeof lists)[number], text: string][]
  bodies: BatchBody[]
  /** Characters and bytes. */
  size: number
}

/** Gathers what a run tells. */
export interface LineWriter extends Pick<RunMemory, 'set' | 'keep'> {
  event(event: RunEvent): void
  secret(name: string, value: string): void
  /** Returns its id. */
  body(bytes: Uint8Array, mediaType: string): string
  /** Characters and bytes that have been gathered. */
  size(): number
  take(): RunLines
}

/** Creates an empty one; what is taken is gone from it. */
export function createLineWriter(): LineWriter {
  let lines: RunLines = { texts: [], bodies: [], size: 0 }
  let ids = 0
  const add = (list: (typeof lists)[number], value: unknown): void => {
    const text = JSON.stringify(value)
    lines.size += text.length
    lines.texts.push([list, text])
  }
  const addBody = (bytes: Uint8Array, mediaType?: string): string => {
    const id = `b${(ids += 1)}`
    lines.bodies.push({ id, mediaType, bytes })
    lines.size += bytes.length
    return id
  }
  const withoutBody = ({ result, ...earlier }: EarlierResult): WithoutBody => {
    if (result.kind !== 'http') return { ...earlier, result: toPlain(result) }
    const { body: bytes, ...response } = result.response
    // Where nothing in it was masked it is there already.
    const body = lines.bodies.find((one) => one.bytes === bytes)?.id ?? addBody(bytes)
    return { ...earlier, body, result: { ...result, response } }
  }
  return {
    event: (event) => add('events', event),
    secret: (name, value) => add('secrets', [name, value]),
    set: (place, scope, name, value) => add('sets', [place, scope, name, toPlain(value)]),
    keep: (place, earlier) => add('kept', [place, withoutBody(earlier)]),
    body: addBody,
    size: () => lines.size,
    take() {
      const taken = lines
      lines = { texts: [], bodies: [], size: 0 }
      return taken
    },
  }
}

/** Joins lines to the text and the bytes that are sent. */
export interface BatchWriter {
  add(lines: RunLines): void
  /** Of the lines in it. */
  size(): number
  /** `size`: of the lines that were in it. */
  take(): { head: BatchHead; bytes: Uint8Array; size: number }
}

interface Gathered extends BatchBody {
  ticket?: string | undefined
}

/** Creates an empty one; what is taken is gone from it. `offer` lets a large body be fetched, and gives the ticket for that. */
export function createBatchWriter(offer: (bytes: Uint8Array) => string): BatchWriter {
  const noTexts = () => ({ events: [] as string[], secrets: [] as string[], sets: [] as string[], kept: [] as string[] })
  let texts = noTexts()
  let bodies: Gathered[] = []
  let size = 0
  return {
    add(lines) {
      for (const [list, text] of lines.texts) texts[list].push(text)
      for (const body of lines.bodies)
        bodies.push(body.bytes.length > linkLimits.part ? { ...body, ticket: offer(body.bytes) } : body)
      size += lines.size
    },
    size: () => size,
    take() {
      const text = encoder.encode(`{${lists.map((list) => `"${list}":[${texts[list].join(',')}]`).join(',')}}`)
      const joined = bodies.filter(({ ticket }) => ticket === undefined)
      const bytes = new Uint8Array(joined.reduce((sum, one) => sum + one.bytes.length, text.length))
      bytes.set(text)
      let at = text.length
      for (const body of joined) {
        bytes.set(body.bytes, at)
        at += body.bytes.length
      }
      const heads = bodies.map(({ id, mediaType, ticket, bytes: { length } }) => ({ id, mediaType, size: length, ticket }))
      const taken = { head: { text: text.length, bodies: heads }, bytes, size }
      texts = noTexts()
      bodies = []
      size = 0
      return taken
    },
  }
}

/** What the other end has gathered; `fetched`: the bodies that were, by their tickets. */
export function readBatch(
  { text, bodies: heads }: BatchHead,
  bytes: Uint8Array,
  fetched: ReadonlyMap<string, Uint8Array>,
): RunBatch {
  const { events, secrets, sets, kept } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, text))) as {
    events: RunEvent[]
    secrets: [string, string][]
    sets: Set[]
    kept: [Place, WithoutBody][]
  }
  let at = text
  // Each by itself: what keeps one does not keep all that came with it.
  const bodies = heads.map(({ id, mediaType, size, ticket }) => {
    const own = ticket === undefined ? bytes.slice(at, (at += size)) : fetched.get(ticket)
    return { id, mediaType, bytes: own ?? new Uint8Array() }
  })
  const withBody = ({ result, body, ...earlier }: WithoutBody): EarlierResult => {
    if (body === undefined) return { ...earlier, result: fromPlain(result) as EarlierResult['result'] }
    const http = result as { response: HttpResponse } & EarlierResult['result']
    const own = bodies.find(({ id }) => id === body)?.bytes ?? new Uint8Array()
    return { ...earlier, result: { ...http, response: { ...http.response, body: own } } as EarlierResult['result'] }
  }
  return {
    events,
    secrets,
    bodies,
    sets: sets.map(([place, scope, name, value]) => [place, scope, name, fromPlain(value)]),
    kept: kept.map(([place, earlier]) => [place, withBody(earlier)]),
  }
}
