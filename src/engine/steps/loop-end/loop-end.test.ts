import { expect, it } from 'vitest'
import { runSteps } from '#engine/runner/testing/run-project.ts'

it('[T4] a loop end without its loop breaks its case', async () => {
  const { steps } = await runSteps([{ kind: 'loop-end' }])
  expect(steps[0]).toMatchObject({ outcome: 'broken', code: 'reference-missing' })
})

it('[T4] Loop End comes later, and says so', async () => {
  const project = { dataSources: [{ id: 'd', name: 'users', kind: 'csv' }] }
  const { steps } = await runSteps([{ kind: 'loop-start', dataSource: 'd' }, { kind: 'loop-end' }], {
    project,
    case: { onFailure: 'continue' },
  })
  expect(steps[1]).toMatchObject({ code: 'kind-not-available', message: 'Loop End is not in this version yet.' })
})
