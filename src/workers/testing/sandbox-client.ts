import type { BrowserLogin, DeviceApproval } from '#engine/ports/login/browser-login.ts'
import type { Http } from '#engine/ports/http.ts'
import { createSandbox } from '#sandbox/index.ts'
import { createMemoryStore } from '#sandbox/store.ts'
import { sandboxResponse } from '../run/with-sandbox.ts'

const app = 'https://host.test/tools/assay/'

/** The issuer of {@link createSandboxClient}. */
export const issuer = `${app}sandbox`

/** A request that came to the sandbox from the engine. */
export interface SandboxRequest {
  /** `POST /token`. */
  line: string
  form: URLSearchParams
  headers: Headers
}

/** What the user at the windows does. */
export interface SandboxUser {
  password?: string
  /** At a device; approves if absent. */
  declines?: boolean
  /** How often a device polls before the user gets to it. */
  late?: number
}

/**
 * A sandbox with a user who signs in and approves, as the pages of its window would have them do it. Time goes by as it is
 * slept.
 */
export function createSandboxClient({ password = 'demo', declines = false, late = 0 }: SandboxUser = {}, tokenLifetime?: number) {
  let ahead = 0
  const now = () => Date.now() / 1000 + ahead
  const sandbox = createSandbox({ app, store: createMemoryStore(now), now, ...(tokenLifetime ? { tokenLifetime } : {}) })
  const asked: SandboxRequest[] = []
  const windows: URL[] = []
  const waiting: { polls: number; approve: () => Promise<void> }[] = []
  const http: Http = {
    async send(request, signal) {
      const line = `${request.method} ${new URL(request.url).pathname.replace('/tools/assay/sandbox', '')}`
      const body = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body as Uint8Array)
      const form = new URLSearchParams(body)
      asked.push({ line, form, headers: new Headers(request.headers) })
      const device = form.has('device_code') ? waiting[0] : undefined
      if (device && device.polls++ === late) await device.approve()
      return sandboxResponse(sandbox, request, signal)
    },
  }
  const fill = async (url: string, page: string, typed: Record<string, string>): Promise<Response> => {
    const hidden = [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    const plain = (text = '') =>
      text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
    const fields = [...hidden.map(([, name, value]) => [plain(name), plain(value)]), ...Object.entries(typed)]
    return sandbox.answer(new Request(url, { method: 'POST', body: new URLSearchParams(fields as [string, string][]) }))
  }
  const login: BrowserLogin = {
    redirectUri: async () => `${app}oauth/callback.html`,
    async authorize({ url }) {
      windows.push(new URL(url))
      let answer = await sandbox.answer(new Request(url))
      if (answer.status === 200) answer = await fill(url, await answer.text(), { username: 'demo', password })
      return answer.headers.get('location') ?? Promise.reject(new Error(await answer.text()))
    },
    async approve({ verificationUri, userCode }: DeviceApproval) {
      const approve = async () => {
        const page = await (await fill(verificationUri, '', { user_code: userCode })).text()
        await fill(verificationUri, page, { username: 'demo', password, ...(declines ? { abort: 'yes' } : {}) })
      }
      waiting.push({ polls: 0, approve })
      return new Promise<never>(() => undefined)
    },
  }
  const clock = {
    now: () => now() * 1000,
    monotonic: () => now() * 1000,
    sleep: async (ms: number) => void (ahead += ms / 1000),
  }
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)), uuid: () => crypto.randomUUID() }
  return {
    ports: { http, login, clock, random, capabilities: new Set(['browser-login'] as const) },
    asked,
    /** Addresses that were opened in a window. */
    windows,
    sandbox,
    wait: (by: number) => (ahead += by),
    to: (line: string) => asked.filter((one) => one.line === line),
  }
}
