import type { Project } from '#engine/project/schema.ts'
import type { RunEvent } from '#engine/runner/events.ts'
import type { RunOptions } from '#engine/runner/selection.ts'
import type { Discovery, RunClient, TokenSummary } from './run-protocol.ts'

/** What the page does for a run that goes on in the worker. */
export interface RunSink {
  /** The next batch comes when this one was taken. */
  events(events: RunEvent[]): Promise<void>
  openWindow(): Promise<string | undefined>
  closeWindow(window: string): Promise<void>
}

/** A project by its local id; where nothing lasts, with its value (R16). */
export type WorkerSource = { stored: string } | { project: Project; localId: string }

/** What a run needs to know of the page that starts it. */
export interface RunPage {
  /** A login window that was opened at the click. */
  window: string | undefined
  redirectUri: string
  /** Events are stored in the worker; false where its memory can't be seen by the page. */
  store: boolean
}

/** The run worker as the page calls it, over comlink. */
export interface RunWorkerApi extends Pick<RunClient, 'body' | 'reveal'> {
  /** Resolves when the last events were taken and everything is stored. */
  start(run: string, source: WorkerSource, options: RunOptions, sink: RunSink, page: RunPage): Promise<void>
  discover(source: WorkerSource, environment: string | undefined, place: { case: string; step: string }): Promise<Discovery>
  /** Resolves once the worker holds its {@link lifeLock}. */
  alive(): Promise<void>
  describeKey(
    source: WorkerSource,
    ...rest: Parameters<NonNullable<RunClient['describeKey']>> extends [unknown, ...infer Rest] ? Rest : never
  ): ReturnType<NonNullable<RunClient['describeKey']>>
  tokenAction(
    source: WorkerSource,
    ...rest: Parameters<NonNullable<RunClient['tokenAction']>> extends [unknown, ...infer Rest] ? Rest : never
  ): ReturnType<NonNullable<RunClient['tokenAction']>>
  stop(run: string): void
  cancelAction(action: string): void
  windowOpened(action: string, window: string): void
  windowSeen(window: string, gone: boolean): void
  listSecrets(project: string): Promise<string[]>
  setSecret(project: string, id: string, value: string): Promise<void>
  /** What is a secret from now on is masked in what is stored of a project's runs; bodies that hold it are removed. */
  concealInRuns(project: string, id: string, value: string): Promise<void>
  revealSecret(project: string, id: string): Promise<string | undefined>
  deleteSecret(project: string, id: string): Promise<void>
  vaultState(): Promise<'open' | 'locked' | 'unlocked'>
  unlock(passphrase: string): Promise<boolean>
  lock(): void
  protect(passphrase: string): Promise<void>
  fileInfo: RunClient['files']['info']
  putFile: RunClient['files']['put']
  listTokens(project: string): Promise<TokenSummary[]>
  revealToken(project: string, environment: string, step: string): Promise<string | undefined>
  forgetToken(project: string, environment: string, step: string): Promise<void>
}

/** The Web Lock that a worker holds as long as it lives; whoever gets it knows that the worker is gone. */
export const lifeLock = (worker: string): string => `assay:worker:${worker}`
