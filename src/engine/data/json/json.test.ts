import { describe, expect, it } from 'vitest'
import { mapperOf } from '../mapping.ts'
import { readSource } from '../testing/open.ts'

const json = (value: unknown) => readSource({ kind: 'json', text: typeof value === 'string' ? value : JSON.stringify(value) })

describe('JSON', () => {
  it('[T4] the keys of its objects are the columns, and values keep their types', async () => {
    const { columns, all } = await json([{ id: 1, name: 'Ann' }, { id: 2, tags: ['x'] }, { name: null }])
    expect(columns).toEqual(['id', 'name', 'tags'])
    expect(all).toEqual([
      { number: 1, cells: [1, 'Ann', undefined] },
      { number: 2, cells: [2, undefined, ['x']] },
      { number: 3, cells: [undefined, null, undefined] },
    ])
  })

  it('[T4] reads JSON lines as rows too, and names an invalid line', async () => {
    const { columns, all } = await json('{"id": 1, "name": "Ann"}\r\n\n{"id": 2}\n')
    expect(columns).toEqual(['id', 'name'])
    expect(all.map(({ cells }) => cells)).toEqual([
      [1, 'Ann'],
      [2, undefined],
    ])
    await expect(json('{"id": 1}\n{"id": 2')).rejects.toThrow(/line 2 isn't JSON/)
  })

  it('[R10] numbers that a double can not hold keep their digits', async () => {
    const { all } = await json('[{"id": 12345678901234567890}]')
    expect(String(all[0]?.cells[0])).toBe('12345678901234567890')
  })

  it('[T4] values that are not an objects are rows of one column', async () => {
    const { columns, all } = await json([1, 'x', [2]])
    expect(columns).toEqual(['value'])
    expect(all.map(({ cells }) => cells)).toEqual([[1], ['x'], [[2]]])
  })

  it('[T4] an empty array has no rows, whatever columns a loop asks for', async () => {
    const { columns, anyColumn, warnings, all } = await json([])
    expect(all).toEqual([])
    const mapping = [{ column: 'id', variable: 'id', type: 'string' }] as const
    expect(() => mapperOf('users', { columns, warnings, ...(anyColumn ? { anyColumn } : {}) }, mapping)).not.toThrow()
    expect((await json([1])).anyColumn).toBeUndefined()
  })

  it('[T4] an element that is not an object is named, and the others come', async () => {
    const { all } = await json('[{"id": 1}, 7, "x", null, [1], 12345678901234567890, {"id": 2}]')
    expect(all.map(({ problem }) => problem)).toEqual([
      undefined,
      'is a number, not an object',
      'is a string, not an object',
      'is null, not an object',
      'is an array, not an object',
      'is a number, not an object',
      undefined,
    ])
  })

  it.each([
    ['{"id": 1}', 'it is an object, not an array'],
    ['"x"', 'it is a string, not an array'],
    ['[{"id": 1},', "it isn't JSON: "],
    ['  ', 'it has neither text nor a file'],
  ])('[T4] what is no array is rejected: %s', async (text, why) => {
    await expect(json(text)).rejects.toMatchObject({ code: 'data-unusable', message: expect.stringContaining(why) })
  })

  it('[R6] keys like __proto__ are columns like others', async () => {
    const { columns, all } = await json('[{"__proto__": 1, "constructor": 2}]')
    expect(columns).toEqual(['__proto__', 'constructor'])
    expect(all[0]?.cells).toEqual([1, 2])
  })
})
