import * as v from 'valibot'
import { expect, it } from 'vitest'
import { emptyCase } from '#engine/project/empty.ts'
import { stepSchema, type Case } from '#engine/project/format/schema.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { acceptStatus, unexpectedStatuses } from './unexpected-statuses.ts'

const conforms = { source: 'response', is: 'conforms-to-api', not: false } as Check
const status = (value: number) => ({ source: 'status', is: 'equals', not: false, value }) as Check
const failed = (index: number, actual: string, expected = 'equals number 200') => ({
  index,
  passed: false,
  subject: 'status',
  expected,
  actual,
})

function caseOf(id: string, checks: Check[]): Case {
  const step = v.parse(stepSchema, { kind: 'assertion', id: `${id}-s`, name: 'Answers 200', checks })
  return { ...emptyCase(id, id), steps: [step] }
}

it('[T9] makes checks of a status expect what was answered, and forgets a description that does not know it', () => {
  const cases = new Map([
    ['a', caseOf('a', [conforms, status(200)])],
    ['b', caseOf('b', [status(200)])],
    ['c', caseOf('c', [status(200), conforms])],
    ['changed', caseOf('changed', [conforms])],
  ])
  const ran = (id: string, checks: object[]) => ({ id, name: id, steps: [{ id: `${id}-s`, outcome: 'failed', checks }] })
  const report = {
    suites: [
      {
        cases: [
          ran('a', [failed(0, "201 isn't documented, only 200"), failed(1, 'number 201')]),
          ran('b', [failed(0, 'number 201')]),
          ran('c', [failed(0, 'number 404'), failed(1, '/name: is missing')]),
          ran('changed', [failed(0, 'number 201')]),
        ],
      },
    ],
  } as unknown as Report
  const kinds = unexpectedStatuses(report, (id) => cases.get(id))
  expect(kinds.map(({ expected, actual, checks }) => [expected, actual, checks.map((one) => [one.case, one.conforms])])).toEqual([
    [
      '200',
      201,
      [
        ['a', 0],
        ['b', undefined],
      ],
    ],
    ['200', 404, [['c', undefined]]],
  ])
  for (const kind of kinds) acceptStatus(kind, (id) => cases.get(id))
  const checksOf = (id: string) => cases.get(id)?.steps.flatMap((step) => (isAssertionStep(step) ? step.checks : []))
  expect(checksOf('a')).toEqual([status(201)])
  expect(checksOf('b')).toEqual([status(201)])
  expect(checksOf('c')).toEqual([status(404), conforms])
})
