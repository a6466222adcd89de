import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { expect, it } from 'vitest'
import { responseOf } from '#engine/ports/testing/index.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { StepResult } from '#engine/steps/step-kind.ts'
import { blocksOf, isLoop } from '../plan/blocks.ts'
import { CaseResults } from './case-results.ts'
import { projectOfSteps } from '../testing/run-project.ts'

it('[R45] a case holds the nearest result and those that a later step names', () => {
  const request = { kind: 'send-request', url: 'http://127.0.0.1/' }
  const check = { kind: 'assertion', checks: [] }
  const project = projectOfSteps([request, request, request, { ...check, step: 's1' }, check, request])
  const steps = project.suites[0]?.cases[0]?.steps ?? []
  const results = new CaseResults(steps)
  const held: number[] = []
  for (const [index, step] of steps.entries()) {
    results.begin(step)
    if (step.kind === 'send-request')
      results.keep(step.id, {
        kind: 'http',
        request: { method: 'GET', url: 'https://x.test/' },
        response: responseOf({ status: 200 + index }),
        summary: createRedactor().mask(''),
      })
    if (step.id === 's4') expect(results.get('s1')).toMatchObject({ response: { status: 200 } })
    if (step.id === 's5') expect(results.get(undefined)).toMatchObject({ response: { status: 202 } })
    results.forget(index)
    held.push(results.size)
  }
  expect(held).toEqual([1, 2, 2, 1, 1, 1])
})

it('a request that got no response is the nearest one all the same: no older response takes its place', () => {
  const request = { kind: 'send-request', url: 'http://127.0.0.1/' }
  const [first, second] = projectOfSteps([request, request]).suites[0]?.cases[0]?.steps ?? []
  if (!first || !second) throw new Error('no steps')
  const results = new CaseResults([first, second])
  results.begin(first)
  results.keep(first.id, {
    kind: 'http',
    request: { method: 'GET', url: 'https://x.test/' },
    response: responseOf({}),
    summary: createRedactor().mask(''),
  })
  results.begin(second)
  expect(results.get(undefined)).toBeUndefined()
})

it('[T4] what a loop may ask for again is held until it has ended; results of a row are of that row', () => {
  const request = { kind: 'send-request', url: 'http://127.0.0.1/' }
  const named = (step: string) => ({ kind: 'assertion', step, checks: [] })
  const loop = [{ kind: 'loop-start', dataSource: 'd' }, named('s1'), request, named('s5'), { kind: 'loop-end' }]
  const steps = projectOfSteps([request, request, ...loop]).suites[0]?.cases[0]?.steps ?? []
  const blocks = blocksOf(steps)
  const [first, second, repeated] = [steps[0], steps[1], blocks[2]]
  if (!first || !second || !repeated || !isLoop(repeated)) throw new Error('no loop')
  const give = (results: CaseResults, step: Step, status: number) => {
    results.begin(step)
    results.keep(step.id, {
      kind: 'http',
      request: { method: 'GET', url: 'https://x.test/' },
      response: responseOf({ status }),
      summary: createRedactor().mask(''),
    })
  }
  const statusOf = (result: StepResult | undefined) => (result?.kind === 'http' ? result.response.status : undefined)
  const outer = new CaseResults(blocks)
  give(outer, first, 201)
  outer.forget(0)
  give(outer, second, 202)
  outer.forget(1)
  for (const row of [1, 2]) {
    const results = new CaseResults(repeated.body, outer)
    expect(statusOf(results.get('s1'))).toBe(201)
    expect(statusOf(results.get(undefined))).toBe(202)
    expect(results.get('s5')).toBeUndefined()
    results.forget(0)
    give(results, steps[4] ?? first, 300 + row)
    expect([statusOf(results.get(undefined)), statusOf(results.get('s5'))]).toEqual([300 + row, 300 + row])
    expect(statusOf(results.get('s1'))).toBe(201)
  }
  expect(statusOf(outer.get(undefined))).toBe(202)
  outer.forget(2)
  expect(outer.size).toBe(1)
})
