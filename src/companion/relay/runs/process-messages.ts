import type { LoadReport } from '#engine/load/report.ts'
import type { Live } from '#engine/load/measures.ts'
import type { LoginTold, ScriptedLogin } from '#engine/ports/login/scripted-login.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import type { ProxySettings } from '#platform/node/proxy/http-proxy.ts'
import type { AskedLoad, AskedRun, PageAsk } from '#relay/calls.ts'
import type { WireError } from '#relay/errors.ts'
import type { RunLines } from '#relay/run-batch.ts'
import type { RelayedRequest } from '../relayed-request.ts'

/**
 * Milliseconds after the last sign of life from which on a page may have given its link up: it waits 10 s for a response to its
 * own question.
 */
export const longestSilence = 8_000

/** The limits of a run or a load test. */
export interface RunBounds {
  /** The port of the companion, which is never reached through it. */
  port: number
  proxy?: ProxySettings | undefined
  /** Hosts of private networks and of this machine that it may reach. */
  hosts: readonly string[]
  /** The project's file. */
  file: Uint8Array
}

/** The work of a process. */
export type RunTask = { begin: 'run'; asked: AskedRun } | { begin: 'load'; asked: AskedLoad }

/** What the companion says to the process that runs a run or a load test. */
export type ToProcess =
  | (RunBounds & RunTask)
  | { stop: true }
  /** How much of what was sent the page has stored, by the size of its lines. */
  | { taken: number }
  | { answered: number; value?: unknown; error?: WireError | undefined }
  | { login: number; told: LoginTold }
  /** From now on a value is masked. */
  | { conceal: number; name: string; value: string }

/** What it says to the companion. */
export type FromProcess =
  /** The project was read and planned. */
  | { begun: true }
  /** `now`: the run waits until the page has stored it. */
  | { told: RunLines; sent: RelayedRequest[]; now: boolean }
  /** For the page, which answers by the number. */
  | { ask: number; question: PageAsk }
  /** Answered when the page is there, or gone. */
  | { there: number }
  | { login: number; script: ScriptedLogin }
  | { leave: number }
  | { concealed: number }
  /** It hears: a Stop has started. */
  | { stopping: true }
  | { second: Live }
  /** Its last message, or `failed`. */
  | { ended: RunEnd | LoadReport }
  | { failed: WireError }

/** A run or a load test in its process. */
export interface ProcessTask {
  work: Promise<RunEnd | LoadReport>
  /** As Stop does. */
  stop(): void
  /** What else it receives. */
  hear(message: ToProcess): void
  close(): Promise<void>
}
