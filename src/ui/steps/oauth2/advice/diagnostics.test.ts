import { describe, expect, it } from 'vitest'
import { countdown, prettyJson } from './diagnostics.ts'

describe('diagnostics', () => {
  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [252_000, '4 min 12 s'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
  ])('[O12] %d ms are %s', (milliseconds, text) => {
    expect(countdown(milliseconds)).toBe(text)
  })

  it("[O12] claims are indented, anything that isn't JSON is shown unchanged", () => {
    expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(prettyJson('opaque')).toBe('opaque')
  })
})
