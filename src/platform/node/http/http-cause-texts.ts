/** A host's error as Node and undici throw it. */
export interface HostError extends Error {
  code?: string
  hostname?: string
  address?: string
  port?: number
  reason?: string
  errors?: HostError[]
}

const place = (error: HostError): string => (error.address === undefined ? '' : ` at ${error.address}:${error.port ?? ''}`)

/** Causes by Node's error code (R28). */
export const causeTexts: Record<string, (error: HostError) => string> = {
  ENOTFOUND: (error) => `DNS has no address for ${error.hostname ?? 'this host'}`,
  EAI_AGAIN: (error) => `DNS didn't respond for ${error.hostname ?? 'this host'}`,
  ECONNREFUSED: (error) => `connection refused${place(error)}`,
  ECONNRESET: () => 'the connection was reset',
  UND_ERR_SOCKET: () => 'the connection was closed before the response',
  EPIPE: () => 'the connection was closed while the request was sent',
  EHOSTUNREACH: (error) => `no route to the host${place(error)}`,
  ENETUNREACH: (error) => `no route to the network${place(error)}`,
  EACCES: (error) => `this machine blocked the connection${place(error)}`,
  CERT_HAS_EXPIRED: () => 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: () => "TLS: the certificate isn't valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: () => 'TLS: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: () =>
    "TLS: the certificate chain ends in a self-signed certificate that isn't trusted on this machine",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () =>
    "TLS: an intermediate certificate is missing, or its issuer isn't trusted on this machine",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => "TLS: the certificate's issuer isn't trusted on this machine",
  UNABLE_TO_GET_ISSUER_CERT: () => "TLS: the certificate's issuer can't be found",
  CERT_REVOKED: () => 'TLS: the certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: (error) => `TLS: the certificate is for another host. ${error.reason ?? ''}`.trimEnd(),
  EPROTO: () => 'TLS: no common protocol, or the server uses plain HTTP',
  UND_ERR_HEADERS_OVERFLOW: () => "the response headers exceed Assay's limit of 16 MB, including 128 extra bytes per header",
}

/** TLS alerts about the client certificate (RFC 8446 section 6.2). */
export const alertTexts: Record<string, string> = {
  CERTIFICATE_REQUIRED: 'TLS: the server requires a client certificate, but none was sent',
  UNKNOWN_CA: "TLS: the server doesn't trust the issuer of the client certificate",
  BAD_CERTIFICATE: 'TLS: the server rejected the client certificate',
  UNSUPPORTED_CERTIFICATE: "TLS: the server doesn't support this type of client certificate",
  CERTIFICATE_EXPIRED: 'TLS: the server rejected the client certificate as expired',
  CERTIFICATE_REVOKED: 'TLS: the server rejected the client certificate as revoked',
  CERTIFICATE_UNKNOWN: 'TLS: the server rejected the client certificate without a reason',
  ACCESS_DENIED: 'TLS: the server accepted the client certificate, but denied access',
  HANDSHAKE_FAILURE: 'TLS: the server aborted the handshake',
}

/** For requests that undici refuses to send. */
export const refusedRequest = "The request is invalid and can't be sent."
