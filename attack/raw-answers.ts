import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createDraw, type Draw } from './draw.ts'

const json = '{"id":"o1","state":"open","access_token":"a-token-of-the-server","token_type":"Bearer","expires_in":60,"keys":[]}'
const packed = gzipSync(json)

/** A head with its body, as servers send them. */
const whole = (head: string, body: string | Buffer = ''): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 ${head.replaceAll('\n', '\r\n')}\r\n\r\n`), Buffer.from(body)])

const answers: readonly Buffer[] = [
  whole(`200 OK\nContent-Type: application/json\nContent-Length: ${json.length}`, json),
  whole('200 OK\nContent-Type: application/json\nConnection: close', json),
  whole(
    '200 OK\nContent-Type: application/json\nTransfer-Encoding: chunked',
    `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`,
  ),
  whole(`200 OK\nContent-Type: application/json\nContent-Encoding: gzip\nContent-Length: ${packed.length}`, packed),
  whole('302 Found\nLocation: /0\nContent-Length: 0'),
  whole('401 Unauthorized\nWWW-Authenticate: Bearer error="invalid_token", DPoP algs="ES256"\nDPoP-Nonce: n1\nContent-Length: 0'),
  whole('204 No Content\nSet-Cookie: a=1; Path=/; HttpOnly'),
  whole('100 Continue', whole(`200 OK\nContent-Length: 2`, 'ok')),
  whole(`400 Bad Request\nContent-Type: application/json\nContent-Length: 26`, '{"error":"invalid_client"}'),
]

/** Bytes that mean something in HTTP. */
const meaning = [0, 9, 10, 13, 32, 34, 44, 48, 57, 58, 59, 61, 127, 128, 192, 255]

/** One of the answers, damaged as a seed says. */
function damaged(draw: Draw): Buffer {
  let bytes = Buffer.from(draw.one(answers))
  for (let count = draw.below(6); count > 0; count--) {
    const at = draw.below(bytes.length)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const part = bytes.subarray(at, at + draw.below(40))
    bytes = draw.one([
      () => Buffer.concat([before, Buffer.from([draw.one(meaning)]), after.subarray(1)]),
      () => Buffer.concat([before, Buffer.from([draw.one(meaning)]), after]),
      () => Buffer.concat([before, after.subarray(1 + draw.below(20))]),
      () => Buffer.concat([before, part, after]),
      () => Buffer.concat([before, ...Array.from({ length: draw.one([10, 3_000]) }, () => part), after]),
      () => Buffer.from(before.length > 0 ? before : bytes),
    ])()
  }
  return bytes
}

function answer(socket: Socket, head: string): void {
  const draw = createDraw(Number(/^\S+ \/(\d+)/.exec(head)?.[1] ?? 0))
  const bytes = damaged(draw)
  const cut = draw.below(bytes.length)
  socket.write(bytes.subarray(0, cut))
  setImmediate(() => (draw.oneIn(20) ? socket.resetAndDestroy() : socket.end(bytes.subarray(cut))))
}

/** A server that answers `/SEED` with a damaged answer, byte for byte. */
export async function startRawAnswers(): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let head = ''
    socket.on('data', (chunk: Buffer) => {
      const before = head.includes('\r\n\r\n')
      head += chunk.toString('latin1')
      if (!before && head.includes('\r\n\r\n')) answer(socket, head)
    })
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
