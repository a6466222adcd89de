import { expect, it } from 'vitest'
import { formatMoment, readClaims, referenceLink, splitReferences } from './claims.ts'

it('[O12] reads times of claims', () => {
  expect(readClaims('{"iss":"https://id.test","exp":1795200000,"aud":["a","b"],"n":1}')).toEqual([
    { name: 'iss', value: 'https://id.test' },
    { name: 'exp', value: '1795200000', time: formatMoment(1_795_200_000_000) },
    { name: 'aud', value: '["a","b"]' },
    { name: 'n', value: '1' },
  ])
  expect(formatMoment(0)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

it('[R6] keeps odd names and refuses what is no object', () => {
  expect(readClaims('{"__proto__":1}')).toEqual([{ name: '__proto__', value: '1' }])
  expect(readClaims('[1]')).toBeUndefined()
  expect(readClaims('no')).toBeUndefined()
  expect(formatMoment(Number.MAX_VALUE)).toBe(String(Number.MAX_VALUE))
})

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
