import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { asksForDiff, diff, diffOfCheck } from './diff.ts'

const join = (pieces: ReturnType<typeof diff>, kinds: string[]) =>
  pieces
    .filter((piece) => kinds.includes(piece.kind))
    .map((piece) => piece.text)
    .join('')

it('[T9] the pieces give back both texts', () => {
  const text = fc.array(fc.constantFrom('open', 'pending', '"', ' ', '\n', '{', '7')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (a, b) => {
      const pieces = diff(a, b)
      expect(join(pieces, ['same', 'removed'])).toBe(a)
      expect(join(pieces, ['same', 'added'])).toBe(b)
    }),
  )
})

it('[T9] names the word that differs', () => {
  expect(diff('state is "open" now', 'state is "pending" now')).toEqual([
    { kind: 'same', text: 'state is "' },
    { kind: 'removed', text: 'open' },
    { kind: 'added', text: 'pending' },
    { kind: 'same', text: '" now' },
  ])
})

it('[R39] stays cheap on monstrous texts', () => {
  const a = 'a b '.repeat(50_000)
  const b = 'c d '.repeat(50_000)
  const pieces = diff(a, b)
  expect(join(pieces, ['same', 'removed'])).toBe(a)
  expect(asksForDiff({ expected: `equals ${a}`, actual: b })).toBe(true)
  expect(asksForDiff({ expected: 'equals string "open"', actual: a })).toBe(false)
})

it('[T9] only what is to be the other text is compared with it: a snapshot, a schema, a part of a text is not', () => {
  const actual = `string "${'pending '.repeat(20)}"`
  for (const rule of ['matches-snapshot', 'matches-schema', 'contains', 'not equals'])
    expect(diffOfCheck({ expected: `${rule} string "${'open '.repeat(20)}"`, actual })).toBeUndefined()
  expect(diffOfCheck({ expected: `equals ${actual}`, actual })).toEqual([{ kind: 'same', text: actual }])
})

it('takes an escape for one piece: the letter of a line break is not part of the word after it', () => {
  expect(diff('"it.\\n3rd line"', '"it.\\nThird line"')).toEqual([
    { kind: 'same', text: '"it.\\n' },
    { kind: 'removed', text: '3rd' },
    { kind: 'added', text: 'Third' },
    { kind: 'same', text: ' line"' },
  ])
})
