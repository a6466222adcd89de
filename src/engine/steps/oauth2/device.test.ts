import { describe, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { BrowserLogin, DeviceApproval, HttpRequest } from '#engine/ports/index.ts'
import { sentBodyText, createManualClock, createScriptedHttp, fakePorts, type Answer } from '#engine/ports/testing/index.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

const step = stepOf({
  grantType: 'DeviceCode',
  clientId: 'orders-tv',
  deviceAuthorizationEndpoint: 'http://127.0.0.1:9/device',
  tokenEndpoint: 'http://127.0.0.1:9/token',
  scope: 'orders:read',
  additionalParameters: [{ name: 'audience', value: 'orders' }],
})

const device = {
  device_code: 'device-code-0123456789',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://id.test/device',
  expires_in: 600,
}
const error = (code: string, status = 400, description = ''): Answer => ({
  status,
  json: { error: code, ...(description === '' ? {} : { error_description: description }) },
})
const pending = error('authorization_pending')
const token: Answer = { json: { access_token: 'access-0123456789', token_type: 'Bearer', expires_in: 60 } }
const unreachable = new AssayError('http-unreachable', 'http://127.0.0.1:9 can’t be reached.')
const offline = new AssayError('http-offline', 'https://id.test can’t be reached: this computer is offline.')

const login = (parts: Partial<BrowserLogin> = {}): BrowserLogin => ({
  redirectUri: () => Promise.reject(new Error('A device has no redirect URI.')),
  authorize: () => Promise.reject(new Error('A device opens no window.')),
  ...parts,
})

const nobody = () => Promise.reject(new AssayError('oauth-no-browser', 'Nobody is there.', { hint: '--interactive' }))

/** Runs the step against answers of the two endpoints; `asked` are the seconds at which the token endpoint was asked. */
async function run(answers: (Answer | AssayError)[], answer: object = {}, settings: Partial<typeof step> = {}) {
  const clock = createManualClock({ auto: true })
  const asked: number[] = []
  const script = ({ url }: HttpRequest) => {
    if (url.endsWith('/device')) return { json: { ...device, ...answer } }
    asked.push(clock.monotonic() / 1000)
    return answers[asked.length - 1] ?? pending
  }
  const http = createScriptedHttp(script)
  const ports = fakePorts({ http, clock, login: login() })
  const result = await createStepHost(ports).run({ ...step, ...settings })
  const actions = result.details.filter((detail) => detail.type === 'action-required')
  return { ...result, asked, http, actions }
}

describe('the device grant', () => {
  it('[O13] shows address and code while it polls, and sends the parameters where they belong', async () => {
    const seen = await run([pending, token], { verification_uri_complete: 'https://id.test/device?code=WDJB-MJHT' })
    expect(seen.outcome.outcome).toBe('passed')
    expect(seen.actions).toMatchObject([
      {
        kind: 'device',
        state: 'waiting',
        url: 'https://id.test/device',
        userCode: 'WDJB-MJHT',
        completeUrl: 'https://id.test/device?code=WDJB-MJHT',
      },
      { kind: 'device', state: 'done' },
    ])
    const [asked, polled] = seen.http.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(sentBodyText(body))))
    expect(asked).toEqual({ client_id: 'orders-tv', scope: 'orders:read', audience: 'orders' })
    expect(polled).toEqual({
      client_id: 'orders-tv',
      device_code: 'device-code-0123456789',
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    })
    expect(seen.exchanges.map(({ purpose }) => purpose)).toEqual(['device-authorization', 'token', 'token'])
    expect(seen.exchanges[1]?.meaning?.response).toContain("hasn't approved yet")
    expect(JSON.stringify(seen.details)).not.toContain('device-code-0123456789')
  })

  it.each([
    ['missing', {}, [5, 10]],
    ['"5"', { interval: '5' }, [5, 10]],
    ['null', { interval: null }, [5, 10]],
    ['0', { interval: 0 }, [1, 2]],
    ['7', { interval: 7 }, [7, 14]],
  ])('[case 42] interval %s: the first poll comes after one interval', async (_name, answer, asked) => {
    const seen = await run([pending, token], answer)
    expect(seen.outcome.outcome).toBe('passed')
    expect(seen.asked).toEqual(asked)
    expect(seen.warnings).toEqual([])
  })

  it('[case 43] slow_down adds 5 s for good, also after other answers', async () => {
    const { asked } = await run([error('slow_down'), pending, error('slow_down'), pending, token])
    expect(asked).toEqual([5, 15, 25, 40, 55])
  })

  it('[case 43] network error, 429 and 5xx back off and continue; an answer ends the backing off', async () => {
    const seen = await run(
      [unreachable, offline, { status: 429 }, error('server_error', 500), pending, token],
      {
        expires_in: 3600,
      },
      { loginTimeout: 600 },
    )
    expect(seen.outcome.outcome).toBe('passed')
    expect(seen.asked).toEqual([5, 15, 35, 75, 135, 140])
    expect(seen.infos.filter((text) => text.includes('Polling failed and continues more slowly:'))).toHaveLength(4)
  })

  it.each([
    ['access_denied', 'The person pressed No'],
    ['expired_token', 'The code has expired'],
    ['invalid_grant', 'Unknown device code'],
  ])('[case 44] %s ends with that text', async (code, description) => {
    const seen = await run([pending, error(code, 400, description)])
    expect(seen.outcome).toMatchObject({ outcome: 'broken', code: 'oauth-refused' })
    expect(seen.outcome.message).toContain(`${code} – ${description}`)
    expect(seen.actions.at(-1)?.state).toBe('done')
  })

  it('[case 44] the deadline ends polling: the code’s expiry, or the Login Timeout', async () => {
    const expired = await run([], { expires_in: 12 })
    expect(expired.asked).toEqual([5, 10])
    expect(expired.outcome).toMatchObject({ code: 'oauth-login-timeout', message: expect.stringContaining('code expired') })
    const late = await run([], {}, { loginTimeout: 10 })
    expect(late.asked).toEqual([5])
    expect(late.outcome).toMatchObject({ code: 'oauth-login-timeout', message: expect.stringContaining('Login Timeout') })
  })

  it('[case 44] Cancel ends at once, and so does Stop', async () => {
    const clock = createManualClock()
    const cancels: (() => void)[] = []
    const approve = (_approval: DeviceApproval, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        const cancel = (): void => reject(new AssayError('cancelled', 'Cancelled.'))
        cancels.push(cancel)
        signal.addEventListener('abort', cancel)
      })
    const http = createScriptedHttp(({ url }) => (url.endsWith('/device') ? { json: device } : pending))
    const host = createStepHost(fakePorts({ http, clock, login: login({ approve }) }))
    const cancelled = host.run(step)
    const asleep = () => vi.waitFor(() => expect(clock.sleeping()).toBe(1), 20_000)
    await asleep()
    await clock.advance(6_000)
    await vi.waitFor(() => expect(http.requests).toHaveLength(2), 20_000)
    await asleep()
    cancels.at(-1)?.()
    expect((await cancelled).outcome).toEqual({ outcome: 'cancelled' })
    const abort = new AbortController()
    const stopped = host.run(step, abort.signal)
    await asleep()
    abort.abort()
    expect((await stopped).outcome).toEqual({ outcome: 'cancelled' })
    expect(http.requests).toHaveLength(3)
    expect(clock.sleeping()).toBe(0)
  })

  it('[case 45] no verification_uri_complete: address and code alone; verification_url is understood', async () => {
    const seen = await run([token], { verification_uri: undefined, verification_url: 'https://id.test/activate' })
    expect(seen.outcome.outcome).toBe('passed')
    expect(seen.actions[0]).toMatchObject({ url: 'https://id.test/activate', userCode: 'WDJB-MJHT' })
    expect(seen.actions[0]).not.toHaveProperty('completeUrl')
    expect(seen.warnings).toEqual([expect.stringContaining('verification_url')])
    const strict = await run([token], { verification_uri: undefined, verification_url: 'https://id.test/a' }, { strict: true })
    expect(strict.outcome).toMatchObject({ outcome: 'broken', code: 'oauth-unusable-answer' })
  })

  it.each([
    [{ user_code: '' }, 'user_code'],
    [{ device_code: undefined }, 'device_code'],
    [{ verification_uri: 'javascript:alert(1)' }, 'verification_uri'],
  ])("[case 45] names a response that a user can't act on: %j", async (answer, name) => {
    const seen = await run([], answer)
    expect(seen.outcome).toMatchObject({ outcome: 'broken', code: 'oauth-unusable-answer' })
    expect(seen.outcome.message).toContain(name)
    expect(seen.actions).toEqual([])
  })

  it('[O13] without a user to approve, the step breaks at once, before any request', async () => {
    const http = createScriptedHttp()
    const { outcome } = await createStepHost(fakePorts({ http, login: login({ canApprove: nobody }) })).run(step)
    expect(outcome).toMatchObject({ outcome: 'broken', code: 'oauth-no-browser', hint: expect.stringContaining('--interactive') })
    expect(http.requests).toEqual([])
  })
})
