import { expect, it } from 'vitest'
import { responseOf } from '#engine/ports/testing/index.ts'
import { CaseResults } from './case-results.ts'
import { projectOfSteps } from './testing/run-project.ts'

it('[R45] a case holds the nearest result and those that a later step names', () => {
  const request = { kind: 'send-request', url: 'http://127.0.0.1/' }
  const check = { kind: 'assertion', checks: [] }
  const project = projectOfSteps([request, request, request, { ...check, step: 's1' }, check, request])
  const steps = project.suites[0]?.cases[0]?.steps ?? []
  const results = new CaseResults(steps)
  const held: number[] = []
  for (const [index, step] of steps.entries()) {
    results.begin(step)
    if (step.kind === 'send-request') results.keep(step.id, { response: responseOf({ status: 200 + index }), summary: '' })
    if (step.id === 's4') expect(results.get('s1')?.response.status).toBe(200)
    if (step.id === 's5') expect(results.get(undefined)?.response.status).toBe(202)
    results.forget(index)
    held.push(results.size)
  }
  expect(held).toEqual([1, 2, 2, 1, 1, 1])
})

it('a request that got no answer is the nearest one all the same: no older response takes its place', () => {
  const request = { kind: 'send-request', url: 'http://127.0.0.1/' }
  const [first, second] = projectOfSteps([request, request]).suites[0]?.cases[0]?.steps ?? []
  if (!first || !second) throw new Error('no steps')
  const results = new CaseResults([first, second])
  results.begin(first)
  results.keep(first.id, { response: responseOf({}), summary: '' })
  results.begin(second)
  expect(results.get(undefined)).toBeUndefined()
})
