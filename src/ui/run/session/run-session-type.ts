import type { Exchange } from '#engine/ports/http/exchange.ts'
import type { RunEvent, Counts } from '#engine/runner/report/events.ts'
import type { Place } from '#engine/runner/execute/place.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { KeptRun } from './kept-runs.ts'
import type { KnownRun, SuiteResult } from './run-index.ts'
import type { LogLine } from '../log/log-lines.ts'

/** A login, or a device to be approved, that waits for a user. */
export interface PendingAction extends StepPlace {
  action: string
  kind: 'login' | 'device' | 'own-device'
  state: 'waiting' | 'blocked' | 'out-of-sight'
  url: string
  /** Of a login: where the provider has to send the user back to. */
  redirectUri?: string
  /** Of a device: what the user types at `url`, and the URL that holds it already. */
  userCode?: string
  completeUrl?: string
  /** Milliseconds since 1970. */
  deadline: number
}

/** One step of one case; in a loop of one of its rows. */
export interface StepPlace extends Place {
  step: string
  /** A run that is not the one that is shown. */
  run?: string | undefined
}

/** A suite, a case or a row of a loop of the run that is shown. */
export interface GroupPlace {
  suite?: string | undefined
  case?: string | undefined
  rows?: readonly number[] | undefined
  /** The Loop Start of the row. */
  loop?: string | undefined
}

/** What one step sent and received, as part of a conversation. */
export interface ConversationPart {
  place: StepPlace
  step: StepReport
  /** The name of its case. */
  caseName: string
  exchanges: Exchange[]
}

/** A variable that a step of the run has set, as the Variables tab shows it; secrets masked. */
export interface VariableRecord extends StepPlace {
  name: string
  scope: 'TestCase' | 'TestSuite' | 'Project'
  value: string
  /** Milliseconds since the run started. */
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
  /** Reactive: the run that is shown; everything here is of it, unless it says otherwise. */
  run(): string | undefined
  /** Reactive: it is the newest one, and started in this page. */
  isFresh(): boolean
  /** Reactive: it goes on. */
  goesOn(): boolean
  /** Reactive: the run that the last result of a case or of a step is of, whichever run is shown. */
  knownRun(caseId: string, stepId?: string): KnownRun | undefined
  /** Reactive: the runs that are kept, newest first. */
  kept(): readonly KeptRun[]
  /** Reads the list of kept runs again: other tabs run too. */
  refreshKept(): Promise<void>
  /** Calls a kept run by a name; an empty one takes it away. */
  renameRun(run: string, name: string): Promise<void>
  /** Shows a kept run. */
  open(run: string): Promise<void>
  /** Shows the report of a run from elsewhere, of which nothing is kept. */
  showReport(report: Report): void
  /** Shows the newest run again. */
  showNewest(): void
  /** The result of exactly this step, in its row if it is in a loop; undefined if it isn't a part of the run. */
  stepAt(place: StepPlace): StepReport | undefined
  /** The case that a place is in. */
  caseAt(place: Place): CaseReport | undefined
  /** The steps beside it: of its case, or of its row. */
  stepsAt(place: Place): readonly StepReport[]
  /** A stored body; undefined if it was dropped or pruned. */
  body(run: string, id: string, range?: { start: number; end: number }): Promise<Uint8Array | undefined>
  /** The value behind a masked name. */
  reveal(name: string): Promise<string | undefined>
  /** The newest run before the one that is shown in which this step sent something; undefined without one. */
  earlier?(place: StepPlace): Promise<EarlierAttempt | undefined>
  /** Reactive: the suite, case or row that is selected in the results, instead of a step. */
  group(): GroupPlace | undefined
  selectGroup(group: GroupPlace): void
  /** What the steps of a group sent and received, in order, and those that did not pass; `more`: not all, the messages are over `limit`. */
  conversation(group: GroupPlace, limit: number): Promise<{ parts: ConversationPart[]; more: boolean }>
  /** Rows of an outermost loop from one number to another, where the report lists no more of them. */
  unlistedRows(caseId: string, loop: string, range: readonly [from: number, to: number]): Promise<readonly RowReport[]>
  /** Reactive. The lines of the run, in order; undefined if they are not kept. */
  log(): LogLine[] | undefined
  /** Lines at the start of the run that were dropped to bound memory. */
  logDropped(): number
  /** Reactive: variables that were set, in order. */
  variables(): VariableRecord[]
  /** Reactive: those of the newest run, whichever is shown. */
  newestVariables(): VariableRecord[]
  /** Takes the notice away. */
  dismissNotice(): void
}

/**
 * The page's view of the open project's runs: the newest one, or a kept one that someone opened. Everything that is read is
 * reactive.
 */
export interface RunSession {
  running(): boolean
  /** It was stopped and has not ended yet. */
  stopping(): boolean
  /**
   * The folded report of the run that is shown; the same object, read again at most once a frame. Undefined before the first
   * run.
   */
  report(): Report | undefined
  /** That of the newest run. */
  newest(): Report | undefined
  /** Of the run that is shown. */
  counts(): Counts
  /** Must be called synchronously from the click that starts the run: it opens the login window if one will be needed. */
  start(options: RunOptions): void
  /** What finds out what failed is loaded first: short enough for a window that the click may open. */
  rerunFailed(): Promise<void>
  /** Runs what the shown run ran again, with its seed: the same random data. */
  rerunWithSeed(): void
  stop(): void
  /** The last known result of a step, case or suite, for the step list and the tree. */
  step(caseId: string, stepId: string): StepReport | undefined
  case(caseId: string): CaseReport | undefined
  /** The step has run since the page was opened, so that what it left is there for the running of another one by itself. */
  hasLeft(caseId: string, stepId: string): boolean
  suite(suiteId: string): SuiteResult | undefined
  /** What the detail tabs (Exchange, Response, Variables) show. */
  selected(): StepPlace | undefined
  select(place: StepPlace | undefined): void
  /** Shows a step of the run that has just begun, unless the user has chosen another one. */
  prefer(place: StepPlace): void
  /** Events of one step of the run, from memory while it runs, else from the run store. */
  events(place: StepPlace): Promise<RunEvent[]>
  actions(): PendingAction[]
  cancelAction(action: string): void
  /** Opens the login window again; call from a click. */
  reopen(action: string): void
  /** A text for the user: a second run was rejected, the worker died. */
  notice(): string | undefined
  /** What the run panel shows beyond this; absent in fakes. */
  details?: RunDetails
}
