import { expect, it } from 'vitest'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { resolveSecret } from './resolve-secret.ts'

const scopes = { resolve: async (template: string) => template.replace('${clientSecret}', 'from a variable') }
const vault = { get: async (id: string) => (id === 'get-token/client-secret' ? 'stored-value' : undefined) }

it('gives the value behind an id, masked from then on, or of references, or nothing', async () => {
  const redactor = createRedactor()
  expect(await resolveSecret({ secret: 'get-token/client-secret' }, scopes, vault, redactor)).toBe('stored-value')
  expect(redactor.mask('stored-value')).toBe('‹get-token/client-secret›')
  expect(await resolveSecret('${clientSecret}', scopes, vault)).toBe('from a variable')
  expect(await resolveSecret(undefined, scopes, vault)).toBe('')
})

it('[R38] names a secret that has no value', async () => {
  await expect(resolveSecret({ secret: 'other' }, scopes, vault)).rejects.toMatchObject({ code: 'secret-missing' })
})
