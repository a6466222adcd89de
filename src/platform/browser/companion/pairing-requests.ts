import { linkPaths, type CompanionState } from '#relay/link-protocol.ts'
import { protocol } from '#relay/messages.ts'
import { isLoopback } from '#engine/ports/http/http-rules.ts'
import type { CompanionTrouble } from './status.ts'

/** The result of a pairing request. */
export type Knocked<T> = { ok: true; value: T } | { ok: false; trouble: CompanionTrouble | 'wrong-code'; version?: string }

/** Milliseconds that it gets to answer. */
const patience = 5_000

/** Chrome's Local Network Access: a page of the public web asks before it reaches this machine. */
async function isDenied(address: string): Promise<boolean> {
  if (!isLoopback(new URL(address).hostname) || isLoopback(self.location.hostname)) return false
  try {
    const { state } = await navigator.permissions.query({ name: 'loopback-network' as PermissionName })
    return state === 'denied'
  } catch {
    // A browser that doesn't know this permission asks for none.
    return false
  }
}

async function post<T extends object>(address: string, path: string, body: object): Promise<Knocked<T>> {
  let response: Response
  try {
    response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
  } catch (thrown) {
    // It stands still, as after a sleep of the machine: when it goes on it may answer the next question, and that is no refusal.
    if (thrown instanceof DOMException && thrown.name === 'TimeoutError') return { ok: false, trouble: 'not-running' }
    if (await isDenied(address)) return { ok: false, trouble: 'denied' }
    return { ok: false, trouble: (await answers(address)) ? 'not-allowed' : 'not-running' }
  }
  if (response.status === 401) return { ok: false, trouble: 'wrong-code' }
  if (response.status === 403) return { ok: false, trouble: 'not-allowed' }
  const value: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  if (!isState(value)) return { ok: false, trouble: 'no-companion' }
  if (value.protocol !== protocol) return { ok: false, trouble: 'other-version', version: value.version }
  return { ok: true, value: value as unknown as T }
}

const isState = (value: unknown): value is Pick<CompanionState, 'protocol' | 'version'> =>
  typeof value === 'object' && value !== null && 'protocol' in value && 'version' in value && typeof value.version === 'string'

/** Whether something answers there that doesn't let this page read it. */
async function answers(address: string): Promise<boolean> {
  try {
    await fetch(`${address}/`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(patience) })
    return true
  } catch {
    return false
  }
}

/** Asks a companion what it is, and whether it knows the token. */
export const askState = (address: string, token: string): Promise<Knocked<CompanionState>> =>
  post(address, linkPaths.state, { token })

/** Lets it show a code. */
export const askForCode = (address: string): Promise<Knocked<object>> => post(address, linkPaths.ask, {})

/** Exchanges a code for a token. */
export const redeemCode = (address: string, code: string): Promise<Knocked<{ id: string; token: string }>> =>
  post(address, linkPaths.pair, { code })
