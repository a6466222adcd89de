import { textOf, type AssayError } from '#engine/base/errors.ts'
import type { Masked, Told } from '#engine/base/secrets/masked.ts'
import { queryOf, type Redactor } from '#engine/base/secrets/redactor.ts'
import { headerValue } from '#engine/extractors/response-view.ts'
import { sizeOf } from '#engine/base/encoding/blob-parts.ts'
import { askedOf } from '#engine/ports/http/exchange.ts'
import type { BodyRef, Exchange, Headers, HttpRequest, HttpResponse, Ports } from '#engine/ports/index.ts'
import { maskCertificate } from '#engine/oauth/messages/exchange-recorder.ts'
import { decodeProofs, withoutProofs } from '#engine/oauth/messages/shown-proof.ts'

const longestText = 65_536

/** What of a step's surroundings records need. */
type Recording = { ports: Pick<Ports, 'bodies'>; redactor: Redactor }

const maskPairs = (redactor: Redactor, pairs: Headers): [Masked, Masked][] =>
  pairs.map(([name, value]) => [redactor.mask(name), redactor.mask(value)])

function recordRequest({ request, fields, shown }: Sent, redactor: Redactor): Told<Exchange>['request'] {
  const { method, url, headers, body } = request
  const masked = redactor.mask(url)
  const parameters = fields ?? queryOf(masked)
  const text = typeof body === 'string' ? body : shown?.()
  return {
    method: redactor.mask(method),
    url: masked,
    headers: maskPairs(redactor, withoutProofs(headers)),
    ...(parameters.length === 0 ? {} : { parameters: maskPairs(redactor, parameters) }),
    ...(text === undefined
      ? {}
      : {
          body: {
            text: redactor.begin(text, longestText),
            mediaType: redactor.mask(headerValue(headers, 'content-type') ?? ''),
            size: typeof body === 'object' ? sizeOf(body) : new TextEncoder().encode(text).length,
          },
        }),
  }
}

const maskToken =
  (redactor: Redactor) =>
  ({ name, header, claims }: { name: string; header: string; claims: string }) => ({
    name: redactor.mask(name),
    header: redactor.mask(header),
    claims: redactor.mask(claims),
  })

/** DPoP proofs of the request, decoded. */
function recordProofs({ request }: Sent, redactor: Redactor): Pick<Told<Exchange>, 'tokens'> {
  const proofs = decodeProofs(request.headers)
  if (proofs.length === 0) return {}
  return { tokens: proofs.map(maskToken(redactor)) }
}

const recordSigned = ({ signed }: Sent, redactor: Redactor): Pick<Told<Exchange>, 'signed'> =>
  signed ? { signed: redactor.begin(signed, longestText) } : {}

async function storeBody(response: HttpResponse, { ports, redactor }: Recording): Promise<Told<BodyRef> | undefined> {
  const { body, cut } = response
  if (body.length === 0 && cut === undefined) return undefined
  const mediaType = headerValue(response.headers, 'content-type') ?? ''
  const masked = redactor.maskBytes(body)
  const ref = await ports.bodies.put(masked, mediaType)
  const stored = masked.length === body.length ? {} : { stored: masked.length }
  return { ...ref, mediaType: redactor.mask(mediaType), size: body.length, ...stored, ...(cut === undefined ? {} : { cut }) }
}

/** A request that was sent, and when. */
export interface Sent {
  request: HttpRequest
  fields: [string, string][] | undefined
  shown: (() => string) | undefined
  /** What its signature was made of. */
  signed?: string | undefined
  id: string
  /** Milliseconds since the run started. */
  at: number
  duration: number
}

/** The record of an answered request, masked; its body goes to the body store, masked too (R41). */
export async function recordAnswer(sent: Sent, response: HttpResponse, context: Recording): Promise<Told<Exchange>> {
  const { redactor } = context
  const body = await storeBody(response, context)
  return {
    id: sent.id,
    purpose: 'request',
    at: sent.at,
    duration: sent.duration,
    firstByte: response.timing.firstByte,
    ...(response.timing.connecting === undefined ? {} : { connecting: response.timing.connecting }),
    ...(response.certificate === undefined ? {} : { certificate: maskCertificate(context.redactor, response.certificate) }),
    ...(response.proxy === undefined ? {} : { proxy: redactor.mask(response.proxy) }),
    ...askedOf(response),
    request: recordRequest(sent, redactor),
    ...recordProofs(sent, redactor),
    ...recordSigned(sent, redactor),
    response: {
      status: response.status,
      statusText: redactor.mask(response.statusText),
      headers: maskPairs(redactor, response.headers),
      ...(body === undefined ? {} : { body }),
      ...(response.redirects.length === 0
        ? {}
        : {
            redirects: response.redirects.map(({ status, url, location }) => ({
              status,
              url: redactor.mask(url),
              location: redactor.mask(location),
            })),
          }),
    },
  }
}

/** The record of a request that got no response. */
export function recordError(sent: Sent, error: AssayError, { redactor }: Pick<Recording, 'redactor'>): Told<Exchange> {
  return {
    id: sent.id,
    purpose: 'request',
    at: sent.at,
    duration: sent.duration,
    request: recordRequest(sent, redactor),
    ...recordSigned(sent, redactor),
    error: {
      code: error.code,
      message: redactor.mask(error.message),
      ...(error.cause === undefined ? {} : { cause: redactor.mask(textOf(error.cause)) }),
    },
  }
}
