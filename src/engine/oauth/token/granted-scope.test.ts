import { expect, it } from 'vitest'
import { missingAudience } from './granted-scope.ts'

const jwt = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`

it.each([
  [
    'https://other.test',
    ['https://api.test'],
    /isn't for the requested resource: https:\/\/api\.test\. Its audience \(aud\) is https:\/\/other\.test\./,
  ],
  [['https://a.test', 'account'], ['https://a.test', 'https://b.test'], /requested resource: https:\/\/b\.test\./],
  ['https://api.test/', ['https://api.test'], undefined],
  [undefined, ['https://api.test'], undefined],
  ['https://other.test', [], undefined],
] as const)('[X12] a token with aud %j for the resources %j', (aud, resources, told) => {
  const found = missingAudience(resources, jwt({ aud }))
  if (told === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(told)
})

it('[X12] an opaque token names no audience', () => {
  expect(missingAudience(['https://api.test'], 'opaque')).toBeUndefined()
})
