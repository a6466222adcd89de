import { AssayError } from '#engine/base/errors.ts'
import type { Answered, CallName, RelayCalls } from './calls.ts'
import { createChannel } from './channel.ts'
import { wireError } from './errors.ts'
import { mostCalls, ProtocolError, protocol, type Message, type ToPage } from './messages.ts'
import { createSession, type RelaySession, type Session } from './session.ts'

export type { RelaySession } from './session.ts'

import { relayTexts as texts } from './texts.ts'

/** What a capability is given. */
export interface AskedOf<Name extends CallName> {
  params: RelayCalls[Name]['params']
  bytes: Uint8Array | undefined
  /** Aborted when the page cancels the call, its session is closed, or the link is gone. */
  signal: AbortSignal
  session: RelaySession
  progress(value: RelayCalls[Name]['progress'], bytes?: Uint8Array): void
  /** Resolves when all that was passed is on its way, so that a fast sender waits for a slow reader; undefined if it is. */
  room(): Promise<void> | undefined
}

/** Something that the companion can be asked. Rejects with AssayError; anything else is `internal` in the page. */
export type Capability<Name extends CallName> = (asked: AskedOf<Name>) => Promise<Answered<Name>>

/** The calls that the link answers by itself. */
type OwnCall = 'session.open' | 'session.close'

/** All of them, each loaded when it is first asked for. */
export type Capabilities = { [Name in Exclude<CallName, OwnCall>]: () => Promise<Capability<Name>> }

/** What this end is made of. */
export interface LinkServerParts {
  /** The version of the program. */
  version: string
  capabilities: Capabilities
  send(frame: string | Uint8Array): void
  /** Ends the socket: the other end doesn't keep to the rules. */
  refuse(why: string): void
}

/** The companion's end of one link. */
export interface LinkServer {
  received(data: string | Uint8Array): void
  /** The socket is gone, or is to go: everything that goes on for it is ended, and nothing more is started. */
  closed(): Promise<void>
}

type Call = Extract<Message, { call: string }>

type Loaded = (asked: unknown) => Promise<Answered<CallName>>

/** Creates the companion's end of a link, which first sends its version. */
export function createLinkServer({ version, capabilities, send, refuse }: LinkServerParts): LinkServer {
  const going = new Map<number, AbortController>()
  const sessions = new Map<string, Session>()
  /** Loaded once for a link: to ask for a module again costs as much as a small request. */
  const loaded = new Map<string, Loaded>()
  let isGone = false

  const deliver = (message: Message, bytes: Uint8Array | undefined): void => {
    if ('call' in message) return begin(message, bytes)
    if ('cancel' in message) return cancel(message.id)
    if ('ping' in message) return tell({ pong: message.ping })
    throw new ProtocolError('not for this end')
  }
  const channel = createChannel({ send, deliver })
  const tell = (message: ToPage, bytes?: Uint8Array): void => {
    if (!isGone) channel.send(message, bytes)
  }
  const cancel = (id: number): void => {
    going.get(id)?.abort()
    channel.drop(id)
  }

  const own: Record<OwnCall, (call: Call) => void | Promise<void>> = {
    'session.open'({ session, params }) {
      if (sessions.has(session)) throw new ProtocolError('a session that is already open')
      sessions.set(session, createSession(hostsIn(params)))
    },
    async 'session.close'({ session }) {
      const open = sessions.get(session)
      sessions.delete(session)
      await open?.close()
    },
  }

  const load = async (name: keyof Capabilities): Promise<Loaded> => {
    const capability = (await capabilities[name]()) as Loaded
    loaded.set(name, capability)
    return capability
  }
  const answer = async (call: Call, bytes: Uint8Array | undefined, abort: AbortController) => {
    const { id, params } = call
    const session = sessions.get(call.session)
    if (!Object.hasOwn(capabilities, call.call))
      throw new AssayError('companion-unavailable', texts.unknownCall(call.call), { hint: texts.otherVersion })
    if (session === undefined) throw new AssayError('companion-gone', texts.noSession)
    const end = session.during(abort)
    try {
      const capability = loaded.get(call.call) ?? (await load(call.call as keyof Capabilities))
      const progress = (progress: unknown, part?: Uint8Array): void => tell({ id, progress }, part)
      const room = (): Promise<void> | undefined => (isGone ? undefined : channel.room(id))
      return await capability({ params, bytes, signal: abort.signal, session, progress, room })
    } finally {
      end()
    }
  }
  const begin = (call: Call, bytes: Uint8Array | undefined): void => {
    const { id } = call
    if (going.has(id)) throw new ProtocolError('a number already in use')
    if (going.size >= mostCalls) return tell({ id, error: { code: 'companion-unavailable', message: texts.tooMany(mostCalls) } })
    const abort = new AbortController()
    going.set(id, abort)
    const work = async (): Promise<Answered<CallName>> => {
      const mine = Object.hasOwn(own, call.call) ? own[call.call as OwnCall] : undefined
      if (mine === undefined) return answer(call, bytes, abort)
      await mine(call)
      return { result: null }
    }
    void work()
      .then(
        (done) => tell({ id, result: done.result }, done.bytes),
        (thrown: unknown) => {
          if (thrown instanceof ProtocolError) refuse(thrown.message)
          else tell({ id, error: wireError(thrown) })
        },
      )
      .finally(() => going.delete(id))
  }

  tell({ hello: { protocol, version } })
  return {
    received(data) {
      if (isGone) return
      try {
        channel.received(data)
      } catch (thrown) {
        if (!(thrown instanceof ProtocolError)) throw thrown
        refuse(thrown.message)
      }
    },
    async closed() {
      isGone = true
      channel.end()
      for (const abort of going.values()) abort.abort()
      await Promise.all([...sessions.values()].map((session) => session.close()))
      sessions.clear()
    },
  }
}

function hostsIn(params: unknown): string[] {
  const hosts = (params as { hosts?: unknown } | null)?.hosts
  if (!Array.isArray(hosts) || !hosts.every((host) => typeof host === 'string'))
    throw new ProtocolError('a session without its hosts')
  return hosts
}
