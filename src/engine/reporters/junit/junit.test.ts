import { describe, expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { reportOf } from '../report-of.ts'
import { junitReporter } from './index.ts'

const tags = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, name]) => name).toSorted()

describe('junit', () => {
  it('a failing run reads as the golden file', async () => {
    await expect(reportOf(junitReporter, await failingRun())).toMatchFileSnapshot('./failing-run.golden.xml')
  })

  it('[T9] tells of a failed check in the layout of the terminal', async () => {
    expect(reportOf(junitReporter, await failingRun())).toContain(
      [
        '✗ Orders &gt; Create then delete &gt; Created',
        '  json $.state',
        '    expected: equals string "open"',
        '    actual:   string "pending"',
        '  after POST http://127.0.0.1:4010/orders -&gt; 201 in 34 ms</failure>',
      ].join('\n'),
    )
  })

  it('[R11] names and responses are text: no tags of theirs, nothing that XML forbids, every tag closed', async () => {
    const xml = reportOf(junitReporter, await failingRun())
    expect(xml).not.toMatch(/<script|<b>|<i>/)
    expect(xml).not.toMatch(/(?![\n\t])\p{Cc}|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/u)
    expect(tags(xml, /<([a-z]+)(?=[\s>])[^>]*?(?<!\/)>/g)).toEqual(tags(xml, /<\/([a-z]+)>/g))
  })

  it('[R44] a run that ended early reports what there is', async () => {
    const events = await failingRun()
    const upTo = events.findIndex(({ type }) => type === 'case-finished')
    const xml = reportOf(junitReporter, [...events.slice(0, upTo), ...events.slice(-1)])
    expect(xml).toContain('<error message="The run ended before this case did." type="broken"/>')
  })
})
