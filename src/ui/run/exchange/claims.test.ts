import { expect, it } from 'vitest'
import { formatMoment } from '../format.ts'
import { readClaims } from './claims.ts'

it('[O12] reads times of claims', () => {
  expect(readClaims('{"iss":"https://id.test","exp":1795200000,"aud":["a","b"],"n":1}')).toEqual([
    { name: 'iss', value: 'https://id.test' },
    { name: 'exp', value: '1795200000', time: formatMoment(1_795_200_000_000) },
    { name: 'aud', value: '["a","b"]' },
    { name: 'n', value: '1' },
  ])
  expect(formatMoment(0)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

it('[R6] keeps odd names and rejects anything but an object', () => {
  expect(readClaims('{"__proto__":1}')).toEqual([{ name: '__proto__', value: '1' }])
  expect(readClaims('[1]')).toBeUndefined()
  expect(readClaims('no')).toBeUndefined()
  expect(formatMoment(Number.MAX_VALUE)).toBe(String(Number.MAX_VALUE))
})
