import { expect, test } from 'vitest'
import { readPairs } from './read-pairs.ts'

test('[T7] lines that were copied as headers, as a form or from a bulk editor are rows', () => {
  expect(readPairs('Accept: application/json\r\nX-Trace: a:b=c\n\n// X-Off: 1\nX-Empty:')).toEqual([
    { name: 'Accept', value: 'application/json' },
    { name: 'X-Trace', value: 'a:b=c' },
    { name: 'X-Off', value: '1', disabled: true },
    { name: 'X-Empty', value: '' },
  ])
  expect(readPairs('page=2\nq = a b')).toEqual([
    { name: 'page', value: '2' },
    { name: 'q', value: 'a b' },
  ])
  expect(readPairs('Authorization: Bearer ${token}')).toEqual([{ name: 'Authorization', value: 'Bearer ${token}' }])
})

test('[T7] a query is rows, decoded', () => {
  expect(readPairs('?q=a%20b+c&sort=-at&broken=%zz')).toEqual([
    { name: 'q', value: 'a b c' },
    { name: 'sort', value: '-at' },
    { name: 'broken', value: '%zz' },
  ])
})

test('[T7] a name, an address, a template and prose stay text', () => {
  for (const text of [
    'X-Api-Key',
    'https://api.example.com/v1?a=1&b=2',
    '${name}',
    'Bearer eyJ',
    'Accept: a\nand more',
    '{"a": 1}',
    '',
  ])
    expect(readPairs(text)).toBeUndefined()
})
