import { AssayError } from '#engine/base/errors.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import { createAdmission } from '#platform/node/admission.ts'
import { createNodeHttp, type NodeHttp } from '#platform/node/http.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import { createAnswerParts } from './answer-parts.ts'
import type { AwaitedBody } from './body-transfers.ts'
import type { RelayContext } from './relay-context.ts'
import { broughtBody } from './body-from-page.ts'
import { requestOf, bodySizeOf } from './request.ts'

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '?')

/** The connections of a session, to addresses that it may reach; load tests have their own. */
export const httpOf = (
  session: RelaySession,
  { port, proxy }: Pick<RelayContext, 'port' | 'proxy'>,
  load = false,
): Promise<NodeHttp> =>
  session.resource(load ? 'http of load tests' : 'http', async () => {
    const admission = createAdmission({ hosts: session.hosts, ownPort: port })
    const value = createNodeHttp({ admission, proxy, keepAfterErrors: load })
    return { value, close: value.close }
  })

/** Sends a request, and tells that it was answered, or could not be. `sizeOf`: how much came. */
export async function sendAndReport(
  { onSent }: Pick<RelayContext, 'onSent'>,
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  send: () => Promise<HttpResponse>,
  bodySizeOf: (answer: HttpResponse) => number,
): Promise<HttpResponse> {
  if (onSent === undefined) return send()
  const sent = { method, host: hostOf(url) }
  try {
    const answer = await send()
    onSent({ ...sent, status: answer.status, size: bodySizeOf(answer), duration: answer.timing.total })
    return answer
  } catch (thrown) {
    onSent({ ...sent, refused: thrown instanceof AssayError ? thrown.code : 'internal' })
    throw thrown
  }
}

/** Sends a request as `assay run` does. */
export const httpSend =
  ({ port, proxy, transfers, page, ...context }: RelayContext): Capability<'http.send'> =>
  async ({ params, bytes, signal, session, progress, room }) => {
    const http = await httpOf(session, { port, proxy })
    const request = requestOf(params, bytes)
    const size = bodySizeOf(params)
    // No one waits for a body longer than for the response. Made for those that have one: its end takes longer than all else
    // that is done here.
    let over: AbortController | undefined
    let isOver = false
    const ask = (): AwaitedBody => {
      over ??= new AbortController()
      if (isOver) over.abort()
      return transfers.await(page.origin, AbortSignal.any([signal, over.signal]))
    }
    const bring = (): AwaitedBody => {
      const awaited = ask()
      progress({ bring: awaited.ticket })
      return awaited
    }
    const source = size === undefined ? undefined : broughtBody(size, bring)
    const parts = createAnswerParts({ progress, room }, ask)
    const send = () => http.send(request, signal, { sink: parts.add, source })
    try {
      const { body, ...result } = await sendAndReport(context, request, send, (answer) => parts.size() + answer.body.length)
      return { result, bytes: parts.size() === 0 ? body : parts.rest() }
    } finally {
      isOver = true
      over?.abort()
      parts.close()
    }
  }
