import { expect, it } from 'vitest'
import { jsonForHtml } from '#engine/reporters/html/json-for-html.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { eventsOfRun } from '../run/testing/events-of-run.ts'
import { countsOf, indexDetails } from './report-data.ts'

const lines = [
  ['c1\n\nr1', { bodies: { e1: '{"say":"Hello <b> \\"you\\""}' } }],
  ['c"2\\\n1.2\nr1', { exchanges: [{ request: { url: 'http://api.test/?q=a.b' } }] }],
  ['c1\n\nr1', { bodies: { e1: '{"say":"good bye"}' } }],
]
const index = indexDetails(`\n${lines.map((line) => `${jsonForHtml(line)}\n`).join('')}`)

it('[P5] finds the messages of a step by its key; of two attempts the later one', () => {
  expect(index.of('c"2\\\n1.2\nr1')).toEqual({ exchanges: [{ request: { url: 'http://api.test/?q=a.b' } }] })
  expect(index.of('c1\n\nr1')).toEqual({ bodies: { e1: '{"say":"good bye"}' } })
  expect(index.of('c3\n\nr1')).toBeUndefined()
})

it('[P5] searches texts in any case, as they are and not as a pattern, also where quotes are escaped', () => {
  expect([...index.search('GOOD')]).toEqual(['c1\n\nr1'])
  expect([...index.search('a.b')]).toEqual(['c"2\\\n1.2\nr1'])
  expect([...index.search('a?b')]).toEqual([])
  const quoted = indexDetails(jsonForHtml(['k', { bodies: { e: '{"say":"a <b> \\"c\\""}' } }]))
  for (const text of ['"say":"a', '<b>', String.raw`\"c\"`]) expect([...quoted.search(text)], text).toEqual(['k'])
})

it('[P5] counts requests and rows, not steps', () => {
  const kinds = ['send-request', 'assertion', 'send-request']
  const plain = eventsOfRun({ run: 'r1', kinds, cases: { c1: ['passed', 'passed', 'skipped'] } })
  expect(countsOf(plain.reduce(fold, emptyReport()))).toEqual({ requests: 1, rows: 0 })
  const events = eventsOfRun({ run: 'r1', kinds, cases: { c1: ['passed'] }, rows: [['passed'], ['failed'], ['passed']] })
  expect(countsOf(events.reduce(fold, emptyReport()))).toEqual({ requests: 1, rows: 3 })
})
