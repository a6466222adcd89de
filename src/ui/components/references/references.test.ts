import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onlyReferences, openReference, scanReferences } from './references.ts'

describe('references in a field', () => {
  it('[T6] finds references with their places, arguments left out of the name', () => {
    expect(scanReferences('a ${b.c}${random.int(1,2)}')).toEqual([
      { start: 2, end: 8, name: 'b.c', closed: true },
      { start: 8, end: 26, name: 'random.int', closed: true },
    ])
  })

  it('[T6] $${ is a literal, quotes hide braces, an unclosed one reaches to the end', () => {
    expect(scanReferences('$${no} $$${no}')).toEqual([])
    expect(scanReferences("${random.regex('[a-z]{3}')}")).toHaveLength(1)
    expect(scanReferences('x ${open')).toEqual([{ start: 2, end: 8, name: 'open', closed: false }])
  })

  it('[T6] any text: places are in order, inside the text, and start with ${', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('$', '{', '}', "'", 'a', '(', ' ') }), (text) => {
        let at = 0
        for (const reference of scanReferences(text)) {
          expect(reference.start).toBeGreaterThanOrEqual(at)
          expect(text.slice(reference.start, reference.start + 2)).toBe('${')
          at = reference.end
        }
        expect(at).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('[T6] knows what is being typed at the caret', () => {
    expect(openReference('a ${bas', 7)).toEqual({ start: 2, typed: 'bas' })
    expect(openReference('a ${bas} b', 10)).toBeUndefined()
    expect(openReference('$${x', 4)).toBeUndefined()
  })

  it('[P4] a secret may be made of references only', () => {
    expect(onlyReferences('${a}${b}')).toBe(true)
    expect(onlyReferences('x${a}')).toBe(false)
    expect(onlyReferences('')).toBe(false)
  })
})
