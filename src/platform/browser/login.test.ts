import { afterEach, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { WindowState } from '#engine/ports/login/browser-login.ts'
import { loginChannel, type FromWindow, type ToWindow } from './login-channel.ts'
import { createWindowLogin, type WindowLogin } from './login.ts'

const redirectUri = 'http://app.test/oauth/callback.html'
const open: { end(): void }[] = []

afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** The pages in windows, played by the test: they obey `go` at once and keep what they were told. */
function createWindows() {
  const channel = new BroadcastChannel(loginChannel)
  const say: (message: FromWindow) => void = channel.postMessage.bind(channel)
  const told: ToWindow[] = []
  const waiting: (() => void)[] = []
  channel.addEventListener('message', ({ data }: MessageEvent<ToWindow>) => {
    told.push(data)
    if (data.type === 'go') say({ type: 'leaving', window: data.window })
    for (const check of waiting) check()
  })
  open.push({ end: () => channel.close() })
  const until = (found: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => found() && resolve()
      waiting.push(check)
      check()
    })
  return { say, told, gone: (url: string) => until(() => told.some((one) => one.type === 'go' && one.url === url)), until }
}

function createLogin(options: { more?: boolean; window?: string } = {}): WindowLogin {
  const windows = { open: async () => options.window, close: () => undefined }
  const login = createWindowLogin({ redirectUri, windows, more: () => options.more ?? false })
  open.push(login)
  return login
}

const request = (id: string, state: string) => ({ id, url: `http://idp.test/authorize?${id}`, state, timeout: 60_000 })
const answer = (state: string) => `${redirectUri}?code=c&state=${state}`
const { signal } = new AbortController()
const ignore = () => undefined

const codeOf = (work: Promise<string>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof AssayError ? error.code : ''),
  )

it('[case 22] two runs at once: each takes the answer with its own state only', async () => {
  const windows = createWindows()
  const [one, two] = [createLogin({ window: 'w1' }), createLogin({ window: 'w2' })]
  const first = one.authorize(request('a', 's1'), ignore, signal)
  const second = two.authorize(request('b', 's2'), ignore, signal)
  await Promise.all([windows.gone('http://idp.test/authorize?a'), windows.gone('http://idp.test/authorize?b')])
  windows.say({ type: 'answer', page: 'p2', url: answer('s2') })
  expect(await second).toBe(answer('s2'))
  windows.say({ type: 'answer', page: 'p1', url: answer('s1') })
  expect(await first).toBe(answer('s1'))
})

it('[case 22] a late duplicate from another page learns that it was used; a repetition gets the same reply', async () => {
  const windows = createWindows()
  const login = createLogin({ window: 'w1' })
  const callback = login.authorize(request('a', 's1'), ignore, signal)
  await windows.gone('http://idp.test/authorize?a')
  windows.say({ type: 'answer', page: 'p1', url: answer('s1') })
  await callback
  windows.say({ type: 'answer', page: 'p1', url: answer('s1') })
  windows.say({ type: 'answer', page: 'p9', url: answer('s1') })
  await windows.until(() => windows.told.filter((one) => one.type === 'taken').length === 3)
  expect(windows.told.flatMap((one) => (one.type === 'taken' ? [`${one.page} ${one.next}`] : []))).toEqual([
    'p1 close',
    'p1 close',
    'p9 used',
  ])
})

it('[case 19] a response without a state goes to the login of its window, or nowhere without a window', async () => {
  const windows = createWindows()
  const login = createLogin({ window: 'w1' })
  const callback = login.authorize(request('a', 's1'), ignore, signal)
  await windows.gone('http://idp.test/authorize?a')
  windows.say({ type: 'answer', page: 'px', url: answer('foreign') })
  const error = `${redirectUri}?error=access_denied`
  windows.say({ type: 'answer', page: 'p1', window: 'w1', url: error })
  expect(await callback).toBe(error)
  expect(windows.told.some((one) => one.type === 'taken' && one.page === 'px')).toBe(false)
})

it('[O17] an answer without a state, or without a word, ends the one logout that may come so, and no sign-in', async () => {
  const windows = createWindows()
  const [signIn, logout] = [createLogin({ window: 'w1' }), createLogin({ window: 'w2' })]
  const code = signIn.authorize(request('a', 's1'), ignore, signal)
  const ended = logout.authorize({ ...request('b', 's2'), withoutState: true }, ignore, signal)
  await Promise.all([windows.gone('http://idp.test/authorize?a'), windows.gone('http://idp.test/authorize?b')])
  windows.say({ type: 'answer', page: 'p1', window: 'w1', url: redirectUri })
  windows.say({ type: 'answer', page: 'p3', window: 'another tab', url: redirectUri })
  windows.say({ type: 'answer', page: 'p2', window: 'w2', url: `${redirectUri}?lang=en` })
  expect(await ended).toBe(`${redirectUri}?lang=en`)
  // Where the provider's policy has cut the window off, it has lost its name.
  const again = logout.authorize({ ...request('c', 's3'), withoutState: true }, ignore, signal)
  windows.say({ type: 'answer', page: 'p4', url: redirectUri })
  expect(await again).toBe(redirectUri)
  windows.say({ type: 'answer', page: 'p1', window: 'w1', url: answer('s1') })
  expect(await code).toBe(answer('s1'))
  const taken = () => windows.told.flatMap((one) => (one.type === 'taken' ? [one.page] : []))
  await windows.until(() => taken().length === 3)
  expect(taken()).toEqual(['p2', 'p4', 'p1'])
})

it('[case 28] a blocked window waits for the click; the parked page serves the next login', async () => {
  const windows = createWindows()
  const login = createLogin({ more: true })
  const states: WindowState[] = []
  const blocked = new Promise<void>((resolve) => {
    const first = login.authorize(
      request('a', 's1'),
      (state) => {
        states.push(state)
        if (state === 'blocked') resolve()
      },
      signal,
    )
    open.push({ end: () => void first.catch(() => undefined) })
  })
  await blocked
  login.opened('a', 'w1')
  await windows.gone('http://idp.test/authorize?a')
  windows.say({ type: 'answer', page: 'p1', window: 'w1', url: answer('s1') })
  await windows.until(() => windows.told.some((one) => one.type === 'taken' && one.next === 'park'))
  const second = login.authorize(request('b', 's2'), ignore, signal)
  await windows.gone('http://idp.test/authorize?b')
  windows.say({ type: 'answer', page: 'p2', window: 'w1', url: answer('s2') })
  expect(await second).toBe(answer('s2'))
  expect(states[0]).toBe('blocked')
})

it('[case 27] a closed window is a hint; Cancel, Stop and the timeout end the login, each by its code', async () => {
  const windows = createWindows()
  const login = createLogin({ window: 'w1' })
  const states: WindowState[] = []
  const cancelled = codeOf(login.authorize(request('a', 's1'), (state) => states.push(state), signal))
  await windows.gone('http://idp.test/authorize?a')
  login.seen('w1', true)
  expect(states.at(-1)).toBe('out-of-sight')
  login.cancel('a')
  expect(await cancelled).toBe('cancelled')
  const stop = new AbortController()
  const stopped = codeOf(login.authorize(request('b', 's2'), ignore, stop.signal))
  stop.abort()
  expect(await stopped).toBe('cancelled')
  expect(await codeOf(login.authorize({ ...request('c', 's3'), timeout: 5 }, ignore, signal))).toBe('oauth-login-timeout')
})

it('[case 27] a window left open for an hour: an answer in the last second counts, then the timeout ends the login', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const windows = createWindows()
    const login = createLogin({ window: 'w1', more: true })
    const hour = 3_600_000
    const states: WindowState[] = []
    const late = login.authorize({ ...request('a', 's1'), timeout: hour }, (state) => states.push(state), signal)
    await windows.gone('http://idp.test/authorize?a')
    await vi.advanceTimersByTimeAsync(hour - 1_000)
    windows.say({ type: 'answer', page: 'p1', window: 'w1', url: answer('s1') })
    expect(await late).toBe(answer('s1'))
    const forgotten = codeOf(login.authorize({ ...request('b', 's2'), timeout: hour }, ignore, signal))
    await windows.gone('http://idp.test/authorize?b')
    await vi.advanceTimersByTimeAsync(hour)
    expect(await forgotten).toBe('oauth-login-timeout')
  } finally {
    vi.useRealTimers()
  }
})

it('[case 27] a login that is cancelled while its window still opens: nothing goes on after the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  try {
    const login = createWindowLogin({
      redirectUri,
      windows: { open: async () => 'w1', close: () => undefined },
      more: () => false,
    })
    const cancelled = codeOf(login.authorize(request('a', 's1'), ignore, signal))
    await vi.advanceTimersByTimeAsync(1)
    login.cancel('a')
    expect(await cancelled).toBe('cancelled')
    login.end()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('[case 28] a page that can not open windows ends the login at once, and says so', async () => {
  const windows = { open: () => Promise.reject(new Error('The page is gone.')), close: () => undefined }
  const login = createWindowLogin({ redirectUri, windows, more: () => false })
  open.push(login)
  await expect(login.authorize(request('a', 's1'), ignore, signal)).rejects.toMatchObject({
    message: "The login window couldn't be opened or redirected to the provider.",
    hint: expect.stringContaining('Run the step again'),
    cause: new Error('The page is gone.'),
  })
})
