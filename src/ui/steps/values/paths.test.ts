import { expect, test } from 'vitest'
import { pathProblem, shownPath, typedPath } from './paths.ts'

test('[T9] "$" is not in the way of typing a path: it is written by itself', () => {
  expect(shownPath('json', '$')).toBe('')
  expect(shownPath('json', '$.id')).toBe('$.id')
  expect(typedPath('json', '$', 'i')).toBe('$.i')
  expect(typedPath('json', '$', 'items[0].id')).toBe('$.items[0].id')
  expect(typedPath('json', '$', '[0]')).toBe('$[0]')
  expect(typedPath('json', '$', '..id')).toBe('$..id')
  expect(typedPath('json', '$', '$.id')).toBe('$.id')
  expect(typedPath('json', '$.id', '.id')).toBe('.id')
  expect(typedPath('json', '$.i', '')).toBe('$')
  expect(typedPath('xml', '/', '/order')).toBe('/order')
  expect(typedPath('xml', '/', 'order')).toBe('order')
})

test('[T9] shows errors in a JSONPath while typing', async () => {
  expect(await pathProblem('json', '$.items[?@.a == 1].id')).toBeUndefined()
  expect(await pathProblem('json', '$.items[')).toContain('$.items[')
  expect(await pathProblem('json', 'id')).toContain('id')
  expect(await pathProblem('xml', '$$')).toBeUndefined()
  expect(await pathProblem('json', '$.${name}')).toBeUndefined()
})
