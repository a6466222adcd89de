import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { deferEvents } from './deferred-events.ts'

const noted = (seq: number): RunEvent => ({ type: 'noted', seq, at: 0, case: 'c', step: 's', level: 'info', text: '' })
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('events that are handed on while a run waits', () => {
  it('come in their order, after what else the turn had to do', async () => {
    const taken: number[] = []
    const events = deferEvents(({ seq }) => taken.push(seq))
    events.push(noted(1))
    events.push(noted(2))
    let sent: number | undefined
    setImmediate(() => (sent = taken.length))
    await turn()
    await turn()
    expect([sent, taken]).toEqual([0, [1, 2]])
    events.push(noted(3))
    events.flush()
    expect(taken).toEqual([1, 2, 3])
  })

  it('are not gathered without end by a run that waits for nothing', () => {
    const taken: number[] = []
    const events = deferEvents(({ seq }) => taken.push(seq))
    for (let seq = 1; seq <= 1_000; seq++) events.push(noted(seq))
    expect(taken.length).toBeGreaterThan(700)
    events.flush()
    expect(taken).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
  })
})
