import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { failingRows } from '#engine/runner/testing/run-rows.ts'
import { reportOf } from '../report-of.ts'
import type { ReportPage } from '../reporter.ts'
import { addDetail, type Query, type StepDetails } from './details.ts'
import { htmlReporter } from './index.ts'
import { jsonForHtml } from './json-for-html.ts'
import { withBodies } from './with-bodies.ts'
import { sized } from '../../../../e2e/fuzz-runs.ts'

const page: ReportPage = { script: 'go()', scriptHash: 'sha256-aaa', style: 'p{}', styleHash: 'sha256-bbb' }

/** The content of a data element. */
const data = (html: string, id: string): string =>
  new RegExp(`<script type="application/jsonl?" id="${id}">\n([\\s\\S]*?)</script>`).exec(html)?.[1] ?? ''

const detailsOf = (html: string): Map<string, StepDetails> =>
  new Map(
    data(html, 'details')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as [string, StepDetails]),
  )

/** The report of events, with bodies that all are this one. */
function withBody(events: readonly RunEvent[], body: Uint8Array): string {
  let html = ''
  const on = htmlReporter.create(
    (text) => (html += text),
    () => body,
    { page },
  )
  for (const event of events) on(event)
  return html
}

it('[P5] holds the report, the messages of each step and the page, and lets nothing else in', async () => {
  const events = await failingRun()
  const html = reportOf(htmlReporter, events, { page, command: (seed) => `assay run orders.aprj --seed ${seed}` })
  const report = emptyReport()
  for (const event of events) fold(report, event)
  expect(JSON.parse(data(html, 'report'))).toEqual(JSON.parse(JSON.stringify(report)))
  expect(JSON.parse(data(html, 'about'))).toEqual({ command: 'assay run orders.aprj --seed 42', left: 0 })
  const details = detailsOf(html)
  expect(details.get(placeKey({ case: 'c1', step: 'r1' }))?.exchanges).toMatchObject([{ response: { status: 201 } }])
  expect(details.get(placeKey({ case: 'c1', step: 'a1' }))?.checks).toMatchObject([{ passed: true }, { passed: false }])
  expect(html).toContain(
    `content="default-src 'none'; script-src 'sha256-aaa'; style-src 'sha256-bbb'; img-src data:; base-uri 'none'; form-action 'none'"`,
  )
  expect(html).toContain('<script>go()</script>')
  expect(html).not.toMatch(/(?:src|href)="(?!data:)/)
})

it('[R11] nothing that a run holds is markup in it', async () => {
  const html = reportOf(htmlReporter, await failingRun(), { page })
  // The elements of the document itself, and no others.
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script type="application/jsonl" id="details">',
    '<script type="application/json" id="report">',
    '<script type="application/json" id="about">',
    '<script>',
  ])
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; "quotes"'.replaceAll('"', '&quot;'))
})

it('[R11] JSON in a script element stays what it was and never ends it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.constantFrom('</script>', '<!--<script>', ']]>', '\u2028', '\ud800')), (text) => {
      const json = jsonForHtml({ text })
      expect(json).not.toContain('<')
      expect(JSON.parse(json)).toEqual({ text })
    }),
  )
})

it('[P5] shows bodies as text, says of others what they are, and of a long one how much is left out', async () => {
  const events = await failingRun()
  const key = placeKey({ case: 'c1', step: 'r1' })
  const text = detailsOf(withBody(events, new TextEncoder().encode('{"state":"</script>"}'))).get(key)
  expect(Object.values(text?.bodies ?? {})).toEqual(['{"state":"</script>"}'])
  const binary = detailsOf(withBody(events, new Uint8Array(40))).get(key)
  expect(binary?.bodies).toBeUndefined()
  expect(Object.values(binary?.notes ?? {})).toEqual([expect.stringContaining("isn't text")])
  const long = detailsOf(withBody(events, new TextEncoder().encode('é'.repeat(100_000)))).get(key)
  expect(Object.values(long?.bodies ?? {})[0]).toBe('é'.repeat(64_000))
  expect(Object.values(long?.notes ?? {})).toEqual([expect.stringContaining('Only the first')])
  // What was masked is shorter than it came, and whole.
  const secret = new TextEncoder().encode('{"said":"‹key›"}')
  const masked = events.map((event) => {
    const body = event.type === 'exchanged' ? event.exchange.response?.body : undefined
    if (body === undefined || event.type !== 'exchanged') return event
    const kept = { ...body, size: secret.length + 20, stored: secret.length }
    return { ...event, exchange: { ...event.exchange, response: { ...event.exchange.response, body: kept } } } as RunEvent
  })
  const told = detailsOf(withBody(masked, secret)).get(key)
  expect([Object.values(told?.bodies ?? {}), told?.notes]).toEqual([['{"said":"‹key›"}'], undefined])
})

it('[P5] a run whose messages are large stays under 20 MB, and what failed is shown whole', async () => {
  const [started, ...rest] = await failingRun()
  const of = (id: string) =>
    rest.filter((event) => 'case' in event && (typeof event.case === 'string' ? event.case : event.case.id) === id)
  const named = (events: RunEvent[], name: string) =>
    JSON.parse(JSON.stringify(events).replaceAll(/"c[12]"/g, `"${name}"`)) as RunEvent[]
  const cases = sized(4_000, 800)
  const many: RunEvent[] = Array.from({ length: cases }, (_, index) =>
    named(of(index === cases - 1 ? 'c1' : 'c2'), `case${index}`),
  ).flat()
  const total = { suites: 1, cases, steps: cases }
  const events: RunEvent[] = [{ ...(started as Extract<RunEvent, { type: 'run-started' }>), total }, ...many, ...rest.slice(-1)]
  const html = withBody(events, new TextEncoder().encode(JSON.stringify({ text: 'ä'.repeat(20_000) })))
  expect(new TextEncoder().encode(html).length).toBeLessThan(20_000_000)
  const details = detailsOf(html)
  expect(details.size).toBeGreaterThan(cases - 10)
  const failed = details.get(placeKey({ case: `case${cases - 1}`, step: 'r1' }))
  expect(Object.values(failed?.bodies ?? {})[0]).toHaveLength(20_011)
})

it('[T4] has the messages of rows under their own keys', async () => {
  const { events } = await failingRows()
  const details = detailsOf(reportOf(htmlReporter, events, { page }))
  const ofRow = (row: number) => details.get(placeKey({ case: 'c', rows: [row], step: 'asked' }))
  const statuses = [1, 2, 3].map((row) => ofRow(row)?.exchanges?.[0]?.response?.status)
  expect(statuses).toEqual([200, 404, 201])
})

it('[P5] without its page it tells the result and what failed', async () => {
  const html = reportOf(htmlReporter, await failingRun())
  expect(html).toContain('<h1>Orders API</h1>')
  expect(html).toContain('✗ Orders &gt; Create then delete &gt; Created')
  expect(html).not.toContain('<noscript>')
})

it('[T3] has what was asked of a database, with its rows', () => {
  const details: StepDetails = {}
  const query = {
    id: 'q1',
    at: 0,
    duration: 1,
    connection: { name: 'db', driver: 'sqlite' },
    text: 'select 1',
    parameters: [],
    columns: ['one'],
    rows: 1,
    changes: 0,
    body: { id: 'b', size: 30, mediaType: 'application/json' },
  } as const satisfies Query
  const rows = '{"columns":["one"],"rows":[[1]]}'
  expect(addDetail(details, { type: 'queried', seq: 1, at: 0, case: 'c', step: 's', query })).toBe(true)
  expect(withBodies(details, () => new TextEncoder().encode(rows), 100)).toEqual({ queries: [query], bodies: { q1: rows } })
})
