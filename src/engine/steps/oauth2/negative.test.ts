import { describe, expect, it } from 'vitest'
import { createScriptedHttp, fakePorts } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

const step = stepOf({
  tokenEndpoint: 'https://id.example.test/token',
  clientId: 'svc',
  clientSecret: '${secret}',
  fault: 'wrong-secret',
  expectError: 'invalid_client',
})

/** The negative test of a wrong secret at a provider that answers so. */
const against = (status: number, json: object) => {
  const http = createScriptedHttp(() => ({ status, json }))
  return createStepHost(fakePorts({ http }), { variables: [{ name: 'secret', value: 'plainsecret1' }] }).run(step)
}

describe('a negative test of a wrong secret', () => {
  it.each([
    ['Keycloak 25', 401, 'unauthorized_client', 'Invalid client or Invalid client credentials'],
    ['Auth0', 403, 'access_denied', 'Unauthorized'],
    ['GitHub', 200, 'incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.'],
  ])('[H14] accepts what %s answers, and says so', async (_provider, status, error, error_description) => {
    const { outcome, infos } = await against(status, { error, error_description })
    expect(outcome).toEqual({ outcome: 'passed' })
    expect(infos.at(-1)).toMatch(new RegExp(`rejected the request with ${error} instead of invalid_client`))
  })

  it('[H14] does not accept the same code for another reason', async () => {
    const { outcome } = await against(401, {
      error: 'unauthorized_client',
      error_description: 'Client not enabled to retrieve service account',
    })
    expect(outcome).toMatchObject({ outcome: 'broken', diagnosis: { situation: 'service-account-off' } })
    expect(outcome.message).toMatch(
      /^Expected the provider to reject the request with invalid_client, but: .+ unauthorized_client/,
    )
  })

  it.each([
    [503, { error: 'temporarily_unavailable' }],
    [429, { error: 'slow_down' }],
    [400, { detail: 'nothing that is an error of OAuth' }],
  ])('[H14] says when an answer can not be judged: %i %j', async (status, json) => {
    const { outcome } = await against(status, json)
    expect(outcome.outcome).toBe('broken')
    expect(outcome.message).toMatch(/^Expected invalid_client, but the provider rejected the request for another reason:/)
  })

  it('[H14] an ID token that is not acceptable comes from a provider that issued one', async () => {
    const { outcome } = await against(200, { access_token: 'a1234567', token_type: 'Bearer', id_token: 'no-jwt-1234567' })
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'oauth-not-refused' })
    expect(outcome.message).toBe('Expected the provider to reject the request with invalid_client, but it issued a token.')
  })

  it('[H14] accepts an empty 403 to a password, where nothing but the secret was made wrong (Glewlwyd)', async () => {
    const http = createScriptedHttp(() => ({ status: 403 }))
    const host = createStepHost(fakePorts({ http }), { variables: [{ name: 'secret', value: 'plainsecret1' }] })
    const password = { grantType: 'ResourceOwnerPassword', username: 'ann', password: '${secret}' } as const
    expect((await host.run({ ...step, ...password })).outcome).toEqual({ outcome: 'passed' })
  })

  it("[H14] a scope that the provider added isn't a difference", async () => {
    const http = createScriptedHttp(() => ({
      json: { access_token: 'a1234567', token_type: 'Bearer', scope: 'a profile email' },
    }))
    const host = createStepHost(fakePorts({ http }), { variables: [{ name: 'secret', value: 'plainsecret1' }] })
    const { outcome, warnings } = await host.run({ ...step, fault: 'none', expectError: '', scope: 'a' })
    expect(outcome).toEqual({ outcome: 'passed' })
    expect(warnings).toEqual([])
  })
})
