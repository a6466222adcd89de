// The server of the measurements, in a process of its own: a small JSON answer for every request, connections kept open.
import { createServer } from 'node:http'

let count = 0
const server = createServer((_request, response) => {
  const body = JSON.stringify({ id: `order-${++count}`, state: 'open', items: [{ sku: 'A-1', quantity: 2 }] })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
