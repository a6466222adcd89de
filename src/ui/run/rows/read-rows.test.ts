import { expect, it } from 'vitest'
import type { SqlRecord } from '#engine/ports/sql/sql-record.ts'
import { readRows, shownCell } from './read-rows.ts'

const record = (body?: SqlRecord['body']): SqlRecord => ({
  id: 'q1',
  at: 0,
  duration: 1,
  connection: { name: 'DB', driver: 'sqlite' },
  text: 'select',
  parameters: [],
  columns: ['a'],
  rows: 1,
  changes: 0,
  ...(body && { body }),
})

const body = { id: 'b', size: 1, mediaType: 'application/json' }

it('[T3] rows are read as they were kept, and shown by what they are', async () => {
  const text = `{"columns":["a"],"rows":[[null],["x\\ny"],[9007199254740993],[1.5],[{"base64":"AAH/"}],[true]]}`
  const found = await readRows(record(body), async () => new TextEncoder().encode(text))
  expect(found?.rows.map(([value]) => shownCell(value))).toEqual([
    { text: 'NULL', as: 'special' },
    { text: 'x⏎y', as: 'text' },
    { text: '9007199254740993', as: 'number' },
    { text: '1.5', as: 'number' },
    { text: '3 bytes: AAH/', as: 'special' },
    { text: 'true', as: 'special' },
  ])
})

it('returns nothing for rows that are no longer kept', async () => {
  expect(await readRows(record(), async () => new Uint8Array())).toBeUndefined()
  expect(await readRows(record({ ...body, dropped: true }), async () => new Uint8Array())).toBeUndefined()
  expect(await readRows(record(body), async () => undefined)).toBeUndefined()
})
