import { describe, expect, it } from 'vitest'
import { fuzzyScore } from './fuzzy.ts'

describe('fuzzy search', () => {
  it('[P8] letters must be there in order, case apart', () => {
    expect(fuzzyScore('ctd', 'Create then delete')?.marks).toEqual([0, 7, 12])
    expect(fuzzyScore('CREATE', 'Create then delete')?.marks).toEqual([0, 1, 2, 3, 4, 5])
    expect(fuzzyScore('zx', 'Create then delete')).toBeUndefined()
  })

  it('[P8] whole words beat strewn letters, beginnings beat middles', () => {
    const scores = ['Get token', 'Forget token', 'Great expectations'].map((name) => fuzzyScore('get', name)?.score ?? -Infinity)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(3)
    expect(fuzzyScore('get', 'Edit environments…')).toBeUndefined()
  })

  it('[P8] an empty query tells nothing apart', () => {
    expect(fuzzyScore(' ', 'b')).toEqual(fuzzyScore('', 'a'))
  })
})
