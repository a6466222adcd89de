import { describe, expect, it } from 'vitest'
import { interactive } from './interactive.ts'
import { needsLogin, settingsStamp } from './login-plan.ts'
import { stepOf } from './testing/run-step.ts'

const step = stepOf({ grantType: 'AuthorizationCode', clientId: '${id}', scope: 'openid' })
const cached = { obtainedAt: 0, expiresAt: 100_000, hasRefreshToken: false, stamp: settingsStamp(step) }

describe('the decision at the Run click', () => {
  it('[P3] only a sign-in by hand needs a window', () => {
    expect(interactive(step)).toBe(true)
    expect(interactive(stepOf({ grantType: 'ClientCredentials' }))).toBe(false)
    expect(interactive(stepOf({ grantType: 'AuthorizationCode', automation: { enabled: true } }))).toBe(false)
  })

  it('[case 28] a usable cached token needs none; an expired one only without a refresh token', () => {
    expect(needsLogin(step, undefined, 0)).toBe(true)
    expect(needsLogin(step, cached, 50_000)).toBe(false)
    expect(needsLogin(step, cached, 100_000)).toBe(true)
    expect(needsLogin(step, { ...cached, hasRefreshToken: true }, 100_000)).toBe(false)
    expect(needsLogin({ ...step, forceReauthentication: true }, cached, 50_000)).toBe(true)
  })

  it('[case 38] changed settings need one; what does not decide which token comes does not', () => {
    expect(needsLogin({ ...step, scope: 'openid orders' }, cached, 50_000)).toBe(true)
    expect(needsLogin({ ...step, name: 'Other', refreshEndpoint: 'http://x', loginTimeout: 30 }, cached, 50_000)).toBe(false)
  })

  it('[O8] a step that a script signs in opens no window', () => {
    expect(needsLogin(stepOf({ grantType: 'AuthorizationCode', automation: { enabled: true } }), undefined, 0)).toBe(false)
    expect(needsLogin(stepOf({ grantType: 'Implicit' }), undefined, 0)).toBe(true)
    expect(needsLogin(stepOf({ grantType: 'DeviceCode' }), undefined, 0)).toBe(false)
  })
})
