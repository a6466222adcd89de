import * as v from 'valibot'
import { cuts, type HttpResponse } from '../http.ts'

const pairs = v.array(v.tuple([v.string(), v.string()]))

/** Reference to a stored body, see `BodyRef`. */
export const storedBody = v.object({
  id: v.string(),
  size: v.number(),
  mediaType: v.string(),
  stored: v.optional(v.number()),
  dropped: v.optional(v.boolean()),
  cut: v.optional(v.picklist(cuts)),
})

/**
 * One request with its response, as shown to users and in reports: every secret, token, code, verifier and assertion is
 * replaced by its name in angle quotes, `‹access_token›` (case 48). Plain JSON.
 */
export const exchangeSchema = v.object({
  /** Unique in its run. */
  id: v.string(),
  /** Which message of a flow this is; `request` is a Send Request step's. */
  purpose: v.picklist([
    'request',
    'discovery',
    'jwks',
    'authorization',
    /** A page that a script passed during a login. */
    'login-page',
    'token',
    'refresh',
    'device-authorization',
    /** The provider is asked to call a user (OpenID Connect CIBA). */
    'backchannel-authentication',
    'par',
    /** A client that was registered or deleted at the provider (RFC 7591, RFC 7592). */
    'registration',
    'userinfo',
    'introspection',
    'revocation',
    /** A logout that the client requested, through the user's browser. */
    'end-session',
  ]),
  /** Not sent: the run already has the response of the same request. */
  known: v.optional(v.boolean()),
  /** Milliseconds from the start of the run, monotonic. */
  at: v.number(),
  /** Milliseconds until the response was complete, or the error known. */
  duration: v.number(),
  /** Milliseconds until the first byte of the response, where known. */
  firstByte: v.optional(v.number()),
  /** Milliseconds that the connections took which were made for it: its name, the way there, TLS. */
  connecting: v.optional(v.object({ dns: v.number(), connect: v.number(), tls: v.optional(v.number()) })),
  /** The client certificate offered to its host; `thumbprint` is its `x5t#S256`. */
  certificate: v.optional(v.object({ subject: v.string(), thumbprint: v.string() })),
  /** The proxy that it went through. */
  proxy: v.optional(v.string()),
  /** Sent twice: the server had closed the reused connection. */
  resent: v.optional(v.boolean()),
  /** It was sent for the page by its companion, or answered by the sandbox in the browser. */
  by: v.optional(v.picklist(['companion', 'sandbox'])),
  request: v.object({
    method: v.string(),
    url: v.string(),
    headers: pairs,
    /** Query or form parameters, decoded, in order. */
    parameters: v.optional(pairs),
    body: v.optional(v.object({ text: v.string(), mediaType: v.string(), size: v.number() })),
  }),
  response: v.optional(
    v.object({
      status: v.number(),
      statusText: v.string(),
      headers: pairs,
      /** The callback's query or fragment parameters (purpose `authorization`), decoded. */
      parameters: v.optional(pairs),
      /** Where the body can be read; a Send Request step's. */
      body: v.optional(storedBody),
      /** The body as text, at most 64 KiB; messages of a flow. */
      text: v.optional(v.string()),
      /** Bytes of the body that `text` is of: as it came, before anything in it was masked. */
      size: v.optional(v.number()),
      /** Redirects that were followed. */
      redirects: v.optional(v.array(v.object({ status: v.number(), url: v.string(), location: v.string() }))),
    }),
  ),
  error: v.optional(v.object({ code: v.string(), message: v.string(), cause: v.optional(v.string()) })),
  /** Tokens in the request and the response that are JWTs, without their signatures. Header and claims as JSON text. */
  tokens: v.optional(v.array(v.object({ name: v.string(), header: v.string(), claims: v.string() }))),
  /** What its signature was made of: the canonical request and the string to sign of AWS, the signature base string of OAuth 1.0a. */
  signed: v.optional(v.string()),
  /** The meaning of the message in one sentence, with the RFC's section. */
  meaning: v.optional(v.object({ request: v.string(), response: v.optional(v.string()), reference: v.optional(v.string()) })),
})

/** See {@link exchangeSchema}. */
export type Exchange = v.InferOutput<typeof exchangeSchema>

/** Who sent the request, and whether twice, for the record of an exchange. */
export const askedOf = ({ by, resent }: HttpResponse): Pick<Exchange, 'by' | 'resent'> => ({
  ...(by === undefined || by === 'browser' ? {} : { by }),
  ...(resent === undefined ? {} : { resent }),
})
