import { createServer, request as ask } from 'node:http'

/** As the browser says what it wants a file for: scripts and module preloads of the page, and of workers. */
const code = new Set(['script', 'worker', 'sharedworker'])

/**
 * A proxy in front of the app's server that counts all bytes, headers included, for every part of the page. Nothing is
 * kept in the browser's cache.
 */
export async function startCountingProxy(target) {
  const { port, host } = new URL(target)
  let files = []
  const open = new Set()
  let last = 0
  const count = (request, bytes) => {
    files.push({ file: request.url, isCode: code.has(request.headers['sec-fetch-dest']), bytes })
  }
  const server = createServer((request, response) => {
    open.add(request)
    const headers = { ...request.headers, host }
    const upstream = ask({ port, host: '127.0.0.1', path: request.url, method: request.method, headers }, (answer) => {
      const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
      let bytes = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n\r\n`.length + head
      answer.on('data', (chunk) => (bytes += chunk.length))
      answer.on('end', () => {
        count(request, bytes)
        open.delete(request)
        last = performance.now()
      })
      response.writeHead(answer.statusCode, { ...answer.headers, 'cache-control': 'no-store' })
      answer.pipe(response)
    })
    request.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Forgets what was counted, lets `work` load a page, waits until nothing is requested anymore, and returns the files. */
    async during(work, quiet = 1500) {
      files = []
      await work()
      last = performance.now()
      while (open.size > 0 || performance.now() - last < quiet) await new Promise((resolve) => setTimeout(resolve, 50))
      return files
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
