import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { indexLines, rowOf, rowText } from './line-index.ts'

const rowsOf = (text: string, width: number) => {
  const index = indexLines(text, width)
  return Array.from({ length: index.rows }, (_, row) => rowText(text, index, row))
}

it('[R36] cuts lines that are wider than the view', () => {
  const text = `${'x'.repeat(45)}\nab\r\n`
  expect(rowsOf(text, 20)).toEqual(['x'.repeat(20), 'x'.repeat(20), 'xxxxx', 'ab'])
  expect([...indexLines(text, 20).numbers]).toEqual([1, 0, 0, 2])
})

it('[R9] never splits a surrogate pair', () => {
  expect(rowsOf(`${'x'.repeat(19)}😀${'y'.repeat(5)}`, 20)).toEqual(['x'.repeat(19), '😀yyyyy'])
})

it('[R9] the rows of any text give it back, and every offset finds its row', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '😀', '\r\n', 'long '.repeat(9))).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (value, width) => {
      const index = indexLines(value, width)
      const slices = Array.from({ length: index.rows }, (_, row) => value.slice(index.starts[row], index.starts[row + 1]))
      expect(slices.join('')).toBe(value)
      for (let offset = 0; offset < value.length; offset++) {
        const row = rowOf(index, offset)
        expect(index.starts[row]! <= offset && offset < index.starts[row + 1]!).toBe(true)
      }
    }),
  )
})

it('[R32] 20 MB in one line are indexed', () => {
  const index = indexLines('x'.repeat(20_000_000), 100)
  expect(index.rows).toBe(200_000)
  expect(index.lines).toBe(1)
})
