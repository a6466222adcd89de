import * as v from 'valibot'
import { expect, it } from 'vitest'
import { sourceProblems } from '../index.ts'
import { dataSourceSchema } from '../schemas.ts'
import { readSource, testContext } from '../testing/open.ts'

const source = { kind: 'query', connection: 'k', query: 'select id, name from users' }

it('[T4] rows of a query are read when it is opened, with the types of the database', async () => {
  const asked: string[] = []
  const context = testContext({
    async query({ query }) {
      asked.push(query)
      return {
        columns: ['id', 'name'],
        rows: [
          [7, 'Ann'],
          [8, null],
        ],
        cut: 'rows' as const,
      }
    },
  })
  const { columns, all, warnings, rows } = await readSource(source, context)
  for await (const again of rows(context)) expect(again).toHaveLength(2)
  expect(asked).toEqual(['select id, name from users'])
  expect(columns).toEqual(['id', 'name'])
  expect(all).toEqual([
    { number: 1, cells: [7, 'Ann'] },
    { number: 2, cells: [8, null] },
  ])
  expect(warnings).toEqual(['only the first 2 rows are read: the query returns more than the row limit'])
})

it('[T4] a source without a query, or with an invalid template as a parameter, is a problem of the project', () => {
  const parameters = [
    { name: 'a', value: '${' },
    { name: 'b', value: 7 },
  ]
  const problems = sourceProblems(v.parse(dataSourceSchema, { id: 'd', name: 'users', ...source, query: ' ', parameters }))
  expect(problems).toMatchObject([{ place: ['query'], text: 'has no query' }, { place: ['parameters', 0, 'value'] }])
})
