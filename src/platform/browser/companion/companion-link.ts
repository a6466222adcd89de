import { AssayError } from '#engine/base/errors.ts'
import type { Answered, CallName, RelayCalls } from '#relay/calls.ts'
import type { CallOptions } from '#relay/link-client.ts'
import { askForCode, askState, redeemCode, type Knocked } from './pairing-requests.ts'
import { openLink, type OpenLink } from './socket.ts'
import type { CompanionStatus, CompanionTrouble } from './status.ts'
import { companionTexts } from './texts.ts'

/** What this browser keeps of its pairing. */
export interface KeptPairing {
  /** The companion's origin. */
  address: string
  token: string
  /** By which both sides list it. */
  id: string
}

/** Where it is kept: encrypted, in the vault. */
export interface PairingStore {
  /** Rejects with AssayError `vault-locked`. */
  read(): Promise<KeptPairing | undefined>
  write(pairing: KeptPairing): Promise<void>
  clear(): Promise<void>
}

/** A run, or a question, at the companion: what it opened there is closed with it. */
export interface LinkSession {
  /** Hosts of private networks and of this machine that it may reach. */
  readonly hosts: ReadonlySet<string>
  /** Whether its link still stands: what was opened is gone with it. */
  stands(): boolean
  call<Name extends CallName>(name: Name, params: RelayCalls[Name]['params'], options: CallOptions<Name>): Promise<Answered<Name>>
  /** Sends a request beside the link, with a large body that a call waits for, or for one. Rejects if it was not taken to its end. */
  visit(ticket: string, signal: AbortSignal, body?: Blob | Uint8Array): Promise<Response>
  /** Never rejects. */
  close(): Promise<void>
}

/** This browser's link to a companion. One for all runs and questions of a page. */
export interface CompanionLink {
  status(): CompanionStatus
  /** Hears of every change; gives what ends it. */
  follow(listener: (status: CompanionStatus) => void): () => void
  /** Connects, if this browser is paired; resolves when it is known whether that goes. */
  connect(): Promise<CompanionStatus>
  /** Pairs by a code, and connects. AssayError `companion-unavailable` says why not. */
  pair(address: string, code: string): Promise<CompanionStatus>
  /** Lets a companion show a code for this page. AssayError `companion-unavailable` if none can be asked. */
  ask(address: string): Promise<void>
  /** Ends the link and forgets the token. */
  forget(): Promise<void>
  /** Starts a session; undefined while there is no link. */
  open(hosts: Iterable<string>): LinkSession | undefined
}

/** Milliseconds before it is tried again to connect: longer each time. */
const pauses = [250, 500, 1_000, 2_000, 5_000, 10_000, 20_000]

/** What won't change by trying again. */
const final = new Set<CompanionTrouble>(['not-paired', 'other-version', 'not-allowed', 'locked'])

const never = new AbortController().signal

/** Creates the link; nothing is called before someone connects or pairs. */
export function createCompanionLink(store: PairingStore): CompanionLink {
  const listeners = new Set<(status: CompanionStatus) => void>()
  let status: CompanionStatus = { state: 'none' }
  let link: OpenLink | undefined
  let connecting: Promise<CompanionStatus> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let sessions = 0

  const set = (next: CompanionStatus): CompanionStatus => {
    if (isSame(status, next)) return status
    status = next
    for (const listener of listeners) listener(next)
    return next
  }
  const apart = (address: string, trouble: CompanionTrouble, version?: string): CompanionStatus => {
    if (!final.has(trouble)) {
      const pause = pauses[Math.min(tries, pauses.length - 1)]
      tries += 1
      timer = setTimeout(() => void connect(), pause)
    }
    return set({ state: 'apart', address, trouble, ...(version === undefined ? {} : { version }) })
  }
  const outlive = async (opened: OpenLink): Promise<void> => {
    await opened.gone
    if (link !== opened) return
    link = undefined
    void connect()
  }
  const attempt = async (): Promise<CompanionStatus> => {
    let pairing: KeptPairing | undefined
    try {
      pairing = await store.read()
    } catch {
      return set({ state: 'apart', address: '', trouble: 'locked' })
    }
    if (pairing === undefined) return set({ state: 'none' })
    const { address, token } = pairing
    if (status.state !== 'apart') set({ state: 'connecting', address })
    const known = await askState(address, token)
    if (!known.ok) return apart(address, known.trouble === 'wrong-code' ? 'not-paired' : known.trouble, known.version)
    if (!known.value.paired) return apart(address, 'not-paired')
    let opened: OpenLink
    try {
      opened = await openLink(address, token)
    } catch {
      return apart(address, 'not-running')
    }
    link = opened
    tries = 0
    void outlive(opened)
    return set({ state: 'connected', address, version: opened.hello.version })
  }
  const connect = (): Promise<CompanionStatus> => {
    clearTimeout(timer)
    if (link !== undefined) return Promise.resolve(status)
    connecting ??= attempt().finally(() => (connecting = undefined))
    return connecting
  }
  const end = (): void => {
    clearTimeout(timer)
    const old = link
    link = undefined
    old?.close()
  }

  return {
    status: () => status,
    follow(listener) {
      listeners.add(listener)
      listener(status)
      return () => listeners.delete(listener)
    },
    connect,
    async pair(address, code) {
      const redeemed = valueOf(await redeemCode(address, code), address)
      end()
      await connecting
      await store.write({ address, token: redeemed.token, id: redeemed.id })
      tries = 0
      return connect()
    },
    ask: async (address) => void valueOf(await askForCode(address), address),
    async forget() {
      end()
      await store.clear()
      set({ state: 'none' })
    },
    open(hosts) {
      const own = link
      if (own === undefined) return undefined
      const session = `s${(sessions += 1)}`
      const allowed = new Set(hosts)
      // Whatever becomes of it, the calls of the session tell.
      own.client.call('session.open', session, { hosts: [...allowed] }, { signal: never }).catch(() => undefined)
      return {
        hosts: allowed,
        stands: () => link === own,
        call: (name, params, options) => own.client.call(name, session, params, options),
        visit: own.visit,
        close: async () => {
          if (link === own) await own.client.call('session.close', session, null, { signal: never }).catch(() => undefined)
        },
      }
    },
  }
}

/** They are flat. */
const isSame = (one: CompanionStatus, other: CompanionStatus): boolean => JSON.stringify(one) === JSON.stringify(other)

function valueOf<T>(knocked: Knocked<T>, address: string): T {
  if (knocked.ok) return knocked.value
  const { text, hint } = companionTexts.troubles[knocked.trouble](address, knocked.version)
  throw new AssayError('companion-unavailable', text, { hint })
}
