import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createManualClock, memorySecrets } from '#engine/ports/testing/index.ts'
import { projectSchema } from '#engine/project/format/schema.ts'
import { signingKey } from '#engine/steps/oauth2/schema.ts'
import { keyFile } from '../../../e2e/key-files.ts'
import { checkKey } from './check-key.ts'

const project = v.parse(projectSchema, {
  format: 'aprj',
  version: 1,
  id: 'p',
  name: 'Project',
  environments: [{ id: 'e', name: 'Here', variables: [{ name: 'keyPassword', value: { secret: 'password' } }] }],
  suites: [{ id: 'u', name: 'Suite', cases: [{ id: 'c', name: 'Case', steps: [] }] }],
})
const ports = {
  clock: createManualClock({ now: Date.UTC(2030, 0, 1) }),
  secrets: memorySecrets({ key: keyFile('rsa.aes-chain.pfx.txt'), password: 'secret' }),
}
const check = (key: object) => {
  const parsed = v.parse(signingKey, { form: 'pfx', key: { secret: 'key' }, password: '${keyPassword}', ...key })
  return checkKey(project, { environment: 'e', case: 'c' }, parsed, 'PS256', ports)
}

it('[O4] reads key and password from the vault and the variables of the case', async () => {
  expect(await check({})).toMatchObject({ usable: true, text: 'An RSA key of 2048 bits' })
})

it('[O4] a missing secret or variable is reported like any other error', async () => {
  expect(await check({ key: { secret: 'nowhere' } })).toMatchObject({
    usable: false,
    message: expect.stringContaining('nowhere'),
  })
  expect(await check({ password: '${nobody}' })).toMatchObject({ usable: false, message: expect.stringContaining('nobody') })
})

it('[case 48] nothing of the key is in what the page gets', async () => {
  const text = JSON.stringify([await check({}), await check({ password: { secret: 'key' } })])
  expect(text).not.toContain(keyFile('rsa.aes-chain.pfx.txt').slice(0, 30))
})
