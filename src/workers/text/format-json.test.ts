import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatJson } from './format-json.ts'

it('[R10] formats as JSON.stringify does, whatever the spaces', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, spaces) => {
      const value: unknown = JSON.parse(json)
      expect(formatJson(JSON.stringify(value, null, spaces))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

it('[R10] keeps literals, escapes and duplicate keys', () => {
  expect(formatJson('{"id":12345678901234567890,"x":1e400,"x":-0,"s":"\\u00e4\\"","e":{},"a":[]}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "x": 1e400,\n  "x": -0,\n  "s": "\\u00e4\\"",\n  "e": {},\n  "a": []\n}',
  )
})

it.each(['', 'hello', '{', '{]', '[1,]', '{"a" 1}', '{"a":}', '[1 2]', '"open', '1 2', '}', '01', '{a:1}', '[,1]', '"\\"'])(
  '[R35] is silent about what is not JSON: %s',
  (text) => {
    expect(formatJson(text)).toBeUndefined()
  },
)

it('[R7] nesting of 100,000 neither overflows nor explodes', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const formatted = formatJson(deep)
  expect(formatted?.replace(/\s/g, '')).toBe(deep)
  expect(formatted?.length).toBeLessThan(20_000_000)
})
