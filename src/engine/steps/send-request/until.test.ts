import { describe, expect, it } from 'vitest'
import { createScriptedHttp, type Answer } from '#engine/ports/testing/index.ts'
import { createManualClock } from '#engine/ports/testing/manual-clock.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'

const done = { source: 'json', path: '$.state', is: 'equals', value: 'done' }

async function polled(until: object, answers: Answer[], more: Record<string, unknown>[] = []) {
  const http = createScriptedHttp((_request, index) => answers[Math.min(index, answers.length - 1)] ?? {})
  const { steps, events } = await runSteps([{ kind: 'send-request', url: 'http://127.0.0.1/job', until }, ...more], {
    ports: { http, clock: createManualClock({ auto: true }) },
  })
  const of = (type: string) => events.filter((event) => event.type === type)
  return {
    step: steps[0],
    steps,
    sent: http.requests.length,
    exchanges: of('exchanged').length,
    checked: of('checked').length,
    of,
  }
}

const pending: Answer = { json: { state: 'pending' } }
const ready: Answer = { json: { state: 'done', id: 7 } }

describe('[T3] a request that is sent until', () => {
  it('its checks hold: sent again after each wait, the last answer is its result', async () => {
    const check = { kind: 'assertion', checks: [{ source: 'json', path: '$.id', is: 'equals', value: 7 }] }
    const run = await polled({ checks: [done], every: 2, atMost: 60 }, [pending, pending, ready], [check])
    expect(run.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
    expect([run.sent, run.exchanges]).toEqual([3, 3])
    expect(run.of('noted').map((event) => ('text' in event ? event.text : ''))).toEqual([
      'Sent 3 times in 4.0 s until its checks passed.',
    ])
  })

  it('at once: sent once, with nothing more reported', async () => {
    const run = await polled({ checks: [done] }, [ready])
    expect([run.step?.outcome, run.sent, run.checked, run.of('noted').length]).toEqual(['passed', 1, 1, 0])
  })

  it('the time is over: failed, with what did not hold at last', async () => {
    const run = await polled({ checks: [done], every: 1, atMost: 5 }, [pending])
    expect(run.step).toMatchObject({
      outcome: 'failed',
      message: 'json $.state: expected equals string "done", got string "pending"',
      hint: 'The request was sent 6 times in 5 s, but its checks never passed. This is the last response.',
    })
  })

  it("a response with another format doesn't count yet", async () => {
    const run = await polled({ checks: [done] }, [{ status: 503, body: 'starting' }, ready])
    expect([run.step?.outcome, run.sent]).toEqual(['passed', 2])
  })

  it('a check that can not be judged breaks at once', async () => {
    const run = await polled({ checks: [{ source: 'json', path: '$[', is: 'exists' }] }, [pending])
    expect([run.step?.outcome, run.sent]).toEqual(['broken', 1])
  })

  it('[R45] reports the first and the last of many messages', async () => {
    const answers = [...Array.from({ length: 2_000 }, () => pending), ready]
    const run = await polled({ checks: [done], every: 0.1, atMost: 3600 }, answers)
    expect([run.step?.outcome, run.sent, run.exchanges]).toEqual(['passed', 2_001, 21])
  })
})
