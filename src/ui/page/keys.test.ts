import { describe, expect, it } from 'vitest'
import { describeKeys, matchesKeys, type KeyPress } from './keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

describe('keys', () => {
  it('[P8] Mod is Ctrl, on a Mac Cmd', () => {
    expect(matchesKeys('Mod+K', press('k', { ctrlKey: true }), false)).toBe(true)
    expect(matchesKeys('Mod+K', press('k', { metaKey: true }), true)).toBe(true)
    expect(matchesKeys('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false)
    expect(matchesKeys('Mod+K', press('k'), false)).toBe(false)
  })

  it('[P8] Shift tells undo from redo, and run from run all', () => {
    expect(matchesKeys('Mod+Z', press('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
    expect(matchesKeys('Mod+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
    expect(matchesKeys('Mod+Enter', press('Enter', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
  })

  it('[P8] letters are found by place on layouts without Latin letters, signs by what they are', () => {
    expect(matchesKeys('Mod+K', press('л', { code: 'KeyK', ctrlKey: true }), false)).toBe(true)
    expect(matchesKeys('Mod+\\', press('#', { code: 'Backslash', ctrlKey: true }), false)).toBe(true)
    expect(matchesKeys('?', press('?', { shiftKey: true }), false)).toBe(true)
    expect(matchesKeys('Alt+ArrowUp', press('ArrowUp', { altKey: true }), false)).toBe(true)
  })

  it('[P8] combinations are shown as the machine calls them', () => {
    expect(describeKeys('Mod+Shift+Enter', false)).toBe('Ctrl+Shift+Enter')
    expect(describeKeys('Mod+K', true)).toBe('⌘K')
  })
})
