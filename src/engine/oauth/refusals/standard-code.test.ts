import { expect, it } from 'vitest'
import { standardCode } from './standard-code.ts'

it("[O18] reads a provider's own code as that of the standard, and leaves every other text as it is", () => {
  expect(standardCode('bad_verification_code')).toBe('invalid_grant')
  for (const code of ['invalid_client', 'teapot', 'constructor', '__proto__', '']) expect(standardCode(code)).toBe(code)
})
