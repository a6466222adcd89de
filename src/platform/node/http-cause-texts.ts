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

/** What Node's codes mean, in words (R28). */
export const causeTexts: Record<string, (error: HostError) => string> = {
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
  UND_ERR_HEADERS_OVERFLOW: () =>
    "the head of the answer is larger than Assay's limit of 16 MB, each header counted with 128 bytes more",
}

/** What servers say of the certificate of their client (RFC 8446 section 6.2). */
export const alertTexts: Record<string, string> = {
  CERTIFICATE_REQUIRED: 'TLS: the server asks for a client certificate and got none',
  UNKNOWN_CA: 'TLS: the server does not know who issued the client certificate',
  BAD_CERTIFICATE: 'TLS: the server does not take the client certificate',
  UNSUPPORTED_CERTIFICATE: 'TLS: the server takes no client certificate of this kind',
  CERTIFICATE_EXPIRED: 'TLS: the server says that the client certificate has expired',
  CERTIFICATE_REVOKED: 'TLS: the server says that the client certificate was revoked',
  CERTIFICATE_UNKNOWN: 'TLS: the server does not take the client certificate, and gives no reason',
  ACCESS_DENIED: 'TLS: the server knows the client certificate, and does not let it in',
  HANDSHAKE_FAILURE: 'TLS: the server ended the handshake',
}

/** What is said of a request that undici refuses to send as it is. */
export const refusedRequest = 'The request could not be sent as it is.'
