import type { TextStyle } from '#engine/reporters/reporter.ts'
import type { Readable, Writable } from 'node:stream'

/** The parts of the process that commands may use. Tests replace them. */
export interface Host {
  /** For people: messages, help on mistakes, progress. */
  say(text: string): void
  /** Standard output: the requested result. Throws nothing; a closed output is `closed`. */
  out: Output
  /** Standard input and output unchanged, for a protocol; nothing else may be printed then. Absent in threads. */
  protocol?(): { input: Readable; output: Writable }
  /** Environment variables. */
  environment: Readonly<Record<string, string | undefined>>
  /** True if a user sits at a terminal: standard input and standard error are one. */
  terminal: boolean
  /** Takes the lines that a user types from now on, until the process is interrupted; none where no one sits at a terminal. */
  typed(take: (line: string) => void): void
  /** Aborted by Ctrl+C and by SIGTERM, from the first call on: until then they end the process at once. */
  interrupted(): AbortSignal
  /** Carries a command out in a thread that can be ended; absent: commands run in the main thread. */
  runInThread?: RunInThread
  /** The folder with `dist`, `examples` and `package.json`. */
  root: string
}

/** Where text goes. */
export interface Output {
  write(text: string): void
  /** Writes in a colour; absent where there are none. */
  paint?: ((text: string, style: TextStyle) => void) | undefined
  /** Shows a line below all that is written, in place of the one before; none for undefined. Absent if it isn't a terminal. */
  status?: ((text: string | undefined) => void) | undefined
  /** The reader is gone (EPIPE), or the disk is full: nothing more can be written. */
  readonly failed: Error | undefined
  /** Resolves when everything is written, or can't be. */
  flush(): Promise<void>
}

/** An error in the arguments or a file. Printed with a pointer to help; the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** The help of the command that runs says more; null: no help does, as of a file. */
  readonly help: null | undefined
  constructor(message: string, help?: null) {
    super(message)
    this.help = help
  }
}

/** The limits of a command. */
export interface CommandLimits {
  /** What is stopped, for users: `The import`. */
  what: string
  /** Without `--timeout`. */
  seconds: number
  /** Of heap. */
  megabytes: number
  /** What to do when it was stopped. */
  hint: string
  /** Only for arguments that name a file of so many bytes: a thread costs a short command half its time. */
  from?: number
}

/** Runs a command where it can be ended. `args` start with its name. Returns the exit code. */
export type RunInThread = (args: string[], limits: CommandLimits, host: Host) => Promise<number>
