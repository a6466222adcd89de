import { describe, expect, it } from 'vitest'
import { causes } from './oauth/causes.ts'
import { namedCauses } from './oauth/judge.ts'
import { explainMistakes } from './oauth/lab.ts'
import { readMakes } from './oauth/make.ts'
import { mistakes } from './oauth/mistakes.ts'

/** Mistakes that need no browser and are explained by their true cause. Add one when it becomes right; never remove one. */
const right: Readonly<Record<string, readonly string[]>> = {
  dex: ['wrong-secret', 'password-unsupported'],
  mockoidc: ['client-credentials-unsupported', 'token-path'],
  pyop: ['auth-method-unlisted', 'password-unsupported'],
  'entra-id': [
    'unknown-client',
    'wrong-secret',
    'secret-expired',
    'scope-unknown',
    'audience-unknown',
    'password-mfa',
    'token-path',
  ],
  gateways: ['gateway-down', 'gateway-down-discovery', 'rate-limit', 'server-error', 'token-path'],
  hydra: ['wrong-secret', 'client-credentials-disabled', 'scope-unknown', 'auth-method', 'password-unsupported'],
  keycloak: [
    'wrong-secret',
    'scope-unknown',
    'client-credentials-disabled',
    'password-disabled',
    'tenant-unknown',
    'dpop-required',
  ],
}

describe('OAuth2 laboratory', () => {
  it('[X12] explains refusals of well-known makes by their true cause', { timeout: 60_000 }, async () => {
    const explained = await explainMistakes({ browser: false, only: (file, id) => right[file]?.includes(id) === true })
    const notRight = explained
      .filter(({ judgement, told }) => judgement !== 'right' || told.fault !== undefined)
      .map(({ file, id, told }) => `${file} ${id}: ${told.fault ?? told.situation} ${told.text}`)
    expect(notRight).toEqual([])
    expect(explained).toHaveLength(Object.values(right).flat().length)
  })

  it('[X12] has a known mistake for each response of a make, and a known cause for each mistake and card', () => {
    const unknown = [...readMakes()].flatMap(([file, { refusals }]) =>
      Object.keys(refusals).flatMap((id) => (mistakes[id] ? [] : [`${file}: ${id}`])),
    )
    expect(unknown).toEqual([])
    const known = new Set([...Object.keys(causes), 'several'])
    const named = [...Object.values(namedCauses).flat(), ...Object.values(mistakes).map(({ cause }) => cause)]
    expect(named.filter((cause) => !known.has(cause))).toEqual([])
  })
})
