import { expect, it } from 'vitest'
import { highlightJson } from './highlight.ts'

it('[R10] colours keys, strings, numbers and words, losing nothing', () => {
  const row = '  "id": 12345678901234567890, "s": "a\\"b", "ok": true'
  const tokens = highlightJson(row, false)
  expect(tokens.map((token) => token.text).join('')).toBe(row)
  expect(tokens.filter((token) => token.kind !== 'plain')).toEqual([
    { kind: 'key', text: '"id"' },
    { kind: 'number', text: '12345678901234567890' },
    { kind: 'key', text: '"s"' },
    { kind: 'string', text: '"a\\"b"' },
    { kind: 'key', text: '"ok"' },
    { kind: 'word', text: 'true' },
  ])
})

it('[R36] leaves long rows and the rest of long strings in one piece', () => {
  expect(highlightJson('"a": 1', true)).toEqual([{ kind: 'string', text: '"a": 1' }])
  expect(highlightJson('"'.repeat(700), false)).toHaveLength(1)
})
