import * as v from 'valibot'
import { expect, it } from 'vitest'
import { sourceProblems } from '../index.ts'
import { dataSourceSchema } from '../schemas.ts'

it('[T4] a source without a query is a problem of the project', () => {
  const source = v.parse(dataSourceSchema, { id: 'd', name: 'users', kind: 'query', connection: 'k', query: '' })
  expect(sourceProblems(source)).toEqual([{ place: ['query'], text: 'has no query' }])
})
