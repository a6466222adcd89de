import { AssayError, textOf } from '#engine/base/errors.ts'
import {
  certificateRefused,
  certificateUnusable,
  certificateWanted,
  notHttp,
  ownHeader,
  severalLengths,
  timedOut,
  unreachable,
  untrusted,
} from '#engine/ports/http/http-texts.ts'
import { alertTexts, causeTexts, refusedRequest, type HostError } from './http-cause-texts.ts'

/** A host's error said in words, with Node's code in brackets; the original is its cause. */
export function namedCause(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  const error: HostError = thrown
  const first = error.errors?.[0]
  if (first !== undefined && !error.code?.startsWith('CERT')) return namedCause(first)
  const code = error.code ?? ''
  const alert = certificateAlert(code)
  if (alert !== undefined)
    return new Error(`${alertTexts[alert] ?? alertTexts['CERTIFICATE_UNKNOWN']} (${code})`, { cause: error })
  const text = code.startsWith('ERR_SSL') ? causeTexts['EPROTO'] : code.startsWith('HPE_') ? undefined : causeTexts[code]
  const words = text?.(error) ?? error.message
  return new Error(code === '' ? words : `${words} (${code})`, { cause: error })
}

/** Its code, `HPE_…`, is not always there. */
const isParserError = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'HTTPParserError'

/** What a server says of the certificate of its client (RFC 8446 section 6.2), as OpenSSL names it in Node's codes. */
const certificateAlert = (code: string): string | undefined =>
  /^ERR_SSL_.*_ALERT_((?:\w+_)?CERTIFICATE(?:_\w+)?|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/.exec(code)?.[1]

/** The connection ended silently: servers do that too to clients whose certificate they don't take. */
const silentEnds = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Whether a connection that stood ended without a byte that would say why. */
export const endedSilently = (error: HostError): boolean =>
  silentEnds.has(error.code ?? '') && (error.code !== 'UND_ERR_SOCKET' || /^(other side )?closed$/.test(error.message))

/** The AssayError if the client's certificate is what it is about; `shown`: it has shown one. */
function ofClientCertificate(url: string, thrown: unknown, code: string, shown: boolean): AssayError | undefined {
  const alert = certificateAlert(code)
  if (code.startsWith('ERR_OSSL') && shown) return certificateUnusable(url, namedCause(thrown))
  if (alert === undefined) return shown && silentEnds.has(code) ? certificateRefused(url, namedCause(thrown), false) : undefined
  // A failed handshake is about certificates in most cases only.
  if (alert === 'HANDSHAKE_FAILURE' && !shown) return certificateWanted(url, namedCause(thrown), false)
  if (alert === 'CERTIFICATE_REQUIRED' || !shown) return certificateWanted(url, namedCause(thrown), true)
  return certificateRefused(url, namedCause(thrown), alert !== 'HANDSHAKE_FAILURE')
}

const badCertificate = /CERT|^UNABLE_TO_(VERIFY|GET_ISSUER)/

/**
 * The AssayError for a host's error that came before a response. `connectLimit` in milliseconds; `shown`: the client has a
 * certificate for this host.
 */
export function transportError(url: string, thrown: unknown, connectLimit: number, shown = false): AssayError {
  if (thrown instanceof AssayError) return thrown
  const code = thrown instanceof Error ? ((thrown as HostError).code ?? '') : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return timedOut(url, connectLimit, 'connect')
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') return ownHeader('Content-Length', thrown)
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') return refusedHeader(thrown)
  // Before a head was read; afterwards the response is cut.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return severalLengths(url, thrown)
  const ofClient = ofClientCertificate(url, thrown, code, shown)
  if (ofClient !== undefined) return ofClient
  const told = badCertificate.test(code) ? untrusted : isParserError(thrown) ? notHttp : unreachable
  return told(url, namedCause(thrown))
}

/** Headers that belong to the connection are the host's own; undici rejects them by name. */
function refusedHeader(thrown: unknown): AssayError {
  const found = /(?:invalid|duplicate) (\S+) header|(\S+) header not supported/.exec(textOf(thrown))
  const name = found?.[1] ?? found?.[2]
  return name === undefined ? new AssayError('http-invalid-request', refusedRequest, { cause: thrown }) : ownHeader(name, thrown)
}
