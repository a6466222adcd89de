import { describe, expect, it } from 'vitest'
import { jsonText } from '#engine/templates/insert.ts'
import { mapperOf, type Mapping } from './mapping.ts'

const columns = ['id', 'name', 'ok', 'data']
const map = (cells: unknown[], type: Mapping['type'], column = 'id') =>
  mapperOf('users', { columns, warnings: [] }, [{ column, variable: 'x', type }])({ number: 3, line: 4, cells })['x']

describe('a mapping', () => {
  it.each<[Mapping['type'], unknown, string]>([
    ['string', '7', '"7"'],
    ['string', 7, '"7"'],
    ['string', { a: 1 }, '"{\\"a\\":1}"'],
    ['string', null, '""'],
    ['number', '7', '7'],
    ['number', ' -0.5e3 ', '-500'],
    ['number', '+007', '7'],
    ['number', '.5', '0.5'],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['number', 7, '7'],
    ['boolean', 'TRUE', 'true'],
    ['boolean', false, 'false'],
    ['json', '{"a": [1]}', '{"a":[1]}'],
    ['json', [1], '[1]'],
    ['json', null, 'null'],
  ])('[T4] %s of %j', (type, cell, expected) => {
    expect(jsonText(map([cell], type))).toBe(expected)
  })

  it.each<[Mapping['type'], unknown, string]>([
    ['number', 'abc', '"abc" isn\'t a number'],
    ['number', '', '"" isn\'t a number'],
    ['number', '1,5', '"1,5" isn\'t a number'],
    ['number', '0x10', '"0x10" isn\'t a number'],
    ['number', '.', '"." isn\'t a number'],
    ['number', true, '"true" isn\'t a number'],
    ['boolean', '1', '"1" is neither true nor false'],
    ['json', '{a: 1}', '"{a: 1}" isn\'t JSON'],
    ['string', undefined, 'has no value'],
  ])('[T4] a cell that is no %s names its place: %j', (type, cell, why) => {
    expect(() => map([cell], type)).toThrow(
      expect.objectContaining({ code: 'row-unusable', message: `users, line 4, column "id": ${why}.` }),
    )
  })

  it('[T4] a column that is not there, or stands there twice, is named before any row', () => {
    const source = { columns: ['user_id', 'name', 'name'], warnings: ['line 1 looks odd'] }
    const mapper = (column: string) => () => mapperOf('users', source, [{ column, variable: 'x', type: 'string' }])
    expect(mapper('userid')).toThrow(
      expect.objectContaining({
        message: '"users" has no column "userid".',
        hint: 'Did you mean "user_id"? users, line 1 looks odd.',
      }),
    )
    expect(mapper('zzz')).toThrow(
      expect.objectContaining({ hint: 'Its columns: "user_id", "name", "name". users, line 1 looks odd.' }),
    )
    expect(mapper('name')).toThrow(expect.objectContaining({ message: '"users" has the column "name" twice.' }))
  })

  it('[R6] variables may have any name', () => {
    const values = mapperOf('users', { columns, warnings: [] }, [{ column: 'id', variable: '__proto__', type: 'string' }])({
      number: 1,
      cells: ['7'],
    })
    expect(Object.entries(values)).toEqual([['__proto__', '7']])
  })
})
