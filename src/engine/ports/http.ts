/** A header list. Keeps order, repetition and the case of names. */
export type Headers = [name: string, value: string][]

/** A client certificate for the servers of a host (mutual TLS). */
export interface ClientCertificate {
  /** As the environment names it: with or without a port, `*.example.com` for all names below. */
  host: string
  /** PEM: its own certificate, then those that lead to its root. */
  certificate: string
  /** PKCS#8 as PEM, not encrypted. */
  key: string
}

/** The subject and thumbprint of a client certificate offered to a host. */
export interface ShownCertificate {
  subject: string
  /** `x5t#S256` (RFC 8705 section 3.1). */
  thumbprint: string
}

/** One HTTP request of a step, with all templates resolved. */
export interface HttpRequest {
  method: string
  url: string
  headers: Headers
  /** A Blob is read part by part while it is sent. */
  body?: Uint8Array | string | Blob | undefined
  /** `follow`: at most 10, each hop checked (R34). `manual`: the redirect itself is the response. */
  redirect: 'follow' | 'manual'
  /** Milliseconds for the whole exchange; connect, first-byte and idle limits are the host's (R30). */
  timeout: number
  /** The most bytes of decoded body that are kept; more is cut off and marked (R32, R33). */
  maxBytes: number
  /** The host may accept `http:` off loopback and bad certificates for this request: its host is in `insecureHosts`. */
  insecure?: boolean
  /** Of each hop the one of its host is shown, if the server asks. A browser can't do that. */
  certificates?: readonly ClientCertificate[]
  /** Where to send it from (spec: `via`). */
  via?: 'auto' | 'browser' | 'companion'
  /** Requests of one name share a connection that no other request uses: NTLM signs in a connection. A browser can't do that. */
  connection?: string
  /** False: not sent again where a kept connection ends before the response. Load tests measure each of them. */
  resend?: false
}

/** One hop of a redirect that was followed, where the host can see it. */
export interface Redirect {
  status: number
  url: string
  location: string
}

/**
 * Why a body is incomplete: the connection ended early (R29), it doesn't match its Content-Encoding, or a limit of size, ratio
 * or time was reached.
 */
export const cuts = ['connection', 'coding', 'size', 'ratio', 'time'] as const
/** See {@link cuts}. */
export type Cut = (typeof cuts)[number]

/** How long it took to make connections, in milliseconds, where the host can see it and one was made. */
export interface ConnectTimes {
  /** Until the name's address was known. */
  dns: number
  /** From there until the connection stood. */
  connect: number
  /** From there until it was secured. */
  tls?: number
}

/** A response. The body is decoded (gzip, br, deflate) and whole, unless `cut` or `undecoded` say otherwise. */
export interface HttpResponse {
  status: number
  statusText: string
  headers: Headers
  /** The final URL after redirects. */
  url: string
  redirects: Redirect[]
  body: Uint8Array
  cut?: Cut
  /** The body is as it came, still packed; why its codings could not be undone, to follow "its Content-Encoding". */
  undecoded?: string
  /**
   * With a cookie jar: its cookies for the final URL, and what this response and its redirects set. A cookie that they delete has
   * no value.
   */
  cookies?: ReadonlyMap<string, string | undefined>
  /** Milliseconds on the monotonic clock, from the start of the request. */
  timing: { firstByte: number; total: number; connecting?: ConnectTimes }
  /** The client certificate that the environment has for the host that was asked first. */
  certificate?: ShownCertificate
  /** The proxy that it went through, without its user and password; the response may be the proxy's own. */
  proxy?: string
  /** It was sent twice: its first connection was kept from before, and the server had ended it. */
  resent?: true
  /** Who sent the request, where there are two who can; `sandbox`: no one did, the sandbox in this browser answered. */
  by?: 'browser' | 'companion' | 'sandbox'
  /** An opaque response to a manual redirect in a browser: status 0, no headers. */
  opaqueRedirect?: boolean
}

/**
 * Sends requests. Rejects with an AssayError whose code starts with `http-` (or is `cancelled`), with the same
 * message in every host; `cause` holds the host's own words.
 */
export interface Http {
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
}
