// Serves the bare loop's page and worker, and the small JSON answer that both sides ask for; allowed to every origin.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const files = {
  '/loop.html': ['text/html', '<!doctype html><title>Loop</title>'],
  '/loop-worker.js': ['text/javascript', readFileSync(new URL('loop-worker.js', import.meta.url), 'utf8')],
}
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
  'access-control-max-age': '7200',
}

let count = 0
const server = createServer((request, response) => {
  const file = files[request.url]
  if (file) {
    response.writeHead(200, { 'content-type': file[0] }).end(file[1])
  } else if (request.method === 'OPTIONS') {
    response.writeHead(204, cors).end()
  } else {
    const body = JSON.stringify({ id: `order-${++count}`, state: 'open', items: [{ sku: 'A-1', quantity: 2 }] })
    response.writeHead(200, { ...cors, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
