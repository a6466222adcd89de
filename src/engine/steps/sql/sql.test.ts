import { expect, it } from 'vitest'
import { runSteps } from '#engine/runner/testing/run-project.ts'

it('[T3] SQL Query comes later, and says so', async () => {
  const project = { connections: [{ id: 'k', name: 'DB', driver: 'sqlite' }] }
  const { steps } = await runSteps([{ kind: 'sql', connection: 'k' }], { project })
  expect(steps[0]).toMatchObject({
    outcome: 'broken',
    code: 'kind-not-available',
    message: 'SQL Query is not in this version yet.',
  })
})
