import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createStdioTransport } from './stdio-transport.ts'

it('[A7] the text of a request is kept until its response, and no longer than until it is cancelled', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const kept: string[] = []
  const transport = createStdioTransport({
    input,
    output,
    checked(message, request) {
      kept.push(request)
      return message
    },
  })
  await transport.start()
  const request = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  input.write(`${request(1)}\n${request(2)}\n${JSON.stringify(cancelled)}\n`)
  await new Promise((resolve) => setImmediate(resolve))
  for (const id of [1, 2, 2]) await transport.send({ jsonrpc: '2.0', id, result: {} })
  expect(kept).toEqual(['', request(2), ''])
  await transport.close()
})
