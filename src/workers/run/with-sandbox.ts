import { AssayError } from '#engine/base/errors.ts'
import { cancelled } from '#engine/ports/http/http-texts.ts'
import type { Headers, Http, HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import { sandboxAt } from '#sandbox/addresses.ts'
import type { Sandbox } from '#sandbox/index.ts'

/** The port that asks the sandbox for what is below the app's own URL, and the network for all else (X1). */
export function withSandbox(http: Http, app: string): Http {
  const { provider } = sandboxAt(app)
  let made: Promise<Sandbox> | undefined
  const sandbox = () => (made ??= import('./sandbox-of.ts').then(({ sandboxOf }) => sandboxOf(app)))
  return {
    send: async (request, signal) =>
      request.url.startsWith(`${provider}/`) ? sandboxResponse(await sandbox(), request, signal) : http.send(request, signal),
  }
}

/** Asks the sandbox as the network would be asked: its redirects are left to the caller. */
export async function sandboxResponse(sandbox: Sandbox, asked: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  if (signal.aborted) throw cancelled()
  const start = performance.now()
  const { method, headers, body } = asked
  let request: Request
  try {
    request = new Request(asked.url, { method, headers, ...(body === undefined ? {} : { body: body as BodyInit }) })
  } catch (thrown) {
    throw new AssayError('http-invalid-request', String(thrown), { cause: thrown })
  }
  const response = await sandbox.answer(request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const total = performance.now() - start
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers] as Headers,
    url: asked.url,
    redirects: [],
    body: bytes.subarray(0, asked.maxBytes),
    ...(bytes.length > asked.maxBytes ? { cut: 'size' } : {}),
    timing: { firstByte: total, total },
    by: 'sandbox',
  }
}
