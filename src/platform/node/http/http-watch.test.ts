import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { Watch } from './http-watch.ts'

it('[13] what came while the program stood still is in time: the machine was asleep', async () => {
  const watch = new Watch()
  let due = Infinity
  let looks = 0
  const server = createServer((socket) => socket.on('data', () => (due = Infinity))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([once(client, 'connect'), once(server, 'connection')])
  due = performance.now() + 20
  const watched = {
    get due() {
      return due
    },
    look() {
      looks += 1
      due = Infinity
    },
    stop: () => undefined,
  }
  watch.add(watched, new AbortController().signal)
  client.write('an answer')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(looks).toBe(0)

  due = performance.now() + 20
  watch.moved(watched)
  await expect.poll(() => looks).toBe(1)
  client.destroy()
  server.close()
})
