import { describe, expect, it } from 'vitest'
import { isRedirect } from './redirect-catcher.ts'

describe('[O8] the end of a login', () => {
  it.each([
    ['https://app.example/cb?code=1&state=2', 'https://app.example/cb', true],
    ['https://app.example/cb#access_token=1', 'https://app.example/cb', true],
    ['https://app.example/cb?tenant=a&code=1', 'https://app.example/cb?tenant=a', true],
    ['https://app.example/cb?code=1', 'https://app.example/cb?tenant=a', false],
    ['https://app.example/cb/more?code=1', 'https://app.example/cb', false],
    ['https://app.example:444/cb?code=1', 'https://app.example/cb', false],
    ['http://app.example/cb?code=1', 'https://app.example/cb', false],
    ['https://evil.example/?to=https://app.example/cb', 'https://app.example/cb', false],
    ['com.example.app:/cb?code=1', 'com.example.app:/cb', true],
    ['com.example.app:/cbx?code=1', 'com.example.app:/cb', false],
  ])('%s at %s: %s', (url, uri, expected) => {
    expect(isRedirect(url, uri)).toBe(expected)
  })
})
