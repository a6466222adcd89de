import type { ErrorCode } from '#engine/base/errors.ts'

/** The name of a task in `engine/tasks`, with the types of what goes in and what comes out: plain data, which is cloned. */
export type TaskName<Input, Output> = string & { readonly types?: (input: Input) => Output }

/** How a task is run. */
export interface WorkOrder {
  /** Ends the task at once, whatever it does. */
  signal: AbortSignal
  /** Name of the work for users: `The XPath //a[//b]`. */
  what: string
  /** What to do when it is stopped at its deadline or out of memory. */
  hint?: string
  /** Milliseconds; {@link usualDeadline} by default. */
  timeout?: number
  /** Megabytes of heap; {@link usualHeap} by default. Only threads of Node have a limit, a browser has its own. */
  heap?: number
  /**
   * Large parts of the input, by name: the thread keeps the last one of each name, so the same object crosses once. It must not
   * be changed afterwards. The task finds them in its second argument, the same object each time, so what it makes of one can
   * be kept too.
   */
  held?: Readonly<Record<string, object>>
}

/**
 * Work that can be ended: each task runs in its own thread, which ends at the deadline, at the memory limit and when the signal
 * aborts. Data of unknown cost never blocks the thread that must react to Stop (R47). Threads start with the first task and are
 * reused.
 */
export interface EndableWork {
  /**
   * Runs a task. Rejects with what the task throws (AssayError with code, hint and cause), and with AssayError `deadline`,
   * `out-of-memory`, `cancelled`.
   */
  do<Input, Output>(task: TaskName<Input, Output>, input: Input, order: WorkOrder): Promise<Output>
}

/** Milliseconds that a task may take (R39). */
export const usualDeadline = 5_000

/** Megabytes of heap that a task may take in Node. */
export const usualHeap = 512

/** What a thread is asked. `held`: the parts that it does not have yet; `keeps`: the names of all that the task gets. */
export interface TaskAsked {
  id: number
  task: string
  input: unknown
  held: Readonly<Record<string, object>>
  keeps: readonly string[]
}

/** What a thread answers. */
export type TaskAnswer =
  | { id: number; output: unknown }
  | { id: number; error: { code: ErrorCode; message: string; hint?: string | undefined; cause?: string | undefined } }
