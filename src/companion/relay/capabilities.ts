import type { Capabilities } from '#relay/link-server.ts'
import type { ProxySettings } from '#platform/node/proxy/http-proxy.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import type { ErrorCode } from '#engine/base/errors.ts'
import type { AgentProposals } from './agent-proposals.ts'
import type { Bodies } from './bodies.ts'
import type { IsThere, Links } from './links.ts'
import type { PairedPage, Pairings } from './pairings.ts'
import type { RunProcesses } from './runs/run-process.ts'

/** What the terminal shows of a request: only the host of its URL, and nothing of its contents. */
export type Sent = { method: string; host: string } & (
  | { status: number; size: number; duration: number }
  | { refused: ErrorCode }
)

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
  bodies: Bodies
  /** Carry out runs and load tests. */
  processes: RunProcesses
  /** Proposals of agents; absent where none are taken. */
  agents?: Pick<AgentProposals, 'follow' | 'settle'>
  links: Pick<Links, 'countOf' | 'endOf'>
  /** A request was answered, or could not be. */
  onSent?(sent: Sent): void
  /** A load test starts, or has come to this. */
  onLoad?(report?: LoadReport): void
  /** A run starts, or has ended so. */
  onRun?(end?: RunEnd): void
  /** A pairing was ended. */
  onRevoked(id: string): void
}

/** Everything that the companion can be asked. What it takes is loaded when it is first asked for. */
export const capabilitiesOf = (context: RelayContext): Capabilities => ({
  'http.send': async () => (await import('./http.ts')).httpSend(context),
  'login.run': async () => (await import('./login.ts')).loginRun(context),
  'sql.query': async () => (await import('./sql.ts')).sqlQuery(context),
  'load.run': async () => (await import('./runs/load.ts')).loadRun(context),
  'load.stop': async () => (await import('./runs/load.ts')).loadStop,
  'run.start': async () => (await import('./runs/run.ts')).runStart(context),
  'run.stop': async () => (await import('./runs/run.ts')).runStop,
  'run.taken': async () => (await import('./runs/run.ts')).runTaken,
  'run.answer': async () => (await import('./runs/run.ts')).runAnswer,
  'run.conceal': async () => (await import('./runs/run.ts')).runConceal,
  'proposals.follow': async () => (await import('./agent-proposals.ts')).proposalsFollow(context),
  'proposals.answer': async () => (await import('./agent-proposals.ts')).proposalsAnswer(context),
  'pairings.list': async () => (await import('./pairing-calls.ts')).listPairings(context),
  'pairings.revoke': async () => (await import('./pairing-calls.ts')).revokePairing(context),
})
