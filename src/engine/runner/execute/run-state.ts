import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { OpenedCertificates } from '#engine/steps/keys/certified-ports.ts'
import type { RunContext } from '#engine/steps/step-kind.ts'
import type { RunEvent } from '../report/events.ts'
import type { EventStream } from '../report/event-stream.ts'
import type { StepPauses } from './step-pauses.ts'
import type { JarsOfRun } from './cookie-jars.ts'
import type { Plan } from '../plan/plan.ts'
import type { OpenRows } from '../plan/rows.ts'
import type { WantedRows } from '../plan/wanted-rows.ts'
import type { RunMemory } from './run-memory.ts'

/** Options of a run besides the plan and the ports. */
export interface RunControls {
  /** Stop: the running step is cancelled, the rest is not run. */
  signal: AbortSignal
  /** Receives every event in order. Not called again after it throws. */
  emit: (event: RunEvent) => void
  /** Is told why `emit` is no longer called. */
  onEmitError?: (error: unknown) => void
  /** False: no one reads more than the report holds, so exchanges, bodies and texts of checks that hold are not made. */
  wantsDetails?: boolean
  /** How loops get their rows; absent: from the data sources of the project. */
  openRows?: OpenRows
  /** Where values and responses are kept for running a single step. */
  memory?: RunMemory
  /** Is given the run's redactor before anything runs, for `reveal` and for masking the host's own texts. */
  onRedactor?: (redactor: Redactor) => void
  /** Is told each value that is masked from then on, with its name, for a redactor elsewhere. */
  onSecret?: Redactor['add']
}

/** A request by its name or ID, none, or all but the script's own. */
export type JumpTarget = Parameters<NonNullable<RunContext['jump']>>[0]

/** State shared by all parts of a run. */
export interface RunState {
  plan: Plan
  ports: Ports
  controls: RunControls
  stream: EventStream
  redactor: Redactor
  pauses: StepPauses
  /** Aborted by Stop and by the time limit. */
  signal: AbortSignal
  nextId(prefix: string): string
  /** The run's id, and when it started (ISO 8601). */
  run: string
  startedAt: string
  openRows: OpenRows
  /** Which rows of a loop are gone through, by its place; of one that is not there all are. */
  wantedRows: ReadonlyMap<string, WantedRows>
  /** What its steps have read of providers. */
  known: NonNullable<RunContext['known']>
  /** What its steps have got of them. */
  tokensOfRun: NonNullable<RunContext['tokensOfRun']>
  /** Client certificates that were opened. */
  certificates: OpenedCertificates
  /** Absent: the project keeps no cookies. */
  jars?: JarsOfRun
  /** Where a script has the run go on; undefined: with the next step. */
  jump?:
    | {
        /** The request whose other steps still run; they are skipped if it is the one to skip. */
        from: string | undefined
        to: JumpTarget
      }
    | undefined
  /** Why nothing more is started, in words: Stop, the time limit, `bail`; undefined while the run goes on. */
  ended: { by: 'stop' | 'time-limit' | 'bail'; reason: string } | undefined
}
