import { describe, expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { retriedRun } from '#engine/runner/testing/retried-run.ts'
import { projectOf, runProject, runSteps } from '#engine/runner/testing/run-project.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Surroundings } from '../reporter.ts'
import { reportOf } from '../report-of.ts'
import { githubReporter } from './index.ts'

/** Commands as the runner of GitHub Actions reads lines: it undoes what `@actions/core` escapes. */
function read(events: readonly RunEvent[], surroundings: Surroundings = {}) {
  const lines = reportOf(githubReporter, events, surroundings).split('\n').slice(0, -1)
  const plain = (text: string): string => text.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%')
  return lines.map((line) => {
    const [, kind = '', list = '', text = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? []
    const properties = list.split(',').map((pair) => {
      const [key = '', ...value] = pair.split('=')
      return [key, plain(value.join('=').replaceAll('%2C', ',').replaceAll('%3A', ':'))]
    })
    return { kind, text: plain(text), ...(Object.fromEntries(properties) as { title?: string; file?: string; line?: string }) }
  })
}

function summaryFrom(events: readonly RunEvent[]): string {
  let summary = ''
  reportOf(githubReporter, events, { summary: (markdown) => (summary += markdown) })
  return summary
}

describe('annotations', () => {
  it('name the test, its step in the file, and why; nothing in a name or a response begins another command', async () => {
    const found = read(await failingRun(), { locate: () => ({ file: 'tests/a,b:c.aprj', line: 7 }) })
    expect(found.map(({ kind, file, line }) => [kind, file, line])).toEqual(
      Array.from({ length: 3 }, () => ['error', 'tests/a,b:c.aprj', '7']),
    )
    expect(found[0]?.title).toBe('Orders > Create then delete')
    expect(found[0]?.text).toContain('    expected: equals string "open"\n    actual:   string "pending"')
    const name = 'a::b, c%0A::set-output name=x::y\n::stop-commands::z'
    const failing = { kind: 'assertion', checks: [{ source: 'variable', name: 'x', is: 'equals', value: '\n::error::injected' }] }
    const odd = await runSteps([failing], { case: { name } })
    const lines = read(odd.events)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.title).toBe(`Suite > ${name.replace('\n', ' ')}`)
  })

  it('are at most ten, then a count; a run that ended badly says why', async () => {
    const one = (id: number) => ({
      id: `c${id}`,
      name: `Case ${id}`,
      steps: [{ id: `s${id}`, kind: 'send-request', name: 'S', url: '${gone}' }],
    })
    const { events } = await runProject(
      projectOf({ suites: [{ id: 'u', name: 'U', cases: Array.from({ length: 13 }, (_, id) => one(id)) }] }),
    )
    expect(read(events).map(({ kind }) => kind)).toEqual([...Array(10).fill('error'), 'notice'])
    expect(read(events).at(-1)?.text).toBe("3 more failures. See the job's log.")
    const late = await runSteps([{ kind: 'wait', seconds: 9 }], {
      options: { timeout: 1 },
      controls: { signal: AbortSignal.abort() },
    })
    expect(read(late.events)).toEqual([{ kind: 'error', title: 'assay run', text: 'The run was stopped.' }])
    expect(read((await runSteps([{ kind: 'wait', seconds: 0 }])).events)).toEqual([])
  })

  it('[T9] what passed only on retry is a warning', async () => {
    const found = read(await retriedRun())
    expect(found.map(({ kind }) => kind)).toEqual(['error', 'warning'])
    expect(found[1]?.text).toMatch(/^Passed on attempt 3\. Before: /)
  })
})

describe('the summary', () => {
  it('has the result, and what failed with its reasons', async () => {
    const text = summaryFrom(await failingRun())
    expect(text).toMatch(/^## ✗ Orders API, environment Local\n\nFailed: 3 passed, 2 failed, 1 error, 2 skipped in /)
    expect(text).toContain(
      '<details><summary>✗ Orders &#62; Create then delete</summary>\n\n```text\n✗ Orders > Create then delete > Created',
    )
    expect(summaryFrom(await retriedRun())).toContain('1 case passed only on retry.')
  })

  it('[R11] names and responses are text: no markup, no images, no links, no fence that ends early', async () => {
    const name = '![x](http://evil.test/i.png) <img src=x> https://evil.test @everyone `a`'
    const failing = {
      kind: 'assertion',
      name,
      checks: [{ source: 'variable', name: 'x', is: 'equals', value: '```\n<img src=y>' }],
    }
    const text = summaryFrom((await runSteps([failing], { case: { name } })).events)
    const outside = text.replaceAll(/^(`{3,})text\n[\s\S]*?^\1$/gm, '')
    expect(outside).not.toMatch(/!\[|<img|https:\/\/|@everyone/)
  })
})
