import { AssayError, textOf } from '#engine/base/errors.ts'
import { notHttp, ownHeader, severalLengths, timedOut, unreachable, untrusted } from '#engine/ports/http-texts.ts'
import { causeTexts, refusedRequest, type HostError } from './http-cause-texts.ts'

/** A host's error said in words, with Node's code in brackets; the original is its cause. */
function namedCause(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  const error: HostError = thrown
  const first = error.errors?.[0]
  if (first !== undefined && !error.code?.startsWith('CERT')) return namedCause(first)
  const code = error.code ?? ''
  const text = code.startsWith('ERR_SSL') ? causeTexts['EPROTO'] : code.startsWith('HPE_') ? undefined : causeTexts[code]
  const words = text?.(error) ?? error.message
  return new Error(code === '' ? words : `${words} (${code})`, { cause: error })
}

/** Its code, `HPE_…`, is not always there. */
const isParserError = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'HTTPParserError'

const badCertificate = /CERT|^UNABLE_TO_(VERIFY|GET_ISSUER)/

/** The AssayError for a host's error that came before an answer. `connectLimit` in milliseconds. */
export function transportError(url: string, thrown: unknown, connectLimit: number): AssayError {
  if (thrown instanceof AssayError) return thrown
  const code = thrown instanceof Error ? ((thrown as HostError).code ?? '') : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return timedOut(url, connectLimit, 'connect')
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return ownHeader('Content-Length', thrown)
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') return refusedHeader(thrown)
  // Before a head was read; afterwards the answer is cut.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return severalLengths(url, thrown)
  const told = badCertificate.test(code) ? untrusted : isParserError(thrown) ? notHttp : unreachable
  return told(url, namedCause(thrown))
}

/** Headers that belong to the connection are the host's own; undici refuses them by name. */
function refusedHeader(thrown: unknown): AssayError {
  const found = /(?:invalid|duplicate) (\S+) header|(\S+) header not supported/.exec(textOf(thrown))
  const name = found?.[1] ?? found?.[2]
  return name === undefined ? new AssayError('http-invalid-request', refusedRequest, { cause: thrown }) : ownHeader(name, thrown)
}
