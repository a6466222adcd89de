import { describe, expect, it } from 'vitest'
import { adviceFor } from './advice.ts'
import type { StepSettings } from './step-settings.ts'
import { stepSettings } from './diagnosis/testing/messages.ts'

const idsFor = (settings: Partial<StepSettings>) => adviceFor(stepSettings(settings)).map(({ id }) => id)
const exemplary: Partial<StepSettings> = {
  grantType: 'AuthorizationCode',
  clientAuthMethod: 'ClientAssertion',
  clientSecret: undefined,
  scope: 'openid orders:read',
}

const cases: Record<string, Partial<StepSettings>> = {
  implicit: { grantType: 'Implicit' },
  ropc: { grantType: 'ResourceOwnerPassword' },
  pkce: { requirePkce: false },
  http: { tokenEndpoint: 'http://id.example.test/token' },
  'response-type-token': { additionalParameters: [{ name: 'response_type', value: 'id_token token' }] },
  'secret-in-additional-parameters': { additionalParameters: [{ name: 'api_secret', value: 'x' }] },
  'long-lived-secret': { clientAuthMethod: 'SharedSecret', clientSecret: { secret: 's' } },
  'secret-in-body': { clientAuthMethod: 'SharedSecret', clientSecret: '${secret}', secretTransport: 'body' },
  'basic-raw': { clientAuthMethod: 'SharedSecret', clientSecret: '${secret}', secretTransport: 'basic-raw' },
  'issuer-unknown': { discoveryEndpoint: '' },
  'audience-open': { scope: ' ' },
  'bearer-with-refresh': { clientAuthMethod: 'SharedSecret', scope: 'openid offline_access' },
  'clock-tolerance': { clockTolerance: 300 },
}

describe('adviceFor', () => {
  it('[O17] has nothing to say about exemplary settings', () => {
    expect(idsFor(exemplary)).toEqual([])
  })

  for (const [id, settings] of Object.entries(cases)) {
    it(`[O1] [O17] ${id}`, () => {
      const found = adviceFor(stepSettings({ ...exemplary, ...settings })).find((one) => one.id === id)
      expect(found?.reference).toMatch(/^RFC \d+ section [\d.]+$/)
      expect(found?.text).toMatch(/\.$/)
      expect(found?.title).not.toMatch(/\.$/)
      if (found?.fix)
        expect(idsFor({ ...exemplary, ...settings, ...(found.fix.change as Partial<StepSettings>) })).not.toContain(id)
    })
  }

  it('[case 8] loopback may be http:', () => {
    expect(
      idsFor({ ...exemplary, tokenEndpoint: 'http://127.0.0.1:4011/token', discoveryEndpoint: 'http://localhost:1/' }),
    ).toEqual([])
  })
})
