import { createRoot, createSignal } from 'solid-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { headOf, type ProjectHead } from '#engine/project/edit/state.ts'
import { projectOf } from '#engine/runner/testing/run-project.ts'
import { createProblems } from './problems.ts'
import type { Workspace } from '../workspace/workspace.ts'

const variable = (name: string, value: string) => ({ name, value })
const fine = variable('fine', '1')
const broken = variable('broken', '${oops')
const project = projectOf({
  variables: [fine, broken],
  suites: [{ id: 'u', name: 'Suite', cases: [{ id: 'c', name: 'Case', steps: [] }] }],
})
const first: ProjectHead = { ...project, suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) }
/** A look at it throws. */
const bad = (): ProjectHead => ({
  ...first,
  get variables(): never {
    throw new Error('no variables')
  },
})

/** The marks of a project that the page shows. */
function open() {
  return createRoot((dispose) => {
    const [head, setHead] = createSignal(first)
    const workspace = { head, case: () => undefined } as Partial<Workspace> as Workspace
    return { setHead, problems: createProblems(workspace, () => undefined), dispose }
  })
}

const reported = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reported.mockClear()
})

/** Until what a look found, or why it could not, is there. */
async function looked(isThere: () => boolean) {
  await vi.advanceTimersByTimeAsync(2_500)
  await vi.waitFor(() => expect(isThere()).toBe(true), 10_000)
}

it('[R38] a mark stays with its variable when rows come and go above it, and goes with its value', async () => {
  const { problems, setHead, dispose } = open()
  await looked(() => problems.ofVariable('p', broken).length > 0)
  setHead({ ...first, variables: first.variables.toReversed() })
  expect(problems.ofVariable('p', broken)).toHaveLength(1)
  expect(problems.ofVariable('p', fine)).toEqual([])
  expect(problems.ofVariable('p', variable('broken', '${oops}'))).toEqual([])
  dispose()
})

it('[R38] a look that fails is reported once, and leaves no old marks', async () => {
  const { problems, setHead, dispose } = open()
  await looked(() => problems.ofVariable('p', broken).length > 0)
  setHead(bad())
  await looked(() => reported.mock.calls.length > 0)
  expect(reported).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'no variables' }))
  expect(problems.ofVariable('p', broken)).toEqual([])
  setHead(first)
  await looked(() => problems.ofVariable('p', broken).length > 0)
  dispose()
})

it('[R38] a look is given up when what it looks at was edited', async () => {
  const { problems, setHead, dispose } = open()
  await looked(() => problems.ofVariable('p', broken).length > 0)
  const steps = Array.from({ length: 5 }, () => ({ ...first }))
  // Checks of old heads fail, but nothing waits for them anymore.
  for (const head of steps) {
    setHead(bad())
    vi.advanceTimersByTime(800)
    setHead(head)
  }
  await vi.advanceTimersByTimeAsync(2_500)
  expect(reported).not.toHaveBeenCalled()
  expect(problems.ofVariable('p', broken)).toHaveLength(1)
  dispose()
})
