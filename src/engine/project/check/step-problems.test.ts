import { expect, it, vi } from 'vitest'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { stepChecks } from '#engine/steps/checks.ts'
import { problemsOf } from '../problems/problems.ts'
import { stepProblems } from './step-problems.ts'

const checks = (path: string) => ({ kind: 'assertion', checks: [{ source: 'json', path, is: 'exists' }] })

it('[R38] a second look at steps that stayed the same is made at once', async () => {
  const project = projectOfSteps(Array.from({ length: 100 }, (_, index) => checks(index % 2 ? '$.id' : '$[')))
  const first = await stepProblems(project)
  expect(first).toHaveLength(50)
  const fewTurns = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  expect(await Promise.race([stepProblems(project), fewTurns()])).toEqual(first)
})

it('[R38] what is wrong inside a step is looked for once as long as the step stays the same', () => {
  const project = projectOfSteps([{ kind: 'assertion', checks: [{ source: 'json', is: 'exists' }] }])
  const problems = vi.spyOn(stepChecks.assertion, 'problems')
  const found = problemsOf(project)
  expect(found.map(({ path }) => path)).toEqual(['suites > Suite > Case > step 1 > checks > 1'])
  expect(problemsOf(project)).toEqual(found)
  expect(problems).toHaveBeenCalledOnce()
  problems.mockRestore()
})

it('[R38] a look rests when it is asked to, and stops when it is given up', async () => {
  const project = projectOfSteps(Array.from({ length: 10 }, () => checks('$[')))
  let asked = 0
  const rest = () => {
    asked += 1
    if (asked === 4) throw new Error('given up')
    return Promise.resolve()
  }
  await expect(stepProblems(project, undefined, rest)).rejects.toThrow('given up')
  expect(asked).toBe(4)
})

it('[R38] an attempt that fails of itself does not end the others, and is made again', async () => {
  const project = projectOfSteps([checks('$.id'), checks('$[')])
  const attempts = vi.spyOn(stepChecks.assertion, 'attempts').mockReturnValueOnce([
    {
      place: ['checks', 0],
      attempt: () => {
        throw new TypeError('no parser')
      },
    },
  ])
  expect((await stepProblems(project)).map(({ at, text }) => `${at.step}: ${text}`)).toEqual([
    's1: no parser',
    expect.stringContaining('s2: '),
  ])
  attempts.mockRestore()
  expect((await stepProblems(project)).map(({ at }) => at.step)).toEqual(['s2'])
})
