import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

it('[R10] colours keys, strings, numbers and words, losing nothing', () => {
  const row = '  "id": 12345678901234567890, "s": "a\\"b", "ok": true'
  const tokens = highlight(row, 'json', false)
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
  expect(highlight('"a": 1', 'json', true)).toEqual([{ kind: 'string', text: '"a": 1' }])
  expect(highlight('"'.repeat(700), 'json', false)).toHaveLength(1)
})

it('[R10] colours names, attributes and comments of markup, losing nothing', () => {
  const row = `  <a href="/x?a>b" id='1' hidden>see <b>it</b><!-- <i> --> & more</a`
  const tokens = highlight(row, 'markup', false)
  expect(tokens.map((token) => token.text).join('')).toBe(row)
  expect(tokens.filter((token) => token.kind !== 'plain').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'key a',
    'word href',
    'string "/x?a>b"',
    'word id',
    "string '1'",
    'key b',
    'key b',
    'comment <!-- <i> -->',
    'key a',
  ])
  expect(highlight('plain <b>', undefined, false)).toEqual([{ kind: 'plain', text: 'plain <b>' }])
})
