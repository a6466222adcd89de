import { createRoot, createSignal } from 'solid-js'
import { expect, it } from 'vitest'
import { marksOfRun } from '#engine/project/problems/marks.ts'
import { newStep } from '#engine/project/new-step.ts'
import { projectOf } from '#engine/project/edit/testing/projects.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { stateOf } from '#engine/project/edit/state.ts'
import type { RunStore } from '#storage/types.ts'
import { createChangedSince } from './changed-since.ts'
import type { Workspace } from './workspace/workspace.ts'

it('[H12] tells which results are of steps that were edited later, by what was noted when the run began', async () => {
  const project = projectOf([2])
  const marks = marksOfRun(project, undefined)
  const { head, cases } = stateOf(project)
  const [id, one] = [...cases][0]!
  const steps = one.steps.map((step) => step.id)
  let now = one
  const workspace = { head: () => head, case: (wanted: string | undefined) => (wanted === id ? now : undefined) }
  let asked = 0
  const runs: Pick<RunStore, 'marks'> = { marks: async (run) => ((asked += 1), run === 'r1' ? marks : undefined) }
  const since = createRoot(() => createChangedSince(workspace as Workspace, runs as RunStore))
  const changed = (run = 'r1') => steps.map((step) => since.step(id, step, run))
  expect(changed()).toEqual([false, false])
  await expect.poll(() => asked).toBe(1)
  await Promise.resolve()
  expect(changed()).toEqual([false, false])
  now = { ...one, steps: one.steps.map((step, at) => (at === 1 ? { ...step, disabled: true } : step)) }
  expect(changed()).toEqual([false, true])
  expect(since.case(id, 'r1')).toBe(true)
  now = one
  expect(changed()).toEqual([false, false])
  // Of a run that nothing was noted of nothing is claimed, and it is not asked again.
  now = { ...one, steps: one.steps.toReversed() }
  expect(changed('r0')).toEqual([false, false])
  await expect.poll(() => asked).toBe(2)
  expect(changed('r0')).toEqual([false, false])
  expect(asked).toBe(2)
})

it('[T9] a step whose response no check read is judged as soon as a check is added', async () => {
  const project = projectOf([1])
  const { head, cases } = stateOf(project)
  const [id, one] = [...cases][0]!
  const made = (kind: 'send-request' | 'assertion', of: string) => newStep(kind, of, of, { connection: '', dataSource: '' })
  const request = made('send-request', 'r1')
  const check = { ...made('assertion', 'a1'), checks: [{ source: 'status', not: false, is: 'equals', value: 200 }] } as Step
  const [now, setNow] = createSignal({ ...one, steps: [request] })
  const workspace = { head: () => head, case: () => now() }
  const runs: Pick<RunStore, 'marks'> = { marks: async () => marksOfRun(project, undefined) }
  const since = createRoot(() => createChangedSince(workspace as unknown as Workspace, runs as RunStore))
  since.step(id, 'r1', 'run')
  await expect.poll(() => since.lookedAt(id, 'r1')).toBe(false)
  setNow({ ...one, steps: [request, check] })
  await expect.poll(() => since.lookedAt(id, 'r1')).toBe(true)
  setNow({ ...one, steps: [request, { ...check, disabled: true }] })
  expect(since.lookedAt(id, 'r1')).toBe(false)
})
