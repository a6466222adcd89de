import { base64 } from '#engine/base/encoding/base64.ts'
import { decodeCharset, looksBinary } from '#engine/base/encoding/media-type.ts'
import type { Exchange, ReadBody } from '../reporter.ts'
import type { StepDetails } from './details.ts'
import { htmlTexts as texts } from './texts.ts'

/** Details with the bodies of their messages as text, each at most so many characters long. */
export function withBodies(details: StepDetails, read: ReadBody, most: number): StepDetails {
  if (!details.exchanges && !details.queries) return details
  const bodies: Record<string, string> = {}
  const notes: Record<string, string> = {}
  const keep = (id: string, body: Body | undefined): void => {
    if (!body || body.size === 0) return
    const shown = shownBody(body, read, most)
    if (shown.text !== undefined) bodies[id] = shown.text
    if (shown.note !== undefined) notes[`${id} response`] = shown.note
  }
  for (const { id, body } of details.queries ?? []) keep(id, body)
  const exchanges = details.exchanges?.map((exchange): Exchange => {
    const { id, request, response } = exchange
    const cut = (side: 'request' | 'response', text: string, size: number): string => {
      if (text.length <= most) return text
      notes[`${id} ${side}`] = texts.cut(most, size)
      return beginning(text, most)
    }
    const picture = exchange.purpose === 'login-page' && most > smallMost ? pictureOf(response?.body, read) : undefined
    if (picture === undefined) keep(id, response?.body)
    else bodies[id] = picture
    return {
      ...exchange,
      request: request.body
        ? { ...request, body: { ...request.body, text: cut('request', request.body.text, request.body.size) } }
        : request,
      ...(response && {
        response:
          response.text === undefined ? response : { ...response, text: cut('response', response.text, response.text.length) },
      }),
    }
  })
  return {
    ...details,
    ...(exchanges && { exchanges }),
    ...(Object.keys(bodies).length > 0 && { bodies }),
    ...(Object.keys(notes).length > 0 && { notes }),
  }
}

/** Where a report has so little room for bodies it has none for pictures. */
const smallMost = 4_000
/** Bytes of a picture that a report takes along. */
const mostOfPicture = 400_000

/** A picture of a login page as the URL of an image. */
function pictureOf(body: Body | undefined, read: ReadBody): string | undefined {
  const bytes = body?.mediaType === 'image/png' && body.size <= mostOfPicture ? read(body.id) : undefined
  return bytes && `data:image/png;base64,${base64(bytes)}`
}

/** The first characters of a string, not through a surrogate pair. */
const beginning = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

type Body = NonNullable<NonNullable<Exchange['response']>['body']>

/** A body as text, or why it is none. */
function shownBody(
  { id, size, stored = size, mediaType, dropped }: Body,
  read: ReadBody,
  most: number,
): { text?: string; note?: string } {
  const bytes = dropped ? undefined : read(id)
  if (!bytes) return { note: texts.notKept(size) }
  const start = bytes.subarray(0, 4096)
  if (looksBinary(start, mediaType)) return { note: texts.binary(size, mediaType) }
  // A character has four bytes at most: what is beyond is never shown.
  const text = decoded(bytes.subarray(0, most * 4), decodeCharset(start, mediaType))
  if (text.length <= most && bytes.length <= most * 4 && bytes.length >= stored) return { text }
  return { text: beginning(text, most), note: texts.cut(Math.min(most, text.length), size) }
}

/** Bytes as text by the name of a charset, UTF-8 if no one knows that name. */
function decoded(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
