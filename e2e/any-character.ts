import * as fc from 'fast-check'

/** Surrogates aren't characters. */
const [firstSurrogate, surrogates] = [0xd800, 0x800]

/**
 * Any character of Unicode, as the unit of a text. It draws what `unit: 'binary'` of fast-check draws, which takes a second of a core to
 * be made.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates), indexOf)

/** The index that a character was made of, for what is made smaller when a property fails. */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('Not one character')
  return code < firstSurrogate ? code : code - surrogates
}
