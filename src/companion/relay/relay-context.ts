import type { ProxySettings } from '#platform/node/proxy/http-proxy.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import type { AgentProposals } from './agent-proposals.ts'
import type { BodyTransfers } from './body-transfers.ts'
import type { IsThere, Links } from './links.ts'
import type { PairedPage, Pairings } from './pairings.ts'
import type { RunProcesses } from './runs/run-process.ts'
import type { RelayedRequest } from './relayed-request.ts'

/** What capabilities know of the program. */
export interface RelayContext {
  /** The port of the program itself, which is never reached through it. */
  port: number
  /** Through which requests go, as the program was started. */
  proxy?: ProxySettings | undefined
  /** The page at the other end of the link. */
  page: PairedPage
  /** What goes on for it by itself waits for it, where it may be gone. */
  isThere?: IsThere
  pairings: Pairings
  transfers: BodyTransfers
  /** Carry out runs and load tests. */
  processes: RunProcesses
  /** Proposals of agents; absent where none are taken. */
  agents?: Pick<AgentProposals, 'follow' | 'settle'>
  links: Pick<Links, 'countOf' | 'endOf'>
  /** A request was answered, or could not be. */
  onSent?(sent: RelayedRequest): void
  /** A load test starts, or has come to this. */
  onLoad?(report?: LoadReport): void
  /** A run starts, or has ended so. */
  onRun?(end?: RunEnd): void
  /** A pairing was ended. */
  onRevoked(id: string): void
}
