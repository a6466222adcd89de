import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import type { LoginTold, ScriptedLogin, ScriptedLogins } from '#engine/ports/index.ts'
import { createScriptedHttp, fakePorts, memorySecrets } from '#engine/ports/testing/index.ts'
import { runScriptTool, type ScriptTool } from './automation/script-tool.ts'
import { createStepHost, stepOf } from './testing/run-step.ts'

const password = 'pass/word "1"'
const step = stepOf({
  grantType: 'AuthorizationCode',
  clientId: 'orders',
  tokenEndpoint: 'http://127.0.0.1:9/token',
  authorizationEndpoint: 'http://127.0.0.1:9/authorize',
  automation: {
    enabled: true,
    redirectUri: 'https://app.example/callback',
    script: [
      { do: 'fill', at: { label: 'Username' }, value: '${user}' },
      { do: 'fill', at: { label: 'Password' }, value: { secret: 'login/password' } },
    ],
  },
})
const page = {
  name: 'Action 2',
  url: `https://idp.example/?p=${encodeURIComponent(password)}`,
  title: password,
  tree: `- textbox: ${password}`,
}

/** A browser that shows one page and then does as it is told. */
function hostWith(end: (login: ScriptedLogin, tell: (told: LoginTold) => void) => Promise<string>) {
  const seen: ScriptedLogin[] = []
  const scripts: ScriptedLogins = {
    redirectUri: async () => 'http://127.0.0.1/callback',
    async login(login, tell) {
      seen.push(login)
      tell({ kind: 'page', page: { ...page, image: Uint8Array.of(1, 2, 3) } })
      return end(login, tell)
    },
  }
  const http = createScriptedHttp(() => ({ json: { access_token: 'access-0123456789', token_type: 'Bearer', expires_in: 60 } }))
  const secrets = memorySecrets({ 'login/password': password })
  const ports = fakePorts({ http, scripts, secrets, capabilities: new Set() })
  return { seen, ports, http, host: createStepHost(ports, { variables: [{ name: 'user', value: 'ann' }] }) }
}

const answer = async ({ url, redirectUri }: ScriptedLogin): Promise<string> =>
  `${redirectUri ?? ''}?code=code-0123456789&state=${new URL(url).searchParams.get('state') ?? ''}`

describe('[O8] a step that a script signs in', () => {
  it('passes its actions with values, sends the redirect URI of the script, and needs no user', async () => {
    const { host, seen, http } = hostWith(answer)
    const run = await host.run(step)
    expect(run.outcome).toEqual({ outcome: 'passed' })
    expect(seen[0]).toMatchObject({
      redirectUri: 'https://app.example/callback',
      script: {
        headless: true,
        actions: [
          { do: 'fill', value: { text: 'ann' } },
          { do: 'fill', value: { text: password, secret: 'login/password' } },
        ],
      },
    })
    expect(new URLSearchParams(String(http.requests[0]?.body)).get('redirect_uri')).toBe('https://app.example/callback')
    expect(run.details.filter(({ type }) => type === 'action-required')).toEqual([])
  })

  it('[case 48] keeps what the pages showed, and no secret of it', async () => {
    const { host } = hostWith(async () => {
      throw new AssayError('oauth-script', `Action 2: it says "${password} is wrong".`)
    })
    const run = await host.run(step)
    expect(run.outcome).toMatchObject({ outcome: 'broken', code: 'oauth-script' })
    const kept = run.exchanges.find(({ purpose }) => purpose === 'login-page')
    expect(kept?.response).toMatchObject({
      statusText: '‹login/password›',
      text: '- textbox: ‹login/password›',
      body: { mediaType: 'image/png' },
    })
    expect(JSON.stringify([run.outcome, run.details])).not.toMatch(/pass(\/|%2F)word/)
  })

  const tool = async (kind: ScriptTool, end: Parameters<typeof hostWith>[0]) => {
    const { host, ports, seen } = hostWith(end)
    const told: LoginTold[] = []
    const context = {
      signal: new AbortController().signal,
      ports,
      variables: host.scopes,
      redactor: createRedactor(),
      elapsed: () => 0,
      nextId: (prefix: string) => prefix,
      emit: () => undefined,
      result: () => undefined,
      keep: () => undefined,
      step: { id: step.id, name: step.name },
      environment: undefined,
      insecureHosts: [],
    }
    const result = await runScriptTool(
      { ...step, automation: step.automation && { ...step.automation, enabled: false } },
      context,
      kind,
      (one) => told.push(one),
    )
    return { result, told, login: seen[0] }
  }

  it('Try carries it out though it is switched off, and tells of its pages with secrets masked', async () => {
    const { result, told, login } = await tool('try', answer)
    expect(result).toEqual({
      ok: true,
      message: 'The provider redirected the browser back and issued a token.',
      actions: [],
      notes: [],
    })
    expect(login?.script).toMatchObject({ mode: 'try', actions: [{}, {}] })
    expect(told).toEqual([
      expect.objectContaining({
        kind: 'page',
        page: expect.objectContaining({ tree: '- textbox: ‹login/password›' }) as unknown,
      }),
    ])
  })

  it('Suggest continues where the script ends, Record starts again; returns proposals and explains failures', async () => {
    const proposed = await tool('suggest', async (_login, tell) => {
      tell({ kind: 'actions', actions: [{ do: 'click', at: { role: 'button', name: 'Allow' } }], after: 2 })
      throw new AssayError('cancelled', '')
    })
    expect(proposed.result).toMatchObject({ ok: true, actions: [{ do: 'click' }], after: 2 })
    expect(proposed.login?.script).toMatchObject({ mode: 'suggest', actions: [{}, {}] })
    const whole = await tool('suggest', answer)
    expect(whole.result).toMatchObject({ ok: true, message: expect.stringContaining('Nothing left to propose'), actions: [] })
    const failed = await tool('record', async () => {
      throw new AssayError('oauth-no-browser', 'No browser here.', { hint: 'Install one.' })
    })
    expect(failed.result).toMatchObject({ ok: false, message: 'No browser here.', hint: 'Install one.' })
    expect(failed.login?.script).toMatchObject({ mode: 'record', actions: [] })
  })
})
