import * as v from 'valibot'
import { expect, it } from 'vitest'
import { sourceProblems } from '../index.ts'
import { dataSourceSchema } from '../schemas.ts'
import { readSource } from '../testing/open.ts'

const table = { kind: 'table', columns: ['id', 'id'], rows: [[1, 'a'], [2], [3, 'c']] }

it('[T4] rows of a table keep the types of their cells; one of another length is named', async () => {
  const { columns, all } = await readSource(table)
  expect(columns).toEqual(['id', 'id'])
  expect(all).toEqual([
    { number: 1, cells: [1, 'a'] },
    { number: 2, cells: [2], problem: 'has 1 cell, expected 2 columns' },
    { number: 3, cells: [3, 'c'] },
  ])
})

it('[T4] columns that stand twice and rows of another length are problems of the project', () => {
  expect(sourceProblems(v.parse(dataSourceSchema, { id: 'd', name: 'users', ...table }))).toEqual([
    { place: ['columns', 1], text: 'duplicate column "id"' },
    { place: ['rows', 1], text: 'has 1 cell, expected 2 columns' },
  ])
})
