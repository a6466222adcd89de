import { describe, expect, it } from 'vitest'
import { fuzzyFilter, fuzzyScore } from './fuzzy.ts'

describe('fuzzy search', () => {
  it('[P8] letters must be there in order, case apart', () => {
    expect(fuzzyScore('ctd', 'Create then delete')?.marks).toEqual([0, 7, 12])
    expect(fuzzyScore('CREATE', 'Create then delete')?.marks).toEqual([0, 1, 2, 3, 4, 5])
    expect(fuzzyScore('zx', 'Create then delete')).toBeUndefined()
  })

  it('[P8] whole words beat strewn letters, beginnings beat middles', () => {
    const names = ['Forget token', 'Get token', 'Great expectations', 'Edit environments…']
    expect(fuzzyFilter('get', names, (name) => name).map(({ item }) => item)).toEqual([
      'Get token',
      'Forget token',
      'Great expectations',
    ])
  })

  it('[P8] an empty query keeps everything in its order', () => {
    expect(fuzzyFilter('', ['b', 'a'], (name) => name).map(({ item }) => item)).toEqual(['b', 'a'])
  })

  it('[R45] 10,000 names are searched', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `Suite ${index % 20} > Case number ${index}`)
    const hits = fuzzyFilter('case 99', names, (name) => name)
    expect(hits.length).toBe(50)
  })
})
