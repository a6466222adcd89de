import { expect, it } from 'vitest'
import { jsonText } from './json-text.ts'

it('[R10] writes integers past 2^53 with their digits', () => {
  expect(jsonText({ a: [9223372036854775807n, 1.5, 'x', null, undefined], b: undefined })).toBe(
    '{"a":[9223372036854775807,1.5,"x",null,null]}',
  )
})

it('[R6] keeps __proto__ a plain key', () => {
  expect(jsonText(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
})
