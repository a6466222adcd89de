// A server that takes bodies and gives them; it tells its parent how long each was on its way, in milliseconds.
import { createServer } from 'node:http'

const part = Buffer.alloc(262_144, 'x')

const server = createServer((request, response) => {
  const start = performance.now()
  if (request.method === 'GET') {
    let left = Number(new URL(request.url, 'http://x').searchParams.get('size'))
    response.writeHead(200, { 'content-length': left, 'content-type': 'application/octet-stream' })
    const give = () => {
      while (left > 0) {
        const next = part.subarray(0, Math.min(left, part.length))
        left -= next.length
        if (!response.write(next)) return void response.once('drain', give)
      }
      response.end()
    }
    response.once('finish', () => process.send({ down: performance.now() - start }))
    give()
    return
  }
  let size = 0
  request.on('data', (data) => (size += data.length))
  request.on('end', () => {
    process.send({ up: performance.now() - start, size })
    response.end('{}')
  })
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
