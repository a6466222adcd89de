import { describe, expect, it } from 'vitest'
import { splitMasked } from './masked.ts'

describe('splitMasked', () => {
  it('[case 48] finds masked values between plain text', () => {
    expect(splitMasked('Bearer ‹access_token›, ‹get-token/client-secret›.')).toEqual([
      { text: 'Bearer ' },
      { name: 'access_token' },
      { text: ', ' },
      { name: 'get-token/client-secret' },
      { text: '.' },
    ])
  })

  it('[case 48] leaves quotes that enclose no name alone', () => {
    expect(splitMasked('a ‹ b')).toEqual([{ text: 'a ‹ b' }])
    expect(splitMasked('‹›')).toEqual([{ text: '‹›' }])
    expect(splitMasked('')).toEqual([])
  })
})
