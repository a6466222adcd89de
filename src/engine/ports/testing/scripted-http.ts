import { AssayError } from '#engine/base/errors.ts'
import type { Headers, Http, HttpRequest, HttpResponse } from '../http.ts'

/** What a scripted server answers; `json` is written as JSON with its content type. */
export interface Answer extends Partial<Omit<HttpResponse, 'body' | 'headers'>> {
  headers?: Headers
  body?: Uint8Array | string
  json?: unknown
}

/** Decides about a response by the request; an AssayError thrown or returned is what the transport reports. */
export type Script = (request: HttpRequest, index: number) => Answer | AssayError | Promise<Answer | AssayError>

/** HTTP that asks a script, and remembers what was sent. */
export interface ScriptedHttp extends Http {
  readonly requests: HttpRequest[]
}

/** The text of a body that was sent; none of a file that is read meanwhile. */
export const sentBodyText = (body: HttpRequest['body']): string =>
  typeof body === 'string' ? body : body instanceof Blob ? '' : new TextDecoder().decode(body)

/** A whole response of a short answer. */
export function responseOf(answer: Answer, url = 'http://127.0.0.1/'): HttpResponse {
  const { json, body, headers, ...rest } = answer
  const text = json === undefined ? (body ?? '') : JSON.stringify(json)
  return {
    status: 200,
    statusText: '',
    url,
    redirects: [],
    timing: { firstByte: 1, total: 2 },
    ...rest,
    headers: headers ?? (json === undefined ? [] : [['content-type', 'application/json']]),
    body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  }
}

/** HTTP that answers by a script, or each request with the next answer of a list. */
export function createScriptedHttp(script: Script | (Answer | AssayError)[] = () => ({ status: 200 })): ScriptedHttp {
  const requests: HttpRequest[] = []
  const decide: Script = Array.isArray(script)
    ? (_request, index) => script[index] ?? new AssayError('http-unreachable', 'The script has no response left.')
    : script
  return {
    requests,
    async send(request, signal) {
      if (signal.aborted) throw new AssayError('cancelled', 'Cancelled.')
      requests.push(request)
      const answer = await decide(request, requests.length - 1)
      if (signal.aborted) throw new AssayError('cancelled', 'Cancelled.')
      if (answer instanceof AssayError) throw answer
      return responseOf(answer, request.url)
    },
  }
}
