import { afterEach, expect, it, vi } from 'vitest'
import { openText } from './text-client.ts'
import { exposeApi } from './wire.ts'

/** Text workers that were started: how to let one die. */
const started: { die(): void }[] = []

/** What stands for the browser's. */
class FakeWorker extends EventTarget {
  readonly #port: MessagePort

  constructor() {
    super()
    const { port1, port2 } = new MessageChannel()
    exposeApi({ open: () => 'id', text: () => 'the text', close: () => true }, port2)
    this.#port = port1
    port1.addEventListener('message', ({ data }) => this.dispatchEvent(new MessageEvent('message', { data })))
    port1.start()
    started.push({ die: () => this.dispatchEvent(Object.assign(new Event('error'), { message: 'Out of memory.' })) })
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer)
  }

  terminate(): void {
    this.#port.close()
  }
}

afterEach(() => vi.unstubAllGlobals())

it('a text whose worker died is not asked of another one, and closing it starts none', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  const text = await openText('utf-8')
  expect(await text.text('raw')).toBe('the text')
  started[0]?.die()
  await Promise.resolve()
  await expect(text.text('raw')).rejects.toThrow('this text is no longer in memory')
  text.close()
  expect(started).toHaveLength(1)
  const next = await openText('utf-8')
  expect(await next.text('raw')).toBe('the text')
  text.close()
  expect(started).toHaveLength(2)
  started[1]?.die()
})
