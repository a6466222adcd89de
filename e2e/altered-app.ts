import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The built app on an origin of its own that can be made to answer otherwise. */
export interface AlteredApp {
  url: string
  close(): void
}

/** Passes on what `app` serves. `alter` gets each path and body, and gives the body to answer with; for undefined it is a 404. */
export async function serveAltered(app: string, alter: (path: string, body: Buffer) => Buffer | undefined): Promise<AlteredApp> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const answer = await fetch(new URL(path, app), { headers: { 'accept-encoding': 'identity' } })
    const body = alter(path, Buffer.from(await answer.arrayBuffer()))
    const { 'content-encoding': _coded, 'content-length': _length, ...headers } = Object.fromEntries(answer.headers)
    if (body) response.writeHead(answer.status, headers).end(body)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
