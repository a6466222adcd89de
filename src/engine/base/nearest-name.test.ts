import { expect, it } from 'vitest'
import { shortId } from './ids.ts'
import { nearest } from './nearest-name.ts'

it.each([
  ['baseUrI', ['baseUrl', 'region'], ['baseUrl']],
  ['acess_token', ['access_token', 'id'], ['access_token']],
  ['orderId', ['order_id', 'other'], ['order_id']],
  ['access', ['access_token.expires_at', 'access_token'], ['access_token', 'access_token.expires_at']],
  ['zzz', ['baseUrl'], []],
  ['__proto__', ['constructor', '__prot__'], ['__prot__']],
])('%s: the nearest of %j', (name, candidates, expected) => expect(nearest(name, candidates)).toEqual(expected))

it('shortId is ten characters of the bytes it is given', () =>
  expect(shortId((length) => new Uint8Array(length).fill(33))).toBe('1111111111'))
