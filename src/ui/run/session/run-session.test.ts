import { createEffect, createRoot, createSignal } from 'solid-js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { RunStore } from '#storage/types.ts'
import type { RunClient } from '#workers/run-client.ts'
import { fakeRunClient } from '#workers/testing/fake-run-client.ts'
import { projectOf } from '#engine/project/edit/testing/projects.ts'
import { createRunSession, type RunSessionParts } from './run-session.ts'
import { noticeTexts } from './notice-texts.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'
import { sized } from '../../../../e2e/fuzz-runs.ts'

/** Waits for what needs a part that is loaded when it is first wanted, on a busy machine too. */
const eventually = (check: () => void) => vi.waitFor(check, 30_000)

const reportOf = (events: RunEvent[]): Report => events.reduce(fold, emptyReport())

/** A worker whose events and end are told by the test. */
function fakeClient() {
  const started: RunOptions[] = []
  let emit: ((events: RunEvent[], report: Report) => void) | undefined
  let report = emptyReport()
  let settle: { resolve(report: Report): void; reject(error: Error): void } | undefined
  const stop = vi.fn()
  const client = fakeRunClient({
    start(_source, options, onEvents) {
      started.push(options)
      emit = onEvents
      report = emptyReport()
      return {
        finished: new Promise((resolve, reject) => (settle = { resolve, reject })),
        stop,
        cancelAction: vi.fn(),
        windowOpened: vi.fn(),
      }
    },
  })
  return {
    client,
    started,
    stop,
    emit: (events: RunEvent[]) => emit?.(events, events.reduce(fold, report)),
    finish: async (report: Report) => {
      settle?.resolve(report)
      await Promise.resolve()
      await Promise.resolve()
    },
    die: async () => {
      settle?.reject(new Error('gone'))
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

const noRuns: RunStore = {
  begin: async () => undefined,
  append: async () => undefined,
  finish: async () => undefined,
  rename: async () => undefined,
  runs: async () => [],
  run: async () => undefined,
  stepEvents: async () => [],
  keepLoad: async () => undefined,
  loads: async () => [],
}

let dispose: (() => void) | undefined
afterEach(() => dispose?.())

function open(parts: Partial<RunSessionParts> & { client: RunClient }) {
  return createRoot((end) => {
    dispose = end
    const [project] = createSignal('local')
    return createRunSession({ runs: noRuns, project, ...parts })
  })
}

/** Solid runs effects after the root; restoring is asynchronous besides. */
const settled = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

describe('createRunSession', () => {
  it('[P2] follows a run and ends with its report', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    await settled()
    const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'] } })
    session.start({ environment: 'e1' })
    expect(session.running()).toBe(true)
    worker.emit(events.slice(0, 4))
    expect(session.counts().passed).toBe(1)
    worker.emit(events.slice(4))
    await worker.finish(reportOf(events))
    expect(session.running()).toBe(false)
    expect(session.report()).toEqual(reportOf(events))
    expect(session.step('c1', 'c1-2')?.outcome).toBe('failed')
    await eventually(() => expect(session.details?.log()?.map((line) => line.text)).toContain('Step 2 failed in 1 ms'))
    expect(await session.events({ case: 'c1', step: 'c1-1' })).toHaveLength(2)
  })

  it('[P2] refuses a second run while one goes on', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    session.start({})
    session.start({})
    expect(worker.started).toHaveLength(1)
    expect(session.notice()).toBe(noticeTexts.secondRun)
    const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed'] } })
    worker.emit(events)
    await worker.finish(reportOf(events))
    expect(session.notice()).toBeUndefined()
  })

  it('[P2, H13] starts what was asked for while the run before, whose result is there, is still being kept', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    session.start({})
    const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed'] } })
    worker.emit(events)
    session.start({ environment: 'e1' })
    expect(worker.started).toHaveLength(1)
    expect(session.notice()).toBeUndefined()
    await worker.finish(reportOf(events))
    expect(worker.started[1]).toEqual({ environment: 'e1' })
  })

  it('[P2, R15] starts it also if the run before could not be kept to its end, and says that', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    session.start({})
    worker.emit(eventsOfRun({ run: 'r1', cases: { c1: ['passed'] } }))
    session.start({ environment: 'e1' })
    await worker.die()
    expect(worker.started[1]).toEqual({ environment: 'e1' })
    expect(session.running()).toBe(true)
    expect(session.notice()).toBe('gone')
  })

  it('[T9] runs failed cases again, with the same environment', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    await settled()
    const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed'], c2: ['failed'], c3: ['broken'] } })
    session.start({ environment: 'e1', selection: { suites: ['s1'] } })
    worker.emit(events)
    await worker.finish(reportOf(events))
    await session.rerunFailed()
    expect(worker.started[1]).toEqual({ environment: 'e1', selection: { cases: ['c2', 'c3'] } })
  })

  it('[case 28] opens the login window within the click, before anything is awaited', () => {
    const worker = fakeClient()
    const prepare = vi.fn()
    const shown = projectOf([1])
    const windows = { prepare, logout: () => undefined, reopen: () => true }
    const session = open({ client: worker.client, shown: () => shown, windows, source: async (stored) => ({ stored }) })
    session.start({ environment: 'e1' })
    expect(prepare).toHaveBeenCalledWith('local', shown, { environment: 'e1' })
    expect(worker.started).toHaveLength(0)
  })

  it('[X10] a project with merge conflicts does not run: the notice names them, and nothing is prepared or sent', async () => {
    const worker = fakeClient()
    const prepare = vi.fn()
    const conflict = { kind: 'value' as const, at: 'Orders > url', path: ['name'], ours: '/v2', theirs: '/v3' }
    const shown = { ...projectOf([1]), name: 'Shop', conflicts: [conflict] }
    const windows = { prepare, logout: () => undefined, reopen: () => true }
    const session = open({ client: worker.client, shown: () => shown, windows })
    session.start({})
    await eventually(() =>
      expect(session.notice()).toBe('Resolve 1 merge conflict in Shop.\n  Orders > url: ours "/v2", theirs "/v3"'),
    )
    expect(worker.started).toEqual([])
    expect(prepare).not.toHaveBeenCalled()
    expect(session.running()).toBe(false)
  })

  it('[case 27] lists the logins that wait, with what a person needs to go on', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    await settled()
    const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed'] } })
    session.start({})
    worker.emit(events.slice(0, 3))
    const action = {
      type: 'action-required' as const,
      seq: 90,
      at: 5,
      case: 'c1',
      step: 'c1-1',
      action: 'a1',
      kind: 'login' as const,
      url: 'https://id.test/auth',
      redirectUri: 'https://app.test/cb',
      deadline: 1_795_200_000_000,
    }
    worker.emit([{ ...action, state: 'waiting' }])
    worker.emit([{ ...action, state: 'out-of-sight' }])
    expect(session.actions()).toEqual([
      expect.objectContaining({ action: 'a1', state: 'out-of-sight', deadline: 1_795_200_000_000 }),
    ])
    worker.emit(events.slice(3, 4))
    expect(session.actions()).toEqual([])
  })

  it('[R20] restores a run that was cut off and says where', async () => {
    const worker = fakeClient()
    const events = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed'], c2: ['passed'] } }).slice(0, 5)
    const runs: RunStore = {
      ...noRuns,
      runs: async () => [{ run: 'r1', startedAt: '2026-11-21T04:00:00Z', interrupted: true }],
      events: async () => events,
    }
    const session = open({ client: worker.client, runs })
    // What folds its events is loaded for it.
    await eventually(() => expect(session.details?.interrupted()).toEqual({ step: 2, total: 3 }))
    expect(session.notice()).toBe(noticeTexts.interrupted(2, 3))
    expect(session.step('c1', 'c1-1')?.outcome).toBe('passed')
    expect(worker.started).toEqual([])
  })

  it('[P7] does not call a run interrupted that goes on in another tab', async () => {
    const report = reportOf(eventsOfRun({ run: 'r1', cases: { c1: ['passed'] } }))
    const runs: RunStore = {
      ...noRuns,
      runs: async () => [
        { run: 'r2', startedAt: '2026-11-22T04:00:00Z' },
        { run: 'r1', startedAt: report.startedAt, report },
      ],
      events: async () => eventsOfRun({ run: 'r2', cases: { c1: ['passed'] } }).slice(0, 3),
    }
    const session = open({ client: fakeClient().client, runs })
    await settled()
    expect(session.details?.interrupted()).toBeUndefined()
    expect(session.notice()).toBe(noticeTexts.elsewhere)
    expect(session.report()?.run).toBe('r1')
  })

  it('[P2] notifies earlier readers once previous runs have been read', async () => {
    const worker = fakeClient()
    const report = reportOf(eventsOfRun({ run: 'r1', cases: { c1: ['passed'] } }))
    const runs: RunStore = { ...noRuns, runs: async () => [{ run: 'r1', startedAt: report.startedAt, report }] }
    const session = open({ client: worker.client, runs })
    const seen: unknown[] = []
    const stop = createRoot((end) => {
      createEffect(() => seen.push(session.suite('s1')?.outcome))
      return end
    })
    await settled()
    expect(seen).toEqual([undefined, 'passed'])
    stop()
  })

  /** Two runs that are kept: the older one of both cases, the newer one of the second. */
  function keptRuns() {
    const older = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'], c2: ['failed'] } })
    const newer = eventsOfRun({ run: 'r2', cases: { c2: ['passed'] } })
    const stored = [newer, older].map((events) => {
      const report = reportOf(events)
      return { run: report.run, startedAt: report.startedAt, report }
    })
    const of = (run: string) => (run === 'r1' ? older : newer)
    const runs: RunStore = {
      ...noRuns,
      runs: async () => stored,
      run: async (run) => stored.find((one) => one.run === run),
      events: async (run) => of(run),
      stepEvents: async (run, place) => of(run).filter((event) => 'step' in event && event.step === place.step),
    }
    return runs
  }

  it('[H12] a list of kept runs that is read again keeps what did not change', async () => {
    const session = open({ client: fakeClient().client, runs: keptRuns() })
    await settled()
    const details = session.details!
    const before = details.kept()
    await details.refreshKept()
    expect(details.kept()).toHaveLength(2)
    expect(details.kept().map((one, at) => one === before[at])).toEqual([true, true])
  })

  it('[X5] shows a report from elsewhere, gives a run its name, and goes back', async () => {
    const named: string[] = []
    const runs = { ...keptRuns(), rename: async (run: string, name: string) => void named.push(`${run} ${name}`) }
    const session = open({ client: fakeClient().client, runs })
    await settled()
    const details = session.details!
    details.showReport(reportOf(eventsOfRun({ run: 'elsewhere', cases: { c9: ['failed'] } })))
    expect([details.run(), details.isFresh(), session.counts().failed]).toEqual(['elsewhere', false, 1])
    expect(details.kept().map(({ run }) => run)).toEqual(['r2', 'r1'])
    expect(session.case('c9')).toBeUndefined()
    expect(await session.events({ case: 'c9', step: 'c9-1' })).toEqual([])
    details.showNewest()
    expect(details.run()).toBe('r2')
    await details.renameRun('r2', 'Before the release')
    expect([named, session.report()?.name]).toEqual([['r2 Before the release'], 'Before the release'])
  })

  it('[H12] what is shown is of one run, whatever is known of a case from others', async () => {
    const session = open({ client: fakeClient().client, runs: keptRuns() })
    await settled()
    const details = session.details!
    expect(details.run()).toBe('r2')
    expect(details.isFresh()).toBe(false)
    // Of the tree: the last result of each case, and of which run it is.
    expect(session.case('c1')?.outcome).toBe('failed')
    expect(details.knownRun('c1')).toEqual({ run: 'r1', startedAt: '2026-11-21T04:00:01Z' })
    expect(session.suite('s1')?.outcome).toBe('failed')
    // Of the panel: nothing of a case that the run did not have, also no exchange.
    const place = { case: 'c1', step: 'c1-2' }
    expect(details.stepAt(place)).toBeUndefined()
    expect(details.caseAt(place)).toBeUndefined()
    expect((await session.events(place)).length).toBe(0)
    expect(details.stepAt({ case: 'c2', step: 'c2-1' })?.outcome).toBe('passed')
  })

  it('[H12] opens any run that is kept, with its results, log and exchanges, and goes back', async () => {
    const session = open({ client: fakeClient().client, runs: keptRuns() })
    await settled()
    const details = session.details!
    expect(details.kept().map(({ run, outcome, scope }) => [run, outcome, scope?.case, scope?.cases])).toEqual([
      ['r2', 'passed', 'Case c2', 1],
      ['r1', 'failed', undefined, 2],
    ])
    await details.open('r2')
    expect(session.selected()).toMatchObject({ case: 'c2', step: 'c2-1' })
    session.select(undefined)
    await details.open('r1')
    expect(session.report()?.run).toBe('r1')
    expect(session.newest()?.run).toBe('r2')
    expect(session.selected()).toMatchObject({ case: 'c1', step: 'c1-2' })
    expect(details.stepAt({ case: 'c2', step: 'c2-1' })?.outcome).toBe('failed')
    expect(await session.events({ case: 'c1', step: 'c1-2' })).toHaveLength(2)
    await eventually(() => expect(details.log()?.map(({ text }) => text)).toContain('Step 2 failed in 1 ms'))
    // The last results of the cases are as they were.
    expect(session.case('c2')?.outcome).toBe('passed')
    details.showNewest()
    expect(session.report()?.run).toBe('r2')
    await details.open('gone')
    expect(session.report()?.run).toBe('r2')
    expect(session.notice()).toBe(noticeTexts.runGone)
  })

  it('[T4] of a case that begins with a loop the first step in it is looked at: the loop itself sends nothing', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    const events = eventsOfRun({ run: 'r1', cases: { c1: [] }, rows: [['passed', 'passed'], ['passed']] })
    session.start({})
    worker.emit(events)
    await worker.finish(reportOf(events))
    expect(session.selected()).toMatchObject({ case: 'c1', step: 'c1-1', rows: [1] })
  })

  it('[T4] a step that is selected, and whose case is put into a loop, is selected in its row', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    const run = async (events: RunEvent[]) => {
      session.start({})
      worker.emit(events)
      await worker.finish(reportOf(events))
    }
    await run(eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed'] } }))
    session.select({ case: 'c1', step: 'c1-2' })
    await run(
      eventsOfRun({
        run: 'r2',
        cases: { c1: [] },
        rows: [
          ['passed', 'passed'],
          ['passed', 'failed'],
        ],
      }),
    )
    expect(session.selected()).toMatchObject({ case: 'c1', step: 'c1-2', rows: [2] })
    // The request before the check passed in each row: what it got where the check failed says why.
    session.select({ case: 'c1', step: 'c1-1' })
    expect(session.selected()).toMatchObject({ case: 'c1', step: 'c1-1', rows: [2] })
  })

  it('[H12] a new run is shown at once, and goes on while an older one is looked at', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client, runs: keptRuns() })
    await settled()
    const details = session.details!
    await details.open('r1')
    const events = eventsOfRun({ run: 'r3', cases: { c1: ['passed', 'passed'] } })
    session.start({})
    expect(session.report()).toBeUndefined()
    worker.emit(events.slice(0, 4))
    expect([details.run(), details.isFresh(), details.goesOn()]).toEqual(['r3', true, true])
    expect(details.kept().map(({ run, outcome }) => [run, outcome])[0]).toEqual(['r3', undefined])
    await details.open('r1')
    expect(session.counts().failed).toBe(2)
    const looked = session.selected()
    worker.emit(events.slice(4))
    await worker.finish(reportOf(events))
    expect([details.run(), details.isFresh(), details.goesOn()]).toEqual(['r1', false, false])
    expect(session.selected()).toEqual(looked)
    expect(details.kept().map(({ run }) => run)).toEqual(['r3', 'r2', 'r1'])
    details.showNewest()
    expect([session.report()?.run, session.report()?.outcome]).toEqual(['r3', 'passed'])
  })

  it('[H12] a run that begins while an older one is read is the one that is shown', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client, runs: keptRuns() })
    await settled()
    const details = session.details!
    const reading = details.open('r1')
    session.start({})
    worker.emit(eventsOfRun({ run: 'r3', cases: { c1: ['passed', 'passed'] } }))
    await reading
    expect([details.run(), details.isFresh(), session.counts().failed]).toEqual(['r3', true, 0])
  })

  it('[H12] a run that is started before the earlier ones were read takes nothing of what is known of other cases', async () => {
    const worker = fakeClient()
    let arrive: (() => void) | undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const kept = keptRuns()
    const session = open({
      client: worker.client,
      runs: { ...kept, runs: async (project) => (await arrived, kept.runs(project)) },
      source: async (project) => ({ stored: project }),
    })
    await settled()
    session.start({})
    await settled()
    expect(worker.started).toEqual([])
    arrive?.()
    await settled()
    expect(worker.started).toEqual([{}])
    const events = eventsOfRun({ run: 'r3', cases: { c2: ['broken'] } })
    worker.emit(events)
    await worker.finish(reportOf(events))
    expect([session.case('c1')?.outcome, session.case('c2')?.outcome, session.report()?.run]).toEqual(['failed', 'broken', 'r3'])
    expect(session.details?.kept().map(({ run }) => run)).toEqual(['r3', 'r2', 'r1'])
  })

  it('[R20] a run that begins while an interrupted one is read has its own log and messages only', async () => {
    const worker = fakeClient()
    let arrive: ((events: RunEvent[]) => void) | undefined
    const runs: RunStore = {
      ...noRuns,
      runs: async () => [{ run: 'r1', startedAt: '2026-11-21T04:00:00Z', interrupted: true }],
      events: () => new Promise((resolve) => (arrive = resolve)),
    }
    const session = open({ client: worker.client, runs })
    await settled()
    const events = eventsOfRun({ run: 'r2', cases: { c1: ['passed'] } })
    session.start({})
    worker.emit(events)
    arrive?.(eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'] } }).slice(0, 5))
    await settled()
    expect(await session.events({ case: 'c1', step: 'c1-1' })).toEqual(events.filter((event) => 'step' in event))
    await eventually(() => expect(session.details?.log()).toHaveLength(events.length))
  })

  it('[H12] runs again what failed in the run that is shown', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client, runs: keptRuns() })
    await settled()
    await session.details?.open('r1')
    await session.rerunFailed()
    expect(worker.started[0]).toEqual({ environment: 'e1', selection: { cases: ['c1', 'c2'] } })
  })

  it('[P2] shows the failure after a run that left out the step that was looked at, and stays at one that was run', async () => {
    for (const [looked, shown] of [
      ['c1-3', 'c1-2'],
      ['c1-1', 'c1-1'],
    ] as const) {
      const worker = fakeClient()
      const session = open({ client: worker.client })
      await settled()
      session.select({ case: 'c1', step: looked })
      session.start({})
      worker.emit(eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed', 'skipped'] } }))
      expect(session.selected()).toMatchObject({ case: 'c1', step: shown })
      dispose?.()
    }
  })

  it('[R20] says at which step a run was when its worker died', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    await settled()
    session.start({})
    worker.emit(eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed'] } }).slice(0, 5))
    await worker.die()
    await settled()
    expect(session.running()).toBe(false)
    expect(session.notice()).toBe(noticeTexts.workerDied(2, 2))
  })

  it('[R45] 10,000 cases (a fifth of them outside of the whole run) are followed to the end', async () => {
    const worker = fakeClient()
    const session = open({ client: worker.client })
    await settled()
    const all = sized(10_000, 2_000)
    const cases = Object.fromEntries(Array.from({ length: all }, (_, i) => [`c${i}`, ['passed' as const]]))
    const events = eventsOfRun({ run: 'r1', cases })
    session.start({})
    for (let at = 0; at < events.length; at += 500) worker.emit(events.slice(at, at + 500))
    expect(session.counts().passed).toBe(all)
  })
})
