import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { protocol } from '#relay/messages.ts'
import { askState } from './pairing-requests.ts'
import { companionTexts } from './texts.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A server that leaves pairing requests open, and responds to checks whether it is there. */
async function startServer(answersQuestions: boolean) {
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.end()
    else if (answersQuestions) request.socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

it('[P5] a companion that stood still is not running for now; one whose answer may not be read refuses the page', async () => {
  vi.stubGlobal('self', { location: new URL('http://127.0.0.1:5417/') })
  const { timeout } = AbortSignal
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => timeout.call(AbortSignal, 100))
  const [slow, refusing] = [await startServer(false), await startServer(true)]
  expect(await askState(slow.address, 'token')).toEqual({ ok: false, trouble: 'not-running' })
  expect(await askState(refusing.address, 'token')).toEqual({ ok: false, trouble: 'not-allowed' })
  slow.close()
  refusing.close()
})

it("[P5] names the version of another companion and what to do; also reports what isn't a companion", async () => {
  vi.stubGlobal('self', { location: new URL('http://127.0.0.1:5417/') })
  let answer: object = {}
  const server = createServer((_, response) => response.end(JSON.stringify(answer))).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const other of [protocol - 1, protocol + 1]) {
    answer = { protocol: other, version: '0.0.9', paired: true }
    const known = await askState(address, 'token')
    expect(known).toEqual({ ok: false, trouble: 'other-version', version: '0.0.9' })
    expect(companionTexts.troubles['other-version'](address, '0.0.9')).toEqual({
      text: "The companion's version (0.0.9) isn't compatible with this page.",
      hint: 'Reload this page, or install the latest assay.',
    })
  }
  answer = { hello: 'world' }
  expect(await askState(address, 'token')).toEqual({ ok: false, trouble: 'no-companion' })
  server.close()
  server.closeAllConnections()
})
