// The server of the OAuth measurements, in a process of its own: issues a token at /token, answers everything else with JSON.
import { createServer } from 'node:http'

const token = { access_token: `token-${'x'.repeat(800)}`, token_type: 'Bearer', expires_in: 3600 }
const server = createServer((request, response) => {
  request.resume()
  const body = JSON.stringify(request.url === '/token' ? token : { state: 'open' })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
