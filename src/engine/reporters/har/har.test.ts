import { expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { reportOf } from '../report-of.ts'
import { harReporter } from './index.ts'

interface Har {
  log: {
    version: string
    pages: { id: string; title: string }[]
    entries: {
      pageref: string
      request: { method: string; url: string }
      response: { status: number; content: { text?: string; encoding?: string } }
    }[]
  }
}

it('HAR: a page for each case, an entry for each exchange', async () => {
  const events = await failingRun()
  const { log } = JSON.parse(reportOf(harReporter, events)) as Har
  expect(log.version).toBe('1.2')
  const sent = events.filter((event) => event.type === 'exchanged')
  expect(sent.length).toBeGreaterThan(0)
  expect(log.entries.length).toBe(sent.length)
  expect(log.entries[0]).toMatchObject({ pageref: 'c1', request: { method: 'POST', url: 'http://127.0.0.1:4010/orders' } })
  for (const { pageref } of log.entries) expect(log.pages.map(({ id }) => id)).toContain(pageref)
})

it('HAR: addresses are URIs, as they were sent', async () => {
  const events = (await failingRun()).map((event) =>
    event.type === 'exchanged'
      ? { ...event, exchange: { ...event.exchange, request: { ...event.exchange.request, url: 'https://x.test/ä b?c=ü' } } }
      : event,
  )
  const { log } = JSON.parse(reportOf(harReporter, events as typeof events)) as Har
  expect(log.entries[0]!.request).toMatchObject({
    url: 'https://x.test/%C3%A4%20b?c=%C3%BC',
    queryString: [{ name: 'c', value: 'ü' }],
  })
})

it('HAR: bodies are texts, or base64', async () => {
  const events = await failingRun()
  const chunks: string[] = []
  const on = harReporter.create(
    (text) => void chunks.push(text),
    (id) => (id === 'text' ? new TextEncoder().encode('{"ä":1}') : new Uint8Array([0xff, 0])),
  )
  for (const event of events) {
    if (event.type !== 'exchanged' || event.exchange.response === undefined) on(event)
    else
      for (const id of ['text', 'bytes'])
        on({
          ...event,
          exchange: { ...event.exchange, response: { ...event.exchange.response, body: { id, size: 2, mediaType: 'x/y' } } },
        })
  }
  const { log } = JSON.parse(chunks.join('')) as Har
  expect(log.entries[0]!.response.content).toMatchObject({ text: '{"ä":1}' })
  expect(log.entries[1]!.response.content).toMatchObject({ text: btoa('\u00ff\u0000'), encoding: 'base64' })
})
