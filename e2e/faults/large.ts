import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const megabytes = (count: number): number => count * 1024 * 1024

/** Writes a text over and over, as fast as it is read. */
function repeat(response: ServerResponse, text: string, bytes: number, [begin, end]: [string, string] = ['', '']): void {
  const part = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)))
  let left = bytes
  response.write(begin)
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= part.length
      if (!response.write(part)) return
    }
    if (left <= 0) response.end(end)
  }
  response.on('drain', more)
  more()
}

const json = { 'content-type': 'application/json' }

/** Answers that are whole and within the limit of size, but large once they are read. */
const large: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/many-arrays': (response) => repeat(response.writeHead(200, json), '[],', megabytes(46), ['[', '0]']),
  '/many-objects': (response) => repeat(response.writeHead(200, json), '{"a":{}},', megabytes(46), ['[', '0]']),
  '/many-names': (response) => {
    const names = Array.from({ length: 3_000_000 }, (_, index) => `"n${index}":1`)
    response.writeHead(200, json).end(`{${names.join()}}`)
  },
  '/many-numbers': (response) => repeat(response.writeHead(200, json), '12345678901234567890,', megabytes(46), ['[', '0]']),
  '/long-text': (response) => repeat(response.writeHead(200, json), 'ä', megabytes(46), ['"', '"']),
  '/long-number': (response) => repeat(response.writeHead(200, json), '7', megabytes(46), ['', '']),
  '/packed-arrays': (response) =>
    void response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.from(`[${'[],'.repeat(3_000_000)}0]`), { level: 1 })),
  '/1-gb': (response) => repeat(response.writeHead(200, { ...json, 'content-length': megabytes(1024) }), 'x', megabytes(1024)),
}

/** The paths of the answers that {@link startLarge} gives. */
export const largePaths = Object.keys(large)

/** Starts a server that gives them. */
export async function startLarge(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => large[request.url ?? '']?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() }
}
