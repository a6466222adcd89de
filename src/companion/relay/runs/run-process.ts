import type { ChildProcess } from 'node:child_process'
import { totalmem } from 'node:os'
import { AssayError } from '#engine/base/errors.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import { atExit } from '#platform/node/at-exit.ts'
import { forkChild } from '#platform/node/child-process.ts'
import { errorOf } from '#relay/errors.ts'
import { relayServerTexts as texts } from '../texts.ts'
import type { FromProcess, RunBounds, RunTask, ToProcess } from './process-messages.ts'

/** Megabytes that what a run keeps in V8's heap may take, and at most half of the machine's. Bodies are not in it. */
const mostMemory = Math.min(2048, Math.floor(totalmem() / 2 / 1024 / 1024))
/** Milliseconds for which a process that has ended its work may close what is open. */
const closing = 300
/** What V8 says when it ends its process, of the last that the process says. */
const outOfMemory = /heap out of memory|Out of memory|invalid (table|array) (size|length)/i
const lastWords = 4_000

/** Milliseconds after a Stop: in which a process has to show that it hears, and in which it has to end. */
export interface StopLimits {
  heard: number
  ended: number
}

/** What a process is asked besides its task. */
export type ToTask = Exclude<ToProcess, RunTask | { stop: true }>

/** A run or a load test in its own process. */
export interface RunProcess {
  post(message: ToTask): void
  /** What it came to. Rejects with AssayError: `run-interrupted` if the process has ended by itself, `cancelled` if a Stop had to end it. */
  ended: Promise<RunEnd | LoadReport>
  /** Lets it end as Stop does; ends the process if nothing was heard of it yet, and at a limit. */
  stop(limits: StopLimits): void
  /** Resolves when the process is gone. */
  close(): Promise<void>
}

/** Starts processes for runs. */
export interface RunProcesses {
  start(task: RunTask & RunBounds, hear: (message: FromProcess) => void): RunProcess
  /** Ends the process that waits for the next run. */
  close(): void
}

/** Milliseconds after a run at which a process for the next one starts, and for which that waits: to start one takes a tenth of a second. */
const spareAfter = 1_000
const spareFor = 120_000

/** What is set of processes for runs: megabytes of memory, and whether one more waits for the next run for a while after each. */
export interface RunProcessesOptions {
  memory?: number
  keepsSpare?: boolean
}

/**
 * Runs are run in processes, not in threads: V8 ends the whole process of a thread that asks for more memory than is left in
 * one piece (decision 34). `script`: the built `run-process.js`.
 */
export function createRunProcesses(script: string, options: RunProcessesOptions = {}): RunProcesses {
  const { memory = mostMemory, keepsSpare = false } = options
  let spare: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const launch = (kind: RunTask['begin']): ChildProcess =>
    forkChild(script, [kind], {
      serialization: 'advanced',
      execArgv: ['--no-warnings', `--max-old-space-size=${memory}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
  const drop = (): void => {
    clearTimeout(timer)
    spare?.kill('SIGKILL')
    spare = undefined
  }
  const keep = (): void => {
    drop()
    const started = (spare = launch('run'))
    const forget = (): void => {
      if (spare === started) drop()
    }
    started.on('error', forget).on('exit', forget)
    timer = setTimeout(drop, spareFor).unref()
  }
  const takeSpare = (): ChildProcess | undefined => {
    clearTimeout(timer)
    const taken = spare
    spare = undefined
    return taken?.connected ? taken : undefined
  }
  return {
    start(task, hear) {
      const child = (task.begin === 'run' ? takeSpare() : undefined) ?? launch(task.begin)
      const run = follow(child, task, { hear, memory })
      const prepare = (): void => {
        if (!keepsSpare || isClosed || spare) return
        clearTimeout(timer)
        timer = setTimeout(keep, spareAfter).unref()
      }
      void run.ended.then(prepare, prepare)
      return run
    },
    close() {
      isClosed = true
      drop()
    },
  }
}

interface Followed {
  hear(message: FromProcess): void
  memory: number
}

function follow(child: ChildProcess, task: RunTask & RunBounds, { hear, memory }: Followed): RunProcess {
  let said = ''
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let hasBegun = false
  const kill = (): void => void child.kill('SIGKILL')
  const forget = atExit(kill)
  const killIn = (ms: number): void => {
    clearTimeout(timer)
    if (child.exitCode === null && child.signalCode === null) timer = setTimeout(kill, ms)
  }
  const post = (message: ToProcess): void => {
    // One that is gone is heard of by its end.
    if (child.connected) child.send(message, () => undefined)
  }
  let stopEnd = 0
  let tellGone = (): void => {}
  const gone = new Promise<void>((resolve) => (tellGone = resolve))
  const ended = new Promise<RunEnd | LoadReport>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-lastWords)))
    child.on('message', (message: FromProcess) => {
      hasBegun = true
      if ('stopping' in message) killIn(stopEnd)
      else if ('ended' in message || 'failed' in message) {
        isOver = true
        if ('ended' in message) resolve(message.ended)
        else reject(errorOf(message.failed))
        killIn(closing)
      } else hear(message)
    })
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer)
      forget()
      reject(isStopped ? new AssayError('cancelled', texts.run.stopped) : interrupted(said, signal ?? code, memory))
      tellGone()
    }
    child.on('error', (thrown) => {
      // Where it could not be started nothing exits.
      if (child.pid === undefined) end(null, null)
      else said += String(thrown)
    })
    // With all that it had said.
    child.on('close', end)
  })
  // Who closes it does not ask what it came to.
  ended.catch(() => undefined)
  post(task)
  return {
    post,
    ended,
    stop(limits) {
      if (isStopped || isOver) return
      isStopped = true
      stopEnd = limits.ended
      post({ stop: true })
      killIn(hasBegun ? limits.heard : 0)
    },
    close() {
      if (!isOver) kill()
      return gone
    },
  }
}

function interrupted(said: string, how: string | number | null, memory: number): AssayError {
  if (outOfMemory.test(said))
    return new AssayError('run-interrupted', texts.run.outOfMemory(memory), { hint: texts.run.outOfMemoryHint })
  return new AssayError('run-interrupted', texts.run.died(how), { hint: texts.run.diedHint, cause: said.trim() || undefined })
}
