import { expect, it } from 'vitest'
import { usualHeaders } from './usual-headers.ts'

it('[T7] what usually stands in a header is found by its name, in whatever case', () => {
  expect(usualHeaders.values(' CONTENT-Type ')).toContain('application/json')
  expect(usualHeaders.values('X-Other')).toBeUndefined()
})

it('[R6] a header that is called as what every object has is a header like others', () => {
  for (const name of ['constructor', '__proto__']) expect(usualHeaders.values(name)).toBeUndefined()
})
