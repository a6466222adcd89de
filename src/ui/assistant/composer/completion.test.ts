import { describe, expect, it } from 'vitest'
import { completed, completingAt, fitting } from './completion.ts'

const named = (label: string) => ({ label, text: `"${label}"`, detail: 'Case' })

describe('completion in a message', () => {
  it('begins a recipe only at the beginning, a name at the beginning of any word', () => {
    expect(completingAt('/pair', 5)).toEqual({ sign: '/', start: 0, typed: 'pair' })
    expect(completingAt('POST /pets', 10)).toBeUndefined()
    expect(completingAt('and/or', 6)).toBeUndefined()
    expect(completingAt('rename @Create or', 17)).toEqual({ sign: '@', start: 7, typed: 'Create or' })
    expect(completingAt('@', 1)).toEqual({ sign: '@', start: 0, typed: '' })
    expect(completingAt('mail a@b.test', 13)).toBeUndefined()
  })

  it('offers beginnings first, then beginnings of words, without accents and case', () => {
    const all = ['Reorder', 'Großer Order', 'Órder list', 'Pay'].map(named)
    expect(fitting(all, 'order').map(({ label }) => label)).toEqual(['Órder list', 'Großer Order', 'Reorder'])
    expect(fitting(all, '')).toHaveLength(4)
    expect(fitting(all, 'nothing')).toEqual([])
  })

  it('puts what was chosen in place of what was typed', () => {
    const text = 'rename @cre to Add'
    const at = completingAt(text, 11)
    expect(at && completed(text, 11, at, named('Create'))).toEqual({ text: 'rename "Create" to Add', caret: 16 })
  })
})
