import { expect, it } from 'vitest'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import type { CaseReport } from '#engine/runner/report/report.ts'
import { permissionMatrix } from './permission-matrix.ts'

const table = {
  id: 'd',
  name: 'identities',
  kind: 'table',
  columns: ['key', 'identity'],
  rows: [
    ['a', 'Ann'],
    ['b', 'Bob'],
    ['c', 'Cid'],
  ],
}
const project = projectOfSteps(
  [
    { id: 'l', kind: 'loop-start', dataSource: 'd' },
    { id: 'r', kind: 'send-request', url: 'http://127.0.0.1/' },
    { id: 'e', kind: 'loop-end' },
  ],
  { project: { dataSources: [table] } },
)
const counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
const row = (number: number, more: object) => ({ loop: 'l', rows: [number], values: {}, startedAt: 0, counts, ...more })
const request = { id: 'r', kind: 'send-request', name: 'r', status: 200 }
const report: CaseReport = {
  id: 'c',
  name: 'Case',
  startedAt: 0,
  counts,
  steps: [],
  rows: [
    row(2, { outcome: 'failed', steps: [request, { id: 'a', kind: 'assertion', name: 'a' }] }),
    row(1, { outcome: 'passed', values: { expected_status: '201' } }),
    { ...row(3, { outcome: 'passed' }), loop: 'another' },
  ],
}

it('[T4] the grid has a row for each identity, with the outcome and the status of its row in each case', () => {
  const [source] = project.dataSources
  const cases = project.suites[0]?.cases ?? []
  if (!source) throw new Error('no source')
  expect(permissionMatrix(source, cases, () => report)).toEqual({
    cases: [{ id: 'c', name: 'Case' }],
    rows: [
      { identity: 'Ann', cells: [{ outcome: 'passed', status: '201' }] },
      { identity: 'Bob', cells: [{ outcome: 'failed', status: '200' }] },
      { identity: 'Cid', cells: [{ outcome: undefined, status: '' }] },
    ],
  })
  expect(permissionMatrix(source, [], () => report)).toBeUndefined()
  expect(
    permissionMatrix({ ...source, kind: 'table', columns: ['id'], rows: [] } as typeof source, cases, () => report),
  ).toBeUndefined()
})
