import { describe, expect, it } from 'vitest'
import { memoryFiles } from '#engine/ports/testing/index.ts'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { dataProblems } from './source-problems.ts'

const steps = (...columns: string[]) => [
  { id: 'l', kind: 'loop-start', dataSource: 'd', mapping: columns.map((column, n) => ({ column, variable: `v${n}` })) },
  { id: 'e', kind: 'loop-end' },
]
const problems = async (source: object, columns: string[] = [], files?: Record<string, string>) => {
  const project = projectOfSteps(steps(...columns), { project: { dataSources: [{ id: 'd', name: 'users', ...source }] } })
  const bytes = Object.entries(files ?? {}).map(([path, text]) => [path, new TextEncoder().encode(text)] as const)
  const found = await dataProblems(project, files && memoryFiles(Object.fromEntries(bytes)))
  return found.map(({ path, text }) => `${path}: ${text}`)
}

describe('problems of data sources', () => {
  it('[R12] rows that are longer or shorter are named by their line', async () => {
    expect(await problems({ kind: 'csv', text: 'id,name\n1,Ann\n2\n3,Cid' })).toEqual([
      'dataSources > users: line 3 has 1 cell, expected 2 columns',
    ])
  })

  it('[R12] of very many bad rows the first are named', async () => {
    const found = await problems({ kind: 'csv', text: `id,name\n${'1\n'.repeat(1_000)}` })
    expect(found).toHaveLength(21)
    expect(found.at(-1)).toBe('dataSources > users: more rows after these are invalid')
  })

  it('[T4] a column that a loop names and no source has', async () => {
    const wrong = 'suites > Suite > Case > step 1 > mapping > 1 > column: "users" has no column "nme". Did you mean "name"?'
    expect(await problems({ kind: 'csv', text: 'id,name\n1,Ann' }, ['nme', 'id'])).toEqual([wrong])
    expect(await problems({ kind: 'json', text: '[{"name": 1}]' }, ['nme'])).toEqual([wrong])
    expect(await problems({ kind: 'table', columns: ['name'] }, ['nme'])).toEqual([wrong])
    expect(await problems({ kind: 'generated', rows: 1, columns: [{ name: 'name', value: '${nobody}' }] }, ['nme'])).toEqual([
      wrong,
    ])
  })

  it('[T4] a text that can not be read, a file that is not there', async () => {
    expect(await problems({ kind: 'json', text: '{}' })).toEqual([expect.stringContaining('it is an object, not an array')])
    expect(await problems({ kind: 'csv', file: 'users.csv' }, ['nme'])).toEqual([])
    expect(await problems({ kind: 'csv', file: 'users.csv' }, [], {})).toEqual([
      'dataSources > users: File not found: users.csv. Put it there.',
    ])
    expect(await problems({ kind: 'csv', file: 'users.csv' }, ['nme'], { 'users.csv': 'id,name\n1,2' })).toHaveLength(1)
  })
})
