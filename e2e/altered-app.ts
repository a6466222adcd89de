import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The built app on an origin of its own that can be made to answer otherwise. */
export interface AlteredApp {
  url: string
  /** Paths with queries, in the order in which they were asked for. */
  asked: string[]
  close(): void
}

/** Passes on what `app` serves. `alter` gets each path and body, and gives the body to answer with; for undefined it is a 404. */
export async function serveAltered(app: string, alter: (path: string, body: Buffer) => Buffer | undefined): Promise<AlteredApp> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const answer = await fetch(new URL(path, app), { headers: { 'accept-encoding': 'identity' } })
    const body = alter(path, Buffer.from(await answer.arrayBuffer()))
    const { 'content-encoding': _coded, 'content-length': _length, ...headers } = Object.fromEntries(answer.headers)
    if (body) response.writeHead(answer.status, headers).end(body)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
