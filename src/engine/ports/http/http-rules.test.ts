import { expect, it } from 'vitest'
import { isInsecureHost } from './http-rules.ts'

it('an insecure host is found however it is written, and a port that is listed is the only one', () => {
  const found = (address: string, listed: string) => isInsecureHost(new URL(address), [listed])
  expect(found('https://api.example.test:8443/', 'API.example.test')).toBe(true)
  expect(found('https://b\u00fccher.example/', 'b\u00fccher.example')).toBe(true)
  expect(found('https://api.example.test/', 'api.example.test:443')).toBe(true)
  expect(found('http://[::1]:8080/', '[::1]:8080')).toBe(true)
  expect(found('https://api.example.test:8443/', 'api.example.test:443')).toBe(false)
  expect(found('https://other.example.test/', 'example.test')).toBe(false)
  expect(found('https://api.example.test/', 'not a host')).toBe(false)
})
