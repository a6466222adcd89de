import { excerpt } from '#engine/base/excerpt.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { assertionStepTexts as texts } from './texts.ts'

/** The searched length: the rest of a response adds nothing. */
const read = 8_192
/** Of it that is quoted. */
const quoted = 300

/**
 * What a response that was no success says of itself, quoted, and whose fault its status tells of (RFC 9110 section 15);
 * undefined of a success. A page or bytes are not quoted. `authorized`: the request had an Authorization header, or the jar has cookies for it; `namesOne`:
 * its path says which of many is meant. Not masked.
 */
export function explainStatus({ status, body }: HttpResponse, authorized: boolean, namesOne: boolean): string | undefined {
  if (status < 400) return undefined
  const text = new TextDecoder().decode(body.subarray(0, read), { stream: true }).trim()
  const says = text === '' || text.startsWith('<') || text.includes('\uFFFD') ? '' : texts.says(excerpt(text, quoted, 'words'))
  const means =
    status === 403 && !authorized
      ? texts.nobodyAsks
      : status === 404 || status === 410
        ? namesOne
          ? texts.nothingThere
          : texts.noSuchPath
        : status >= 500
          ? texts.ofServer(status)
          : ''
  return [means, says].filter(Boolean).join(' ') || undefined
}
