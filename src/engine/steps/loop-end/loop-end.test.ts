import { expect, it } from 'vitest'
import { runSteps } from '#engine/runner/testing/run-project.ts'

it('[T4] a loop end without its loop breaks its case', async () => {
  const { steps } = await runSteps([{ kind: 'loop-end' }])
  expect(steps[0]).toMatchObject({ outcome: 'broken', code: 'reference-missing' })
})

it('[T4] Loop End passes after the rows of its loop', async () => {
  const { steps } = await runSteps([{ kind: 'loop-start', from: 1, to: 2 }, { kind: 'wait', seconds: 0 }, { kind: 'loop-end' }])
  expect(steps.map(({ outcome, rows }) => [outcome, rows])).toEqual([
    ['passed', undefined],
    ['passed', [1]],
    ['passed', undefined],
  ])
})
