import { expect, it } from 'vitest'
import { wantsOf } from './index.ts'

it('reporters want together what any of them wants', () => {
  expect(wantsOf(['list', 'junit'])).toEqual({ exchanges: false, bodies: false })
  expect(wantsOf(['list', 'events'])).toEqual({ exchanges: true, bodies: false })
})
