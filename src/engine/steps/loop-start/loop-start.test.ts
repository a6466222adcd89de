import { describe, expect, it } from 'vitest'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { memoryFiles } from '#engine/ports/testing/index.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'

const csv = (text: string, more: object = {}) => ({ dataSources: [{ id: 'd', name: 'users', kind: 'csv', text, ...more }] })
const start = (more: object = {}) => ({ id: 'loop', kind: 'loop-start', dataSource: 'd', ...more })
const check = { id: 'check', kind: 'assertion', checks: [{ source: 'variable', name: 'id', is: 'less-than', value: 100 }] }
const end = { id: 'end', kind: 'loop-end' }
const byId = { mapping: [{ column: 'id', variable: 'id', type: 'number' }] }

/** Runs a loop over the rows of a source; gives what its report says of them. */
async function runLoop(project: object, more: object = byId, options: Parameters<typeof runSteps>[1] = {}) {
  const { report, steps, end: ended } = await runSteps([start(more), check, end], { project, ...options })
  const rows = report.suites[0]?.cases[0]?.rows ?? []
  return { rows: rows.map(({ rows: [number], values, outcome }) => ({ number, values, outcome })), all: rows, steps, ended }
}

describe('Loop Start', () => {
  it('[T4] goes through the rows of a CSV text, typed, and the next row comes after one that failed', async () => {
    const { rows, steps, ended } = await runLoop(csv('id,name\n7,Ann\n700,Bob\n9,Cid'))
    expect(rows).toEqual([
      { number: 1, values: { id: '7' }, outcome: 'passed' },
      { number: 2, values: { id: '700' }, outcome: 'failed' },
      { number: 3, values: { id: '9' }, outcome: 'passed' },
    ])
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'passed'])
    expect(ended).toMatchObject({ outcome: 'failed', counts: { passed: 4, failed: 1 } })
  })

  it('[T4] from and to choose rows, which keep their numbers', async () => {
    const text = `id\n${Array.from({ length: 9 }, (_, n) => n + 1).join('\n')}`
    const { rows } = await runLoop(csv(text), { ...byId, from: 4, to: 6 })
    expect(rows.map(({ number, values }) => [number, values.id])).toEqual([
      [4, '4'],
      [5, '5'],
      [6, '6'],
    ])
    expect((await runLoop(csv(text), { ...byId, from: 9, to: 12 })).rows).toHaveLength(1)
  })

  it('[T4] without a data source it counts from its first row to its last', async () => {
    const mapping = [{ column: 'row', variable: 'id', type: 'number' }]
    const { rows } = await runLoop({}, { dataSource: undefined, mapping, from: 99, to: 101 })
    expect(rows.map(({ number, values, outcome }) => [number, values.id, outcome])).toEqual([
      [99, '99', 'passed'],
      [100, '100', 'failed'],
      [101, '101', 'failed'],
    ])
  })

  it('[T4] a row that can not be used breaks by itself, with its cell or its line named', async () => {
    const { all, ended } = await runLoop(csv('id,name\n7,Ann\nx,Bob\n9\n10,Dan'))
    expect(all.map(({ outcome }) => outcome)).toEqual(['passed', 'broken', 'broken', 'passed'])
    expect(all.map(({ steps }) => steps?.[0])).toMatchObject([
      undefined,
      { outcome: 'broken', code: 'row-unusable', message: 'users, line 3, column "id": "x" isn\'t a number.' },
      { outcome: 'broken', code: 'row-unusable', message: 'users, line 4 has 1 cell, expected 2 columns.' },
      undefined,
    ])
    expect(ended.outcome).toBe('broken')
  })

  it('[T4] a row that can not be used is broken also where the loop holds no step', async () => {
    const { report } = await runSteps([start(byId), end], { project: csv('id\nx\n1') })
    expect(report.suites[0]?.cases[0]?.rows?.map(({ outcome }) => outcome)).toEqual(['broken', 'skipped'])
    expect(report.outcome).toBe('broken')
  })

  it('[T4] a failing row ends the loop that says so', async () => {
    const { rows } = await runLoop(csv('id\n1\n700\n2'), { ...byId, onFailure: 'stop' })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['passed', 'failed'])
  })

  it('[T4] a loop of no rows is skipped with a warning', async () => {
    const { rows, steps } = await runLoop(csv('id,name\n'))
    expect(rows).toEqual([])
    expect(steps[0]).toMatchObject({ outcome: 'passed', warnings: ['Skipped because the loop has no rows.'] })
    expect(steps[1]).toMatchObject({ outcome: 'skipped' })
  })

  it('[T4] a column that is not there breaks the loop, with what may have been meant', async () => {
    const { steps } = await runLoop(csv('user_id,name\n1,Ann'), { mapping: [{ column: 'userid', variable: 'id' }] })
    expect(steps[0]).toMatchObject({
      outcome: 'broken',
      code: 'data-unusable',
      message: '"users" has no column "userid".',
      hint: 'Did you mean "user_id"?',
    })
    expect(steps[1]).toMatchObject({ outcome: 'skipped' })
  })

  it('[T4] what looks wrong in a source is a warning of its loop, once in a run', async () => {
    const { steps } = await runLoop(csv('id,name,name\n1,Ann,x'))
    expect(steps[0]?.warnings).toEqual(['users, line 1: duplicate column "name".'])
  })

  it('[T4] reads a file beside the project; one that is not there breaks the loop', async () => {
    const file = { text: '', file: 'data/users.csv' }
    const files = memoryFiles({ 'data/users.csv': new TextEncoder().encode('id;name\r\n5;Ann\r\n') })
    expect((await runLoop(csv('', file), byId, { ports: { files } })).rows).toMatchObject([{ values: { id: '5' } }])
    expect((await runLoop(csv('', file))).steps[0]).toMatchObject({
      outcome: 'broken',
      code: 'body-file-missing',
      message: 'File not found: data/users.csv.',
    })
  })

  it('[T4] loops nest, each over its own source', async () => {
    const project = {
      dataSources: [
        { id: 'd', name: 'users', kind: 'json', text: '[{"id": 1}, {"id": 2}]' },
        { id: 'roles', name: 'roles', kind: 'table', columns: ['role'], rows: [['reader'], ['writer']] },
      ],
    }
    const inner = { id: 'inner', kind: 'loop-start', dataSource: 'roles', mapping: [{ column: 'role', variable: 'role' }] }
    const steps = [start(byId), inner, check, { id: 'innerEnd', kind: 'loop-end' }, end]
    const { report } = await runSteps(steps, { project })
    expect(
      report.suites[0]?.cases[0]?.rows?.map(({ rows, values }) => `${rows.join('.')} ${Object.values(values).join()}`),
    ).toEqual(['1 1', '1.1 reader', '1.2 writer', '2 2', '2.1 reader', '2.2 writer'])
  })

  it('[T4] of selected loops only the selected rows run, with the same numbers and the same random data', async () => {
    const steps = [
      start(byId),
      { kind: 'data-transfer', transfers: [{ source: 'variable', name: 'drawn', to: 'kept', scope: 'TestCase' }] },
      end,
    ]
    const project = { ...csv('id\n1\n2\n3\n4\n5'), variables: [] }
    const seen = async (rows?: { case: string; loop: string; only: number[]; after?: number }[]) => {
      const { report } = await runSteps(steps, { project, options: { seed: 1, ...(rows ? { selection: { rows } } : {}) } })
      return report.suites[0]?.cases[0]?.rows?.map(({ rows: [number] }) => number)
    }
    expect(await seen()).toEqual([1, 2, 3, 4, 5])
    expect(await seen([{ case: 'c', loop: 'loop', only: [2, 4] }])).toEqual([2, 4])
    expect(await seen([{ case: 'c', loop: 'loop', only: [2], after: 3 }])).toEqual([2, 4, 5])
    expect(await seen([{ case: 'other', loop: 'loop', only: [2] }])).toHaveLength(5)
  })

  it('[T4] by itself a marker repeats nothing', async () => {
    const { steps } = await runSteps([start(byId), check, end], {
      project: csv('id\n1'),
      options: { selection: { step: { case: 'c', step: 'loop' } } },
    })
    expect(steps).toMatchObject([{ outcome: 'skipped', message: "Run the case. A loop can't run as a single step." }])
  })
})

describe('problems of Loop Start', () => {
  const problems = (loop: object) =>
    problemsOf(projectOfSteps([{ ...start(), ...loop }, end], { project: csv('id\n1') })).map(({ text }) => text)

  it.each([
    [{ dataSource: undefined }, ['needs a data source, or a first and last row (from, to)']],
    [{ dataSource: '' }, ['needs a data source, or a first and last row (from, to)']],
    [{ dataSource: undefined, from: 1, to: 3 }, []],
    [{ dataSource: 'gone' }, ['refers to the unknown data source "gone"']],
    [{ from: 5, to: 3 }, ['the loop has no rows from 5 to 3']],
    [{ mapping: [{ column: '', variable: 'a' }] }, ['the column name is missing']],
    [
      {
        mapping: [
          { column: 'id', variable: 'a' },
          { column: 'name', variable: 'a' },
        ],
      },
      ['the variable "a" is set twice'],
    ],
    [
      { dataSource: undefined, from: 1, to: 2, mapping: [{ column: 'id', variable: 'a' }] },
      ['a loop without a data source has only the column "row" with the row number, not "id"'],
    ],
  ])('[T4] %j', (loop, expected) => {
    expect(problems(loop)).toEqual(expected)
  })

  it('[T4] a loop that has no end breaks its case, and nothing of it runs', async () => {
    const { steps } = await runSteps([{ kind: 'wait', seconds: 0 }, start()], { project: csv('id\n1') })
    expect(steps.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['skipped', undefined],
      ['broken', 'reference-missing'],
    ])
  })

  it('[T4] loops that cross are loops that nest: the first end belongs to the last start', async () => {
    const second = { id: 'second', kind: 'loop-start', from: 1, to: 2 }
    const steps = [start(), second, check, { id: 'endOfFirst', kind: 'loop-end' }, end]
    const { report } = await runSteps(steps, { project: csv('id\n1'), case: { variables: [{ name: 'id', value: 1 }] } })
    expect(report.suites[0]?.cases[0]?.rows?.map(({ loop, rows }) => `${loop} ${rows.join('.')}`)).toEqual([
      'loop 1',
      'second 1.1',
      'second 1.2',
    ])
  })
})
