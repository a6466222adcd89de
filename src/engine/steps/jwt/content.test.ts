import * as v from 'valibot'
import { expect, it } from 'vitest'
import { previewOf } from './content.ts'
import { jwtSchema } from './schema.ts'

const step = (parts: object) => v.parse(jwtSchema, { id: 'j', kind: 'jwt', name: 'Sign', ...parts })

it('[O4] the token as it will be: what the step adds stands among what it states', () => {
  const preview = previewOf(
    step({
      header: { typ: 'at+jwt' },
      claims: { sub: '${user}' },
      key: { form: 'pfx', keyId: 'k1', x5tS256: true },
      expiresIn: 60,
    }),
    1000,
  )
  expect(preview.header).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: 'k1', 'x5t#S256': '…' })
  expect(preview.claims).toEqual({ sub: '${user}', iat: 1000, exp: 1060 })
})

it('[O4] an end that a variable decides, and one that the step states', () => {
  expect(previewOf(step({ expiresIn: '${lifetime}' }), 1000).claims).toEqual({ iat: 1000, exp: 'iat + ${lifetime}' })
  expect(previewOf(step({ expiresIn: '${lifetime}', claims: { exp: 5, iat: 1 } }), 1000).claims).toEqual({ iat: 1, exp: 5 })
})
