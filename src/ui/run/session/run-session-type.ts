import type { RunEvent, Counts, OutcomeName } from '#engine/runner/events.ts'
import type { Place } from '#engine/runner/place.ts'
import type { CaseReport, Report, StepReport } from '#engine/runner/report.ts'
import type { RunOptions } from '#engine/runner/selection.ts'
import type { LogLine } from '../log-lines.ts'

/** A login, or a device to be approved, that waits for a person. */
export interface PendingAction extends StepPlace {
  action: string
  kind: 'login' | 'device'
  state: 'waiting' | 'blocked' | 'out-of-sight'
  url: string
  /** Of a device: what the person types at `url`, and the address that holds it already. */
  userCode?: string
  completeUrl?: string
  /** Milliseconds since 1970. */
  deadline: number
}

/** One step of one case; in a loop of one of its rows. */
export interface StepPlace extends Place {
  step: string
  /** A run that is not the one in which its case was last run. */
  run?: string | undefined
}

/** A variable that a step of the run has set, as the Variables tab shows it; secrets masked. */
export interface VariableRecord extends StepPlace {
  name: string
  scope: 'TestCase' | 'TestSuite' | 'Project'
  value: string
  /** Milliseconds since the run began. */
  at: number
}

/** What a step sent and received in an earlier run. */
export interface EarlierAttempt {
  /** ISO 8601. */
  startedAt: string
  events: RunEvent[]
}

/** What only the run panel asks for. Reactive where it says so. */
export interface RunDetails {
  /** Reactive: another number whenever the run moved on; at most once a frame. */
  version(): number
  /** Reactive: the run was cut off, with the number of the step at which it was (R20). */
  interrupted(): { step: number; total: number } | undefined
  /** The run in which this case was last run: the current one, or an earlier one of this project. */
  runOf(caseId: string): string | undefined
  /** The result of exactly this step, in its row if it is in a loop, of the run that {@link RunDetails.runOf} names. */
  stepAt(place: StepPlace): StepReport | undefined
  /** The case that the step belongs to. */
  caseAt(place: StepPlace): CaseReport | undefined
  /** The steps beside it: of its case, or of its row. */
  stepsAt(place: StepPlace): readonly StepReport[]
  /** A stored body; undefined if it was dropped or pruned. */
  body(run: string, id: string, range?: { start: number; end: number }): Promise<Uint8Array | undefined>
  /** The value behind a masked name. */
  reveal(name: string): Promise<string | undefined>
  /** The newest run before the one that is shown in which this step sent something; undefined without one. */
  earlier?(place: StepPlace): Promise<EarlierAttempt | undefined>
  /** Reactive. The lines of the run, in order; undefined if they are not kept. */
  log(): LogLine[] | undefined
  /** Lines at the start of the run that were dropped to bound memory. */
  logDropped(): number
  /** Reactive: variables that were set, in order. */
  variables(): VariableRecord[]
  /** Takes the notice away. */
  dismissNotice(): void
}

/** The page's view of the current or last run of the open project. Everything that is read is reactive. */
export interface RunSession {
  running(): boolean
  /** It was stopped and has not ended yet. */
  stopping(): boolean
  /** The folded report; the same object, read anew at most once a frame. Undefined before the first run. */
  report(): Report | undefined
  counts(): Counts
  /** Must be called synchronously from the click that starts the run: it opens the login window if one will be needed. */
  start(options: RunOptions): void
  rerunFailed(): void
  stop(): void
  /** The last known result of a step, case or suite, for the step list and the tree. */
  step(caseId: string, stepId: string): StepReport | undefined
  case(caseId: string): CaseReport | undefined
  suite(suiteId: string): { outcome: OutcomeName | undefined; running: boolean; failed: number; broken: number } | undefined
  /** What the detail tabs (Exchange, Response, Variables) show. */
  selected(): StepPlace | undefined
  select(place: StepPlace | undefined): void
  /** Events of one step of the run, from memory while it runs, else from the run store. */
  events(place: StepPlace): Promise<RunEvent[]>
  actions(): PendingAction[]
  cancelAction(action: string): void
  /** Opens the login window again; call from a click. */
  reopen(action: string): void
  /** A text for the person: a second run was refused, the worker died. */
  notice(): string | undefined
  /** What the run panel shows beyond this; absent in fakes. */
  details?: RunDetails
}
