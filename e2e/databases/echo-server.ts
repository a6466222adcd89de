import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that issues a token for thirty years to everyone, and otherwise echoes the request. */
export interface EchoServer {
  url: string
  /** Every request for a token. */
  tokens(): number
  /** The header `x-password` of every other request, in the order in which they came. */
  passwords: string[]
  close(): void
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'content-type': 'application/json' }

/** Starts it on a free port. */
export async function startEchoServer(): Promise<EchoServer> {
  const passwords: string[] = []
  let tokens = 0
  const server: Server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, cors)
    if (request.method === 'OPTIONS') response.end()
    else if (request.url === '/token') {
      tokens += 1
      response.end(JSON.stringify({ access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 946_080_000 }))
    } else {
      const password = request.headers['x-password']
      if (typeof password === 'string') passwords.push(password)
      response.end(JSON.stringify({ asked: request.url, order: 'o-1' }))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: () => tokens,
    passwords,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
