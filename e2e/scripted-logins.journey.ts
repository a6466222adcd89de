import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { startRealProvider } from './conformance/real-provider.ts'
import { account, startLoginPages, type LoginPages } from './logins/login-pages.ts'
import { runLogins, scripted, type LoginRun } from './logins/run-login.ts'
import { expect, test } from './worker.ts'

const button = (name: string) => ({ role: 'button', name })
const click = (name: string) => ({ do: 'click', at: button(name) })
const secrets = { password: account.password, totp: account.totp }

const name = [{ do: 'fill', at: { label: 'Email' }, value: account.user }, click('Next')]
const password = [{ do: 'fill', at: { label: 'Password' }, value: { secret: 'password' } }, click('Sign in')]
const code = [{ do: 'totp', at: { label: 'Code' }, key: { secret: 'totp' } }, click('Verify')]
// oxlint-disable-next-line unicorn/no-thenable -- a list of actions, not a function
const consent = { do: 'if-visible', at: button('Allow'), then: [click('Allow')] }

const atPages = async (pages: LoginPages, script: readonly object[], more: object = {}): Promise<LoginRun> => {
  const provider = await startLoginPages(pages)
  try {
    return await runLogins([scripted(provider.discoveryEndpoint, script, more)], secrets)
  } finally {
    await provider.close()
  }
}

/** The password must not appear anywhere, in any recognizable form. */
const tellsNothing = ({ told }: LoginRun): void => {
  expect(told).not.toContain('pass/word')
  expect(told).not.toContain('pass%2Fword')
}

const leftBehind = (): string[] => readdirSync(tmpdir()).filter((entry) => entry.startsWith(`assay-login-${process.pid}-`))

/** The browser that a login of this process has started, and what has started it; found by its profile. */
const browserProcesses = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0)
    .filter((id) => {
      try {
        const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
        return command.includes(`assay-login-${process.pid}-`) && /--user-data-dir=/.test(command) && !command.includes('--type=')
      } catch {
        // It has ended meanwhile.
        return false
      }
    })

test("[O8] a script signs in at oidc-provider's own pages: Auth Code, Implicit with an app's own scheme, Device Code", async () => {
  const provider = await startRealProvider({
    ownPages: true,
    clients: [
      { client_id: 'orders', token_endpoint_auth_method: 'none', redirect_uris: ['https://client.example/callback'] },
      {
        client_id: 'app',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['implicit', 'authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['id_token token', 'code'],
        redirect_uris: ['com.example.orders:/callback'],
      },
    ],
  })
  const sign = [
    { do: 'fill', at: { placeholder: 'Enter any login' }, value: 'ann' },
    { do: 'fill', at: { placeholder: 'and password' }, value: { secret: 'password' } },
    click('Sign-in'),
    click('Continue'),
  ]
  const app = { clientId: 'app', forceReauthentication: true }
  try {
    const { events, ...run } = await runLogins(
      [
        scripted(provider.discoveryEndpoint, sign),
        scripted(
          provider.discoveryEndpoint,
          sign,
          { ...app, id: 't2', grantType: 'Implicit' },
          { redirectUri: 'com.example.orders:/callback' },
        ),
        scripted(provider.discoveryEndpoint, [click('Continue'), ...sign], { ...app, id: 't3', grantType: 'DeviceCode' }),
      ],
      secrets,
      // The machine's own browser.
      { environment: process.env },
    )
    const finished = events.filter((event) => event.type === 'step-finished')
    expect(finished.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['passed', undefined],
      ['passed', undefined],
      ['passed', undefined],
    ])
    expect(events.filter((event) => event.type === 'action-required')).toEqual([])
    tellsNothing({ events, ...run })
    expect(leftBehind()).toEqual([])
  } finally {
    await provider.close()
  }
})

test('[O8] two pages, a one-time password and consent', async () => {
  const run = await atPages({ after: ['code', 'consent'] }, [...name, ...password, ...code, consent])
  expect(run.finished).toMatchObject({ outcome: 'passed' })
  tellsNothing(run)
  expect(run.told).not.toContain(account.totp)
})

test('[O8] reports obstacles: a wrong password, another page, a captcha, a script that ends too early', async () => {
  await test.step('a wrong password that the page repeats: it says so, and neither text nor picture tells the password', async () => {
    const wrong = [{ do: 'fill', at: { label: 'Password' }, value: { secret: 'password' } }, click('Sign in')]
    const provider = await startLoginPages({ echo: true })
    const run = await runLogins(
      [scripted(provider.discoveryEndpoint, [...name, ...wrong, { do: 'click', at: button('Allow'), timeout: 1 }])],
      { password: 'hunter2-wrong' },
    )
    await provider.close()
    expect(run.finished).toMatchObject({ outcome: 'broken', code: 'oauth-script' })
    expect(run.finished.message).toMatch(
      /^Action 5, click the button "Allow": no matching element was visible within 1 s\. The page shows "Welcome": message .*That password is wrong/,
    )
    expect(run.told).not.toContain('hunter2')
    expect(run.pages).toHaveLength(1)
    expect(run.pages[0]?.text).toContain('‹password›')
    expect(run.pages[0]?.picture?.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  })
  await test.step('another page than the script was made for: what is there instead', async () => {
    const run = await atPages({ first: '<p>We are moving. Come back at noon.</p><button>Back</button>' }, [
      { ...name[0], timeout: 1 },
    ])
    expect(run.finished.message).toMatch(
      /^Action 1, fill the field "Email": no matching element .*heading "Sign in"; buttons "Back"\.$/,
    )
  })
  await test.step('a captcha: named, with what to do', async () => {
    const captcha = '<h2>Verify you are human</h2><label>I am not a robot <input type="checkbox"></label>'
    const run = await atPages({ first: captcha }, [{ ...name[0], timeout: 1 }])
    expect(run.finished.message).toContain('The page shows a captcha.')
    expect(run.finished.hint).toContain('test account')
  })
  await test.step('a sign-in that answers with an error and no page: its status, and not the script', async () => {
    const run = await atPages({ first: { status: 500, body: '' } }, name)
    expect(run.finished.message).toMatch(/^The login page: the page \S+\/login responded with status 500 and no content\./)
    expect(run.finished.hint).toContain("the provider's log")
    expect(run.finished.hint).not.toContain('script')
  })
  await test.step('a page that scripts draw, and they do not come: which, and why', async () => {
    const body = '<!doctype html><div id="app"></div><script src="https://127.0.0.1:1/app.js?v=1"></script>'
    const run = await atPages({ first: { status: 200, body } }, [{ ...name[0], timeout: 1 }])
    expect(run.finished.message).toMatch(
      /The page shows "\S+\/login": nothing, because its scripts .+: https:\/\/127\.0\.0\.1:1\/app\.js \(net::ERR_\w+\)\.$/,
    )
  })
  await test.step('two that fit', async () => {
    const two = '<button>Sign in</button><button>Sign in</button>'
    const run = await atPages({ first: two }, [{ ...click('Sign in'), timeout: 2 }])
    expect(run.finished.message).toContain('2 matching elements are visible')
  })
  await test.step('[X12] a toast that is gone again explains it, and a button without a name is counted', async () => {
    const body = `<!doctype html><title>Sign in</title><button type="submit"></button><div id="t"></div><script>
      setTimeout(() => { t.innerHTML = '<div class="toast">Account is disabled, contact your administrator.</div>' }, 100)
      setTimeout(() => { t.innerHTML = '' }, 300)</script>`
    const run = await atPages({ first: { status: 200, body } }, [{ ...name[0], timeout: 1 }])
    expect(run.finished.message).toMatch(/message "Account is disabled, contact your administrator\."/)
    expect(run.finished.message).toMatch(/1 button without an accessible name \(use CSS\)/)
    expect(run.finished.hint).toMatch(/^The account is disabled\. Enable the account at the provider/)
  })
  await test.step('[X12] a device whose script waits: the action, the page and its picture', async () => {
    const client = {
      client_id: 'tv',
      application_type: 'native' as const,
      token_endpoint_auth_method: 'none' as const,
      redirect_uris: [],
      response_types: [],
    }
    const device = 'urn:ietf:params:oauth:grant-type:device_code'
    const provider = await startRealProvider({ ownPages: true, clients: [{ ...client, grant_types: [device] }] })
    const never = { do: 'click', at: button('Never'), timeout: 60 }
    const step = { clientId: 'tv', grantType: 'DeviceCode', loginTimeout: 10 }
    const run = await runLogins([scripted(provider.discoveryEndpoint, [click('Continue'), never], step)], secrets)
    await provider.close()
    expect(run.finished).toMatchObject({ outcome: 'broken', code: 'oauth-login-timeout' })
    expect(run.finished.message).toMatch(/^Action 2, click the button "Never": the login timed out after 10 s\. The page shows "/)
    expect(run.finished.hint).not.toMatch(/URL on the card/)
    expect(run.pages.at(-1)?.picture?.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  })
  await test.step('a script that does not come to the end', async () => {
    const run = await atPages({}, name, { loginTimeout: 10 })
    expect(run.finished).toMatchObject({ outcome: 'broken' })
    expect(run.finished.message).toMatch(/The page shows "Welcome": heading "Welcome"; fields "Password"/)
  })
  expect(leftBehind()).toEqual([])
})

test('[O8] code runs in the page only; frames are searched; Stop closes the browser at once; a crash is reported, and the next login gets a new browser', async () => {
  const inPage = {
    do: 'code',
    code: ["document.querySelector('input').value = user", 'document.forms[0].submit()'],
    values: [{ name: 'user', value: account.user }],
  }
  const passed = await atPages({}, [inPage, ...password])
  expect(passed.finished).toMatchObject({ outcome: 'passed' })
  const noNode = await atPages({}, [{ do: 'code', code: 'return process.exit(7)' }])
  expect(noNode.finished.message).toContain('process is not defined')

  const framed = await atPages({ first: '<iframe srcdoc="<button>Inside</button>"></iframe>' }, [
    click('Inside'),
    { ...click('Never'), timeout: 1 },
  ])
  expect(framed.finished.message).toMatch(/^Action 2, click the button "Never".* buttons "Inside"\.$/)

  const stop = new AbortController()
  const provider = await startLoginPages()
  const running = runLogins(
    [scripted(provider.discoveryEndpoint, [{ do: 'click', at: button('Never'), timeout: 60 }])],
    secrets,
    { signal: stop.signal },
  )
  await expect.poll(() => provider.to('/login').length, { timeout: 20_000 }).toBe(1)
  const stopped = Date.now()
  stop.abort()
  expect((await running).finished.outcome).toBe('cancelled')
  expect(Date.now() - stopped).toBeLessThan(5000)
  await provider.close()
  expect(leftBehind()).toEqual([])

  if (process.platform !== 'linux') return
  const never = { do: 'click', at: button('Never'), timeout: 60 }
  await test.step('[T9] Stop ends a login whose browser does not answer any more', async () => {
    const hanging = await startLoginPages()
    const stop = new AbortController()
    const run = runLogins([scripted(hanging.discoveryEndpoint, [never])], secrets, { signal: stop.signal })
    await expect.poll(() => hanging.to('/login').length, { timeout: 20_000 }).toBe(1)
    const browsers = browserProcesses()
    for (const id of browsers) process.kill(id, 'SIGSTOP')
    try {
      stop.abort()
      expect((await run).finished.outcome).toBe('cancelled')
    } finally {
      for (const id of browsers) process.kill(id, 'SIGKILL')
      await hanging.close()
    }
  })
  const crashing = await startLoginPages()
  const two = runLogins(
    [scripted(crashing.discoveryEndpoint, [never]), scripted(crashing.discoveryEndpoint, [...name, ...password], { id: 't2' })],
    secrets,
  )
  await expect.poll(() => crashing.to('/login').length, { timeout: 20_000 }).toBe(1)
  for (const id of browserProcesses()) process.kill(id, 'SIGKILL')
  const { events } = await two
  await crashing.close()
  const outcomes = events.filter((event) => event.type === 'step-finished').map(({ outcome, message }) => [outcome, message])
  expect(outcomes).toEqual([
    ['broken', 'The browser ended before the login was complete.'],
    ['passed', undefined],
  ])
  expect(leftBehind()).toEqual([])
})
