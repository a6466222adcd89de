import { AssayError } from '#engine/base/errors.ts'
import type { BrowserLogin, LoginRequest, WindowState } from '#engine/ports/login/browser-login.ts'
import { isBare, loginChannel, callbackState, type FromWindow, type ToWindow } from './login-channel.ts'
import { browserTexts } from './texts.ts'

/** The page's part: only a page can open windows and see whether they are closed. */
export interface WindowOpener {
  /** Tries to open a window on the wait page; undefined if the browser blocks it. */
  open(): Promise<string | undefined>
  /** Closes a window as far as the page still has a hold of it. */
  close(window: string): void
}

/** The BrowserLogin port of one run, and what the page tells it about windows. */
export interface WindowLogin extends BrowserLogin {
  /** A window on the wait page that may be used by the next login. */
  offer(window: string): void
  /** A window was opened by a click for this action. */
  opened(action: string, window: string): void
  /** A window reads as closed, or open again; a hint and nothing more. */
  seen(window: string, gone: boolean): void
  /** The user gave up on this login or device. */
  cancel(action: string): void
  /** Closes what is parked and stops listening; at the end of the run. */
  end(): void
}

interface Place {
  /** By what the page in the window is addressed. */
  address: string
  /** The window's id, by which the page holds it. */
  window: string
}

interface Pending {
  request: LoginRequest
  place?: Place
  onState(state: WindowState): void
  settle(callback: string | AssayError): void
}

const repeatAfter = 300
/** Milliseconds that a window on one of our pages gets to leave for the URL; one that was just opened has to load. */
const patience = { parked: 1_500, opened: 15_000 }

/**
 * Logins through windows that are driven by BroadcastChannel alone, since a provider's COOP may cut every other tie. A response
 * belongs to the login whose `state` it carries (case 22); one with an unknown `state`, or none, to the login whose window it
 * came from, so that its step can say what is wrong with it (cases 19, 20). A response without any parameter goes to no one,
 * but to the one login that may be answered without a state.
 */
export function createWindowLogin(options: {
  redirectUri: string
  windows: WindowOpener
  /** Whether another login may follow in this run: the window is then kept. */
  more(): boolean
}): WindowLogin {
  const channel = new BroadcastChannel(loginChannel)
  const post: (message: ToWindow) => void = channel.postMessage.bind(channel)
  const pending = new Map<string, Pending>()
  const free: Place[] = []
  /** States that were answered, with the page that brought the response and what that page was shown. */
  const answered = new Map<string, { page: string; next: 'park' | 'close' }>()
  const leaving = new Map<string, () => void>()
  /** Ends each attempt to send a window somewhere, also those of logins that are over. */
  const driving = new Set<() => void>()
  /** Devices that wait for approval, by action: what to call when the user gives up. */
  const approvals = new Map<string, () => void>()

  const pendingOf = (message: Extract<FromWindow, { type: 'answer' }>) => {
    const all = [...pending.values()]
    const state = callbackState(message.url)
    const byState = all.find(({ request }) => request.state === state)
    if (byState) return byState
    const stateless = state === undefined ? all.filter(({ request }) => request.withoutState) : []
    // A URL without parameters is ignored as a page opened again, unless a login without state waits for it.
    const candidates = isBare(message.url) ? stateless : all
    if (message.window !== undefined) return candidates.find(({ place }) => place?.window === message.window)
    return stateless.length === 1 ? stateless[0] : undefined
  }

  const onAnswer = (message: Extract<FromWindow, { type: 'answer' }>) => {
    const { page, url } = message
    const state = callbackState(url) ?? ''
    const before = answered.get(state)
    if (before) return post({ type: 'taken', page, next: before.page === page ? before.next : 'used' })
    const login = pendingOf(message)
    if (!login) return
    const next = options.more() ? 'park' : 'close'
    const address = message.window ?? page
    answered.set(login.request.state, { page, next })
    if (state !== '') answered.set(state, { page, next })
    post({ type: 'taken', page, next })
    if (next === 'park') free.push({ address, window: login.place?.window ?? address })
    login.settle(url)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<FromWindow>) => {
    if (data.type === 'answer') onAnswer(data)
    else if (data.type === 'leaving') leaving.get(data.window)?.()
    else if (data.type === 'ready') {
      const login = [...pending.values()].find(({ place }) => place?.address === data.window)
      if (login) post({ type: 'go', window: data.window, url: login.request.url })
    }
  })

  /** Sends a window to the login's address; false if it does not answer: it is gone. */
  const drive = async (login: Pending, place: Place, within: number): Promise<boolean> => {
    login.place = place
    const go = () => post({ type: 'go', window: place.address, url: login.request.url })
    const repeat = setInterval(go, repeatAfter)
    let giveUp: ReturnType<typeof setTimeout> | undefined
    let end = () => {}
    try {
      return await new Promise<boolean>((resolve) => {
        end = () => resolve(true)
        driving.add(end)
        leaving.set(place.address, end)
        giveUp = setTimeout(() => resolve(false), within)
        go()
      })
    } finally {
      clearInterval(repeat)
      clearTimeout(giveUp)
      driving.delete(end)
      leaving.delete(place.address)
    }
  }

  const isPending = (login: Pending) => pending.get(login.request.id) === login

  const useOpened = async (login: Pending, window: string) => {
    const there = await drive(login, { address: window, window }, patience.opened)
    if (isPending(login)) login.onState(there ? 'waiting' : 'out-of-sight')
  }

  const findWindow = async (login: Pending) => {
    for (let place = free.shift(); place; place = free.shift()) {
      if (await drive(login, place, patience.parked)) return isPending(login) ? login.onState('waiting') : undefined
      if (!isPending(login)) return
    }
    const window = await options.windows.open()
    if (!isPending(login)) return window === undefined ? undefined : options.windows.close(window)
    if (window === undefined) login.onState('blocked')
    else await useOpened(login, window)
  }

  return {
    redirectUri: async () => options.redirectUri,
    authorize: (request, onState, signal) =>
      new Promise<string>((resolve, reject) => {
        const timer = setTimeout(
          () => login.settle(new AssayError('oauth-login-timeout', browserTexts.loginTimeout)),
          request.timeout,
        )
        const stop = () => login.settle(new AssayError('cancelled', browserTexts.loginCancelled))
        const login: Pending = {
          request,
          onState,
          settle: (result) => {
            if (!isPending(login)) return
            pending.delete(request.id)
            clearTimeout(timer)
            signal.removeEventListener('abort', stop)
            if (typeof result === 'string') return resolve(result)
            // After a timeout the window stays: what it shows tells why nothing came.
            if (login.place && result.code === 'cancelled') options.windows.close(login.place.window)
            reject(result)
          },
        }
        pending.set(request.id, login)
        signal.addEventListener('abort', stop)
        if (signal.aborted) return stop()
        findWindow(login).catch((thrown: unknown) => {
          const { noLoginWindow, noLoginWindowHint: hint } = browserTexts
          login.settle(new AssayError('internal', noLoginWindow, { hint, cause: thrown }))
        })
      }),
    // The card in the page shows address and code; no window is needed.
    approve: ({ id }, signal) =>
      new Promise<never>((_resolve, reject) => {
        const end = () => {
          approvals.delete(id)
          signal.removeEventListener('abort', end)
          reject(new AssayError('cancelled', browserTexts.loginCancelled))
        }
        approvals.set(id, end)
        signal.addEventListener('abort', end)
        if (signal.aborted) end()
      }),
    offer: (window) => void free.push({ address: window, window }),
    opened: (action, window) => {
      const login = pending.get(action)
      if (login) void useOpened(login, window)
      else options.windows.close(window)
    },
    seen: (window, gone) => {
      const login = [...pending.values()].find(({ place }) => place?.window === window)
      if (login) login.onState(gone ? 'out-of-sight' : 'waiting')
    },
    cancel: (action) => {
      approvals.get(action)?.()
      pending.get(action)?.settle(new AssayError('cancelled', browserTexts.loginCancelled))
    },
    end: () => {
      for (const { address, window } of free) {
        post({ type: 'close', window: address })
        options.windows.close(window)
      }
      free.length = 0
      for (const stop of driving) stop()
      channel.close()
    },
  }
}
