import { describe, expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { retriedRun } from '#engine/runner/testing/retried-run.ts'
import { failingRows, nestedRows } from '#engine/runner/testing/run-rows.ts'
import { reportOf } from '../report-of.ts'
import { junitReporter } from './index.ts'

const tags = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, name]) => name).toSorted()

describe('junit', () => {
  it('a failing run reads as the golden file', async () => {
    await expect(reportOf(junitReporter, await failingRun())).toMatchFileSnapshot('./failing-run.golden.xml')
  })

  it("the run's name is a property of each suite", async () => {
    const events = (await failingRun()).map((event) =>
      event.type === 'run-started' ? { ...event, name: 'Before "2.0"' } : event,
    )
    expect(reportOf(junitReporter, events)).toContain('<property name="run" value="Before &quot;2.0&quot;"/>')
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
    expect(xml).toContain('<error message="The run ended before this case finished." type="broken"/>')
  })

  it('[T9] has the elements and attributes of the schema that Jenkins holds reports against (xunit-plugin, junit-10.xsd)', async () => {
    // By element: what it may hold, the attributes that it must have, and those that it may have.
    const schema: Record<string, [holds: string, must: string, may: string]> = {
      testsuites: ['testsuite', '', 'name time tests failures errors'],
      testsuite: [
        'testsuite properties testcase system-out system-err',
        'name tests failures errors',
        'group time skipped timestamp hostname id package file log url',
      ],
      properties: ['property', '', ''],
      property: ['', 'name value', ''],
      testcase: [
        'skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err',
        'name',
        'time classname group',
      ],
      ...Object.fromEntries(
        ['rerunFailure', 'rerunError', 'flakyFailure', 'flakyError'].map((name) => [name, ['', 'type', 'message'] as const]),
      ),
      failure: ['', '', 'type message'],
      error: ['', '', 'type message'],
      skipped: ['', '', 'type message'],
    }
    const words = (text = ''): string[] => text.split(' ').filter(Boolean)
    const events = await failingRun()
    const cut = [
      ...events.slice(
        0,
        events.findIndex(({ type }) => type === 'case-finished'),
      ),
      ...events.slice(-1),
    ]
    for (const of of [events, cut, await retriedRun(), (await failingRows()).events, (await nestedRows()).events]) {
      const open = ['']
      for (const [, end, name = '', attributes = '', empty] of reportOf(junitReporter, of).matchAll(
        /<(\/?)([a-zA-Z-]+)((?:\s[\w-]+="[^"]*")*)(\/?)>/g,
      )) {
        if (end) {
          expect(open.pop()).toBe(name)
          continue
        }
        const [, must, may] = schema[name] ?? []
        expect(must, name).toBeDefined()
        const around = open.at(-1) ?? ''
        if (around === '') expect(name).toBe('testsuites')
        else expect(words(schema[around]?.[0]), `${name} in ${around}`).toContain(name)
        const given = [...attributes.matchAll(/\s([\w-]+)="/g)].map(([, key]) => key)
        for (const key of words(must)) expect(given, name).toContain(key)
        for (const key of given) expect([...words(must), ...words(may)], `${key} of ${name}`).toContain(key)
        const time = /\stime="([^"]*)"/.exec(attributes)?.[1]
        if (time !== undefined) expect(time).toMatch(/^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/)
        if (!empty) open.push(name)
      }
      expect(open).toEqual([''])
    }
  })

  it('[T9] what passed only when it was run again says how it ended before, and so does what never passed', async () => {
    const xml = reportOf(junitReporter, await retriedRun())
    expect(xml).toMatch(/^<testsuites name="Project" tests="2" failures="1" errors="0"/m)
    const cases = xml.split('<testcase ').slice(1)
    const elements = cases.map((one) => [...one.matchAll(/<(\w+) message="([^:"]*)/g)].map(([, name, step]) => `${name} ${step}`))
    expect(elements).toEqual([
      ['flakyFailure Answered', 'flakyError Ask'],
      ['failure Answered', 'rerunFailure Answered', 'rerunFailure Answered'],
    ])
    expect(cases[0]).toContain('    actual:   number 503\n')
  })

  it('[T4] says how many rows it does not list', async () => {
    const one = (await failingRows()).events
    const [from, to] = [one.findIndex(({ type }) => type === 'row-started'), one.findIndex(({ type }) => type === 'row-finished')]
    const row = one.slice(from, to + 1)
    const rows = Array.from({ length: 10_020 }, (_, index) => row.map((event) => ({ ...event, rows: [index + 1] })))
    const rest = one.slice(one.findIndex(({ type }) => type === 'case-finished'))
    const events = [...one.slice(0, from), ...rows.flat(), ...rest]
    const xml = reportOf(junitReporter, events)
    expect(xml.match(/<testcase/g)).toHaveLength(10_001)
    expect(xml).toContain('<property name="passed rows that are not listed" value="20"/>')
    expect(reportOf(junitReporter, (await failingRows()).events)).not.toContain('not listed')
  })
})
