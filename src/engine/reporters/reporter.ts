import type { RunEvent } from '#engine/runner/report/events.ts'

/** What a report shows beyond what the report of a run holds. A host makes and keeps only what some reporter wants. */
export interface Wants {
  /** The messages of steps, values that were set, the texts of checks that hold. */
  exchanges?: boolean
  /** The bodies that messages refer to. */
  bodies?: boolean
  /** The page of an HTML report. */
  page?: boolean
}

/** The bytes of a body that an event refers to by id, secrets masked; undefined if it was dropped, or no one wanted bodies. */
export type ReadBody = (id: string) => Uint8Array | undefined

/** The page inside an HTML report, made by the build from `src/ui/report`; hashes as a Content Security Policy has them. */
export interface ReportPage {
  script: string
  scriptHash: string
  style: string
  styleHash: string
}

/** How a part of a text looks in a terminal. */
export type TextStyle = 'good' | 'bad' | 'warning' | 'dim'

/** What a host can give a reporter besides the run. */
export interface Surroundings {
  /** The command that runs it again, with this seed. */
  command?: ((seed: number) => string) | undefined
  /** Writes a piece of the report in a colour; absent where there are none. */
  paint?: ((text: string, style: TextStyle) => void) | undefined
  /** Where a step of a case is written, for marks beside the code: the file, and the line if it is known. */
  locate?: ((place: { case: string; step?: string | undefined }) => { file: string; line?: number } | undefined) | undefined
  /** Takes Markdown for the summary of a CI job; absent where there is none. */
  summary?: ((markdown: string) => void) | undefined
  /** Writes a file of a report that is a folder. */
  file?: ((name: string, text: string) => void) | undefined
  /** Without it an HTML report shows the result and what failed, as in a reader that runs no scripts. */
  page?: ReportPage | undefined
}

/** A message as events have it. */
export type Exchange = Extract<RunEvent, { type: 'exchanged' }>['exchange']

/** One format of reports: makes text of a run's events, as early as the format allows. */
export interface Reporter<Id extends string = string> {
  id: Id
  /** `write` gets the report in pieces, in order; the last piece comes with `run-finished`. `body` reads what `wants.bodies` has kept. */
  create(write: (chunk: string) => void, body: ReadBody, surroundings?: Surroundings): (event: RunEvent) => void
}

/** A reporter in the list: what a host has to know of it before it loads it. */
export interface ReporterEntry {
  wants: Wants
  /** True if it can be read only when it is whole, as one JSON text; a host doesn't show what is half written. */
  isDocument?: boolean
  /** Its report is a folder of files with this name by default, written by `file` of its surroundings. */
  folder?: string
  /** Its lines may be printed beside another report: they are for a program that reads the output of a CI job. */
  isAside?: boolean
  load(): Promise<Reporter>
}
