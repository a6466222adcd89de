import { describe, expect, it } from 'vitest'
import { asTsv, isIn, movedBy, rangeOf } from './grid-keys.ts'

const size = { rows: 100, columns: 4, page: 20 }
const press = (key: string, ctrlKey = false) => movedBy({ key, ctrlKey, metaKey: false }, { row: 10, column: 1 }, size)

describe('keys of a grid', () => {
  it.each<[string, boolean, number, number]>([
    ['ArrowDown', false, 11, 1],
    ['ArrowUp', true, 0, 1],
    ['ArrowRight', true, 10, 3],
    ['ArrowLeft', false, 10, 0],
    ['PageDown', false, 30, 1],
    ['PageUp', false, 0, 1],
    ['Home', false, 10, 0],
    ['End', true, 99, 3],
  ])('%s (Ctrl: %s) leads to row %i, column %i', (key, ctrl, row, column) => {
    expect(press(key, ctrl)).toEqual({ row, column })
  })

  it('other keys lead nowhere', () => {
    expect(press('a')).toBeUndefined()
    expect(press('toString')).toBeUndefined()
  })

  it('two corners span a range, in whatever order', () => {
    const range = rangeOf({ row: 5, column: 0 }, { row: 2, column: 3 })
    expect(isIn(range, 3, 1)).toBe(true)
    expect(isIn(range, 6, 1)).toBe(false)
  })

  it('cells are copied as spreadsheets read them', () => {
    expect(
      asTsv([
        ['a', 'b c'],
        ['x\ty', 'say "hi"'],
      ]),
    ).toBe('a\tb c\n"x\ty"\t"say ""hi"""')
  })
})
