import { expect, it } from 'vitest'
import { createManualClock } from '#engine/ports/testing/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'

it('[T3] waits as long as it says, also when a reference says it', async () => {
  const clock = createManualClock()
  const running = runSteps(
    [
      { kind: 'wait', seconds: 2 },
      { kind: 'wait', seconds: '${pause}' },
      { kind: 'wait', seconds: 0 },
    ],
    {
      ports: { clock },
      case: { variables: [{ name: 'pause', value: '0.5' }] },
    },
  )
  await clock.advance(10_000)
  const { steps } = await running
  expect(steps.map(({ outcome, duration }) => [outcome, duration])).toEqual([
    ['passed', 2_000],
    ['passed', 500],
    ['passed', 0],
  ])
})

it.each(['3601', '-1', 'soon', ''])('a reference to %j is out of bounds: broken', async (value) => {
  const { steps } = await runSteps([{ kind: 'wait', seconds: '${pause}' }], { case: { variables: [{ name: 'pause', value }] } })
  expect(steps[0]).toMatchObject({ outcome: 'broken', code: 'value-out-of-bounds', hint: 'Check the value of ${pause}.' })
})
