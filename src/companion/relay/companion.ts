import { join } from 'node:path'
import type { Host } from '../host.ts'
import type { ProxySettings } from '#platform/node/proxy/http-proxy.ts'
import { pairingMark } from '#relay/link-protocol.ts'
import { createAgentProposals } from './agent-proposals.ts'
import { createBodyTransfers } from './body-transfers.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { RelayedRequest } from './relayed-request.ts'
import { createConnectionGuard, type ConnectionGuard } from './connection-guard.ts'
import { createLinks } from './links.ts'
import { createPairings } from './pairings.ts'
import { createRunProcesses } from './runs/run-process.ts'
import { relayServerTexts as texts } from './texts.ts'
import { runTypedCommand } from './typed-commands.ts'

/** What the companion's side of the link needs to know. */
export interface CompanionParts {
  port: number
  version: string
  /** The origin of the page that is served here. */
  ownOrigin: string
  /** Origins of other pages that may connect. */
  allowed: readonly string[]
  /** Through which requests go. */
  proxy?: ProxySettings | undefined
  host: Pick<Host, 'say'>
}

/** What pages can do through the program that serves them, or that is next to them. */
export interface Companion {
  guard: ConnectionGuard
  /** The URL that pairs the browser which opens it, once. */
  pairingAddress(): string
  /** Says which other pages may connect, and by which codes. */
  sayCodes(): void
  /** Runs a line that a user typed into the terminal. */
  typed(line: string): void
  /** Lets agents of this account find the program. */
  announce(): void
  close(): Promise<void>
}

/** Beside the built program. */
const runScript = join(import.meta.dirname, 'run-process.js')

/** Milliseconds that the lines of requests are gathered: to write each by itself takes a good part of the time of a small request. */
const gatherFor = 100

/** How many different refusals are said. */
const mostRefusals = 20

/** Makes it. Tokens and codes live as long as the program. */
export function createCompanion({ port, version, ownOrigin, allowed, proxy, host }: CompanionParts): Companion {
  const pairings = createPairings()
  const transfers = createBodyTransfers()
  const agents = createAgentProposals()
  const processes = createRunProcesses(runScript, { keepsSpare: true })
  const refused = new Set<string>()
  let gathered: RelayedRequest[] = []
  let timer: NodeJS.Timeout | undefined
  const sayGathered = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (gathered.length > 0) host.say(gathered.map((sent) => `${texts.sent(sent)}\n`).join(''))
    gathered = []
  }
  const sayLater = (sent: RelayedRequest): void => {
    gathered.push(sent)
    timer ??= setTimeout(sayGathered, gatherFor)
  }
  const say = (text: string): void => {
    sayGathered()
    host.say(`${text}\n`)
  }
  const pairingAddress = (): string => `${ownOrigin}/#${pairingMark}${pairings.addressCode(ownOrigin)}`
  const links = createLinks(version, (page, isThere) =>
    capabilitiesOf({
      port,
      proxy,
      onSent: sayLater,
      onLoad: (report) => say(report ? texts.load.ended(page.origin, report) : texts.load.begins(page.origin)),
      onRun: (end) => say(end ? texts.run.ended(page.origin, end) : texts.run.begins(page.origin)),
      page,
      isThere,
      pairings,
      transfers,
      processes,
      agents,
      links,
      onRevoked: () => say(texts.revoked(page.origin)),
    }),
  )
  const guard = createConnectionGuard({
    port,
    version,
    origins: new Set([ownOrigin, ...allowed]),
    pairings,
    transfers,
    onLink: links.open,
    onAsked: (origin) => say(texts.asked(origin, pairings.typedCode(origin))),
    onPaired({ origin }) {
      say(texts.paired(origin))
      if (origin === ownOrigin) say(texts.next(pairingAddress()))
    },
    onRefused(why) {
      // A page that knocks without end does not fill the terminal.
      if (refused.has(why) || refused.size >= mostRefusals) return
      refused.add(why)
      say(refused.size === mostRefusals ? texts.moreRefused : why)
    },
  })
  return {
    guard: {
      answer: (request, response, path) => agents.answer(request, response, path) || guard.answer(request, response, path),
      upgrade: (...upgraded) => guard.upgrade(...upgraded),
    },
    announce: () => agents.announce(port),
    pairingAddress,
    sayCodes() {
      for (const origin of allowed) say(texts.allowing(origin, pairings.typedCode(origin)))
    },
    typed: (line) => runTypedCommand(line, { pairings, links, say }),
    async close() {
      agents.close()
      await links.close()
      processes.close()
      sayGathered()
    },
  }
}
