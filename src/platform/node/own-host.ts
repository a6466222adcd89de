import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * True if a request to a server on the loopback interface names it as its host. Another name that leads here is one that
 * someone gave to this machine, so that a page of that name can read what is answered (DNS rebinding).
 */
export function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const host = headers.host?.toLowerCase()
  return ['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${socket.localPort}`)
}

/** Rejects a request in a line of text, and ends its connection. */
export function refuse(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
  response.writeHead(status, headers).end(`${text}\n`)
}
