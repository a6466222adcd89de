import { AssayError } from '#engine/base/errors.ts'
import { timedOut, unreachable, unusableHeader } from '#engine/ports/http-texts.ts'

/** A host's error as Node and undici throw it. */
interface HostError extends Error {
  code?: string
  hostname?: string
  address?: string
  port?: number
  reason?: string
  errors?: HostError[]
}

const place = (error: HostError): string => (error.address === undefined ? '' : ` at ${error.address}:${error.port ?? ''}`)

/** What Node's codes mean, in words (R28). */
const causes: Record<string, (error: HostError) => string> = {
  ENOTFOUND: (error) => `DNS knows no address for ${error.hostname ?? 'this host'}`,
  EAI_AGAIN: (error) => `DNS did not answer for ${error.hostname ?? 'this host'}`,
  ECONNREFUSED: (error) => `connection refused${place(error)}`,
  ECONNRESET: () => 'the connection was reset',
  UND_ERR_SOCKET: () => 'the connection was closed before an answer came',
  EPIPE: () => 'the connection was closed while the request was sent',
  EHOSTUNREACH: (error) => `no route to the host${place(error)}`,
  ENETUNREACH: (error) => `no route to the network${place(error)}`,
  EACCES: (error) => `this machine does not allow the connection${place(error)}`,
  CERT_HAS_EXPIRED: () => 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: () => 'TLS: the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => 'TLS: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: () => "TLS: the certificate's chain ends in a self-signed certificate that is not trusted here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => 'TLS: an intermediate certificate is missing, or its issuer is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => "TLS: the certificate's issuer is not trusted here",
  UNABLE_TO_GET_ISSUER_CERT: () => "TLS: the certificate's issuer can't be found",
  CERT_REVOKED: () => 'TLS: the certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: (error) => `TLS: the certificate is for another host. ${error.reason ?? ''}`.trimEnd(),
  EPROTO: () => 'TLS: the two sides found no common protocol, or the server speaks plain HTTP',
  UND_ERR_HEADERS_OVERFLOW: () => "the head of the answer is larger than Assay's limit of 16 MB",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: () => 'the body is not as long as its Content-Length says',
}

/** A host's error said in words, with Node's code in brackets; the original is its cause. */
export function namedCause(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  const error: HostError = thrown
  const first = error.errors?.[0]
  if (first !== undefined && !error.code?.startsWith('CERT')) return namedCause(first)
  const code = error.code ?? ''
  const text = code.startsWith('ERR_SSL') ? causes['EPROTO'] : code.startsWith('HPE_') ? undefined : causes[code]
  const words = text?.(error) ?? error.message
  return new Error(code === '' ? words : `${words} (${code})`, { cause: error })
}

/** The AssayError for a host's error that came before an answer. `connectLimit` in milliseconds. */
export function transportError(url: string, thrown: unknown, connectLimit: number): AssayError {
  if (thrown instanceof AssayError) return thrown
  const code = thrown instanceof Error ? ((thrown as HostError).code ?? '') : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return timedOut(url, connectLimit, 'connect')
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') return refusedHeader(thrown)
  return unreachable(url, namedCause(thrown))
}

/** Headers that belong to the connection are the host's own; undici refuses them by name. */
function refusedHeader(thrown: unknown): AssayError {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  const name = /(?:invalid|duplicate) (\S+) header|(\S+) header not supported/.exec(text)
  const error = unusableHeader(name?.[1] ?? name?.[2] ?? 'header', 'value')
  return name === null
    ? new AssayError('http-invalid-request', 'The request could not be sent as it is.', { cause: thrown })
    : new AssayError('http-invalid-request', `The header ${name[1] ?? name[2]} can't be sent with this value.`, {
        hint: "Remove it: the connection's own headers are set by Assay.",
        cause: error.cause ?? thrown,
      })
}
