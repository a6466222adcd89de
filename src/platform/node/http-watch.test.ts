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
  client.write(
    'assay ask FILE.aprj … TEXT - propose a change to a project\n\nEach file is an open project. Nothing is run, and nothing is written without --apply.\n\n  --then TEXT      next message: a reply to a question, or another request (repeatable)\n  --attach FILE    CSV, JSON or text file for the first message (repeatable)\n  --backend KIND   none (default: no model, no network) or remote: the model set by ASSAY_ASSISTANT_URL,\n                   ASSAY_ASSISTANT_MODEL, ASSAY_ASSISTANT_KEY and ASSAY_ASSISTANT_KIND (openai or\n                   anthropic)\n  --apply          write the files\n  --format KIND    text or json; default: text\n\nMessages never contain secret values, neither those in ASSAY_SECRET_… nor those sealed in the files. A credential\nin TEXT is replaced by a variable.\n\nExit codes: 0 proposal or reply, 4 a question or form is open, 5 refused, 2 a file, an option or the model can\'t be\nused.\n\nExamples:\n  assay ask shop.aprj "create an order, then delete it and check that it is gone" --backend remote\n  assay ask shop.aprj "pairwise for creating an order" --then "make cases of it" --backend remote --apply',
  )
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(looks).toBe(0)

  due = performance.now() + 20
  watch.moved(watched)
  await expect.poll(() => looks).toBe(1)
  client.destroy()
  server.close()
})
