import * as v from 'valibot'
import { expect, it } from 'vitest'
import { derive } from '../index.ts'
import { partitionsSchema } from './schema.ts'

const parameters = [
  {
    name: 'age',
    classes: [
      { name: 'negative', to: -1, valid: false },
      { name: 'young', from: 0, to: 2 },
      { name: 'grown', from: 3, to: 30 },
    ],
  },
  {
    name: 'weight',
    type: 'number',
    step: 0.5,
    classes: [
      { name: 'some', from: 0.5 },
      { name: 'none', to: 0, valid: false },
    ],
  },
]

it('[D1] each valid class once, invalid ones one in a test, and each value lies in the class that it stands for', async () => {
  const { tests, items, coverage } = await derive(v.parse(partitionsSchema, { id: 'd', method: 'partitions', parameters }))
  expect(items.map(({ text }) => text)).toEqual([
    'age = young',
    'age = grown',
    'weight = some',
    'age = negative',
    'weight = none',
  ])
  expect(coverage).toEqual({ exercised: 5, feasible: 5 })
  expect(
    tests.map(({ values, valid, invalid, covers }) => [values['age'], values['weight'], valid, invalid, covers.join(' ')]),
  ).toEqual([
    [16, 5.5, true, undefined, '1.3 2.1'],
    [1, 5.5, true, undefined, '1.2 2.1'],
    [-11, 5.5, false, 'age', '1.1'],
    [1, -5, false, 'weight', '2.2'],
  ])
})
