import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLoopback } from '#companion/demo/listen.ts'

/** Ways in which a server tells again what it was sent. */
const echoes: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify({ got: text }),
  'json-twice': (text) => JSON.stringify({ got: JSON.stringify(text) }),
  'json-ascii': (text) =>
    JSON.stringify({ got: text }).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  markup: (text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</p>`,
  'markup-numbers': (text) => `<p>${text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`,
  percent: (text) => `got=${encodeURIComponent(text)}`,
  'percent-twice': (text) => `got=${encodeURIComponent(encodeURIComponent(text))}`,
  form: (text) => new URLSearchParams({ got: text }).toString(),
  'oauth-error': (text) => JSON.stringify({ error: 'invalid_request', error_description: `Not understood: ${text}` }),
  'broken-json': (text) => `{"got": "${text}`,
  capitals: (text) => text.toUpperCase(),
}

/** The names of the echoes: the first part of the path asks for one, the second for a status. */
export const echoNames = Object.keys(echoes)

const typeOf = (name: string): string =>
  /json|oauth/.test(name) ? 'application/json' : name.startsWith('markup') ? 'text/html' : 'text/plain'

/** All that arrived, as people's servers show it: the request line, the headers, the body. */
async function received(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const headers = request.rawHeaders.map((text, index) => (index % 2 === 0 ? `\n${text}: ` : text)).join('')
  return `${request.method} ${request.url}${headers}\n\n${Buffer.concat(parts).toString('utf8')}`
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await received(request)
  const [, name = '', status = '200'] = (request.url ?? '').split(/[/?]/)
  const echo = echoes[name] ?? echoes['plain']
  const credentials = /authorization: Basic ([\w+/=]+)/i.exec(text)?.[1] ?? ''
  // As servers that log what they understood: credentials decoded.
  const understood = `${text}\n${Buffer.from(credentials, 'base64').toString('utf8')}`
  response.writeHead(Number(status) || 200, { 'content-type': typeOf(name), 'x-got': encodeURIComponent(request.url ?? '') })
  response.end(echo?.(understood))
}

/** A server on the loopback interface that tells again all that it is sent; `/ECHO/STATUS` says how. */
export const startEchoes = () =>
  listenLoopback(
    createServer(
      (request, response) => void answer(request, response).catch((error: unknown) => response.destroy(error as Error)),
    ),
    0,
  )
