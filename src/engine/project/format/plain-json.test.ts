import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './json-source.ts'
import { readPlainJson } from './plain-json.ts'

describe('plain JSON', () => {
  it('what it reads is what the careful reader reads', () => {
    const indents = fc.constantFrom('', '  ', '\t')
    fc.assert(
      fc.property(fc.jsonValue(), indents, fc.constantFrom('', '\n'), (value, indent, end) => {
        const text = `${JSON.stringify(value, null, indent)}${end}`
        const plain = readPlainJson(text)
        if (plain !== undefined) expect(plain).toEqual(readJson(text).value)
      }),
    )
  })

  it.each(['{"a":1}', '{\n  "a": [],\n  "b": {\n    "__proto__": "x"\n  }\n}\n'])('reads %j', (text) => {
    expect(readPlainJson(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['[R6] a key that stands twice', '{"a":1,"a":1}'],
    ['[R10] an integer that a double loses', '{"a":9007199254740993}'],
    ['[R10] a number beyond all doubles', '{"a":1e400}'],
    ['[R10] minus zero', '{"a":-0}'],
    ['[R7] nesting that is too deep', `{"a":${'['.repeat(513)}${']'.repeat(513)}}`],
    ['[R1] a text that is cut off', '{"a":'],
    ['a text laid out in another way', '{ "a": 1 }'],
  ])('%s is left to the careful reader', (_what, text) => {
    expect(readPlainJson(text)).toBeUndefined()
  })
})
