import { expect, it } from 'vitest'
import { runSteps } from '#engine/runner/testing/run-project.ts'

const project = { dataSources: [{ id: 'd', name: 'users', kind: 'csv', text: 'id\n1' }] }
const start = { kind: 'loop-start', dataSource: 'd' }

it('[T4] Loop Start comes later, and says so; the steps of the loop are skipped', async () => {
  const { steps } = await runSteps([start, { kind: 'wait', seconds: 0 }, { kind: 'loop-end' }], { project })
  expect(steps.map(({ outcome }) => outcome)).toEqual(['broken', 'skipped', 'skipped'])
  expect(steps[0]).toMatchObject({ code: 'kind-not-available', message: 'Loop Start is not in this version yet.' })
})

it('[T4] a loop that has no end breaks its case, and nothing of it runs', async () => {
  const { steps } = await runSteps([{ kind: 'wait', seconds: 0 }, start], { project })
  expect(steps.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['skipped', undefined],
    ['broken', 'reference-missing'],
  ])
})
