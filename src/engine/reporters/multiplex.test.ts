import { expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { multiplex } from './multiplex.ts'

const broken = () => {
  throw new Error('disk full')
}

it('[R44] a listener that throws is reported once and gets no more events; the others get all', async () => {
  const events = await failingRun()
  const errors: string[] = []
  let got = 0
  const on = multiplex(
    [
      { name: 'junit', on: broken },
      { name: 'list', on: () => got++ },
    ],
    (name, error) => errors.push(`${name}: ${String(error)}`),
  )
  for (const event of events) on(event)
  expect(errors).toEqual(['junit: Error: disk full'])
  expect(got).toBe(events.length)
})
