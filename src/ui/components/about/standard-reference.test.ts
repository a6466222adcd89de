import { expect, it } from 'vitest'
import { referenceLink, splitReferences } from './standard-reference.ts'

it('[O18] finds the section of an RFC', () => {
  expect(referenceLink('RFC 6749 section 4.4.2')).toBe('https://www.rfc-editor.org/rfc/rfc6749#section-4.4.2')
  expect(referenceLink('RFC 7636, 4.3')).toBe('https://www.rfc-editor.org/rfc/rfc7636#section-4.3')
  expect(referenceLink('RFC 8414')).toBe('https://www.rfc-editor.org/rfc/rfc8414')
  expect(referenceLink('OpenID Connect Core 1.0')).toBeUndefined()
})

it('[O18] takes several references apart', () => {
  expect(splitReferences('RFC 6749 section 4.1.1, RFC 7636 section 4.3')).toEqual([
    'RFC 6749 section 4.1.1',
    'RFC 7636 section 4.3',
  ])
  expect(splitReferences('RFC 7636, 4.3')).toEqual(['RFC 7636, 4.3'])
})
