import { describe, expect, it } from 'vitest'
import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import { projectOf, runProject } from '#engine/runner/testing/run-project.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { retriedRun } from '#engine/runner/testing/retried-run.ts'
import { reportOf } from '../report-of.ts'
import { listReporter } from './index.ts'

describe('list', () => {
  it('a failing run reads as the golden file', async () => {
    await expect(reportOf(listReporter, await failingRun())).toMatchFileSnapshot('./failing-run.golden.txt')
  })

  it('[T9] a failed check: where, expected, actual, and the request before', async () => {
    expect(reportOf(listReporter, await failingRun())).toContain(
      [
        '✗ Orders > Create then delete > Created',
        '  json $.state',
        '    expected: equals string "open"',
        '    actual:   string "pending"',
        '  after POST http://127.0.0.1:4010/orders -> 201 in 34 ms',
        '',
      ].join('\n'),
    )
  })

  it('[T9] a passed case with a refused request that nothing checks has no tick', async () => {
    const get = { kind: 'send-request', url: 'https://x.test/a' }
    const http = createScriptedHttp([{ status: 404 }, { status: 404 }])
    const check = { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 404 }] }
    const suites = [
      { id: 'u', name: 'Orders', cases: [{ id: 'c1', name: 'Loose', steps: [{ ...get, id: 'r1', name: 'Get' }] }] },
      {
        id: 'w',
        name: 'Users',
        cases: [
          {
            id: 'c2',
            name: 'Strict',
            steps: [
              { ...get, id: 'r2', name: 'Get' },
              { ...check, id: 'a', name: 'Gone' },
            ],
          },
        ],
      },
    ]
    const { events } = await runProject(projectOf({ suites }), { ports: { http } })
    expect(reportOf(listReporter, events)).toMatch(/^\? Orders > Loose \(1 step, .*, 404, unchecked\)$/m)
    expect(reportOf(listReporter, events)).toMatch(/^✓ Users > Strict \(2 steps, [^,]*\)$/m)
  })

  it('[R9] a terminal gets no control characters and nothing that turns text round', async () => {
    expect(reportOf(listReporter, await failingRun())).not.toMatch(/(?![\n\t])[\p{Cc}\u202e]/u)
  })

  it('[T9] says how many cases passed only when they were run again', async () => {
    expect(reportOf(listReporter, await retriedRun())).toMatch(/\n1 case passed only on retry\.\nSeed 1\n$/)
    expect(reportOf(listReporter, await failingRun())).not.toContain('run again')
  })

  it('a case is written when it ends, not at the end of the run', async () => {
    const events = await failingRun()
    const upTo = events.findIndex(({ type }) => type === 'case-finished')
    expect(reportOf(listReporter, events.slice(0, upTo + 1))).toContain('✗ Orders')
  })
})
