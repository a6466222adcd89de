import { expect, it } from 'vitest'
import type { StepDetails } from '#engine/reporters/html/details.ts'
import { emptyCounts } from '#engine/runner/report/outcomes.ts'
import type { CaseReport, StepReport } from '#engine/runner/report/report.ts'
import { lookedAt } from './source-step.ts'

const step = (id: string, summary?: string): StepReport => ({ id, kind: 'k', name: id, outcome: 'passed', summary })
const asked = 'GET http://a/ -> 200 in 3 ms'
const one: CaseReport = {
  id: 'c',
  name: 'C',
  startedAt: 0,
  counts: emptyCounts(),
  steps: [step('ask', asked), step('first', asked), step('second', asked), step('wait')],
}
const messages: StepDetails = { exchanges: [] }
const details = {
  of: (key: string) => (key === 'c\n\nask' ? messages : key === 'c\n\nfirst' ? { checks: [] } : undefined),
  search: () => new Set<string>(),
}
const at = (index: number) => lookedAt(one, undefined, one.steps[index] ?? step(''), details)

it('[P5] a check shows the messages of the request that it looked at, also after other checks of it', () => {
  expect(at(1)).toEqual({ step: one.steps[0], messages })
  expect(at(2)).toEqual({ step: one.steps[0], messages })
})

it('[P5] a step with messages of its own, or that looked at nothing, shows no others', () => {
  expect(at(0)).toBeUndefined()
  expect(at(3)).toBeUndefined()
})
