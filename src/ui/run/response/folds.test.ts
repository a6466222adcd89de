import { expect, it } from 'vitest'
import { foldedRows, shownAgain, type Fold } from './folds.ts'

const fold = (row: number, end: number): Fold => ({ row, end, close: '}' })

it('[R10] each line has its row and each row its line, whatever is folded', () => {
  for (const folds of [
    [],
    [fold(2, 4)],
    [fold(7, 9), fold(2, 4)],
    [fold(0, 9)],
    [fold(1, 8), fold(3, 5)],
    [fold(3, 4), fold(4, 4)],
  ]) {
    const { count, rowAt, lineOf } = foldedRows(folds)
    const hidden = (row: number) => folds.some((one) => one.row < row && row <= one.end)
    const rows = Array.from({ length: 10 }, (_, row) => row).filter((row) => !hidden(row))
    expect(count(10)).toBe(rows.length)
    expect(rows.map((_, line) => rowAt(line))).toEqual(rows)
    expect(rows.map(lineOf)).toEqual(rows.map((_, line) => line))
  }
})

it('[R10] a hidden row is where its fold is, and is shown again by opening what hides it', () => {
  const folds = [fold(1, 8), fold(3, 5)]
  expect(foldedRows(folds).lineOf(4)).toBe(1)
  expect(foldedRows(folds).lineOf(9)).toBe(2)
  expect(shownAgain(folds, 4)).toEqual([])
  expect(shownAgain(folds, 7)).toEqual([fold(3, 5)])
  expect(shownAgain(folds, 1)).toEqual(folds)
})
