import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RunInThread } from './host.ts'
import { exitCodes } from './exit-codes.ts'
import { UsageError } from './host.ts'
import { programTexts as texts } from './texts.ts'

/** The input of a command's thread. */
export interface CommandAsked {
  /** The command's name and its arguments. */
  args: string[]
  root: string
}

/** Its messages, in order: a text for users, a text for standard output, the exit code. */
export type CommandTold = { said: string } | { written: string } | { code: number }

/** See {@link RunInThread}: in a thread of Node, which is ended at the deadline, by Ctrl+C and by SIGTERM. */
export const runInThread: RunInThread = (args, limits, host) => {
  const seconds = timeoutIn(args) ?? limits.seconds
  const interrupted = host.interrupted()
  const data: CommandAsked = { args, root: host.root }
  const thread = new Worker(pathToFileURL(join(host.root, 'dist/companion/command-thread.js')), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  })
  return new Promise<number>((resolve) => {
    const end = (code: number): void => {
      clearTimeout(timer)
      interrupted.removeEventListener('abort', interrupt)
      // What it has started to write is in place, or not there, before anything goes on.
      void thread.terminate().then(() => resolve(code))
    }
    const stop = (why: string): void => {
      host.say(`${why}\n${limits.hint}\n`)
      end(exitCodes.unusable)
    }
    const interrupt = (): void => end(exitCodes.interrupted)
    const timer = setTimeout(() => stop(texts.stopped.late(limits.what, seconds)), seconds * 1_000)
    interrupted.addEventListener('abort', interrupt, { once: true })
    thread.on('message', (told: CommandTold) => {
      if ('said' in told) host.say(told.said)
      else if ('written' in told) host.out.write(told.written)
      else end(told.code)
    })
    thread.on('error', (error: Error & { code?: string }) =>
      stop(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? texts.stopped.memory(limits.what, limits.megabytes)
          : texts.stopped.failed(limits.what, error.stack ?? error.message),
      ),
    )
  })
}

/** The seconds of `--timeout`; the command itself knows the option only by its name. */
function timeoutIn(args: readonly string[]): number | undefined {
  const at = args.findLastIndex((arg) => /^--timeout(?:=|$)/.test(arg))
  if (at < 0) return undefined
  const value = args[at]?.split('=', 2)[1] ?? args[at + 1] ?? ''
  const seconds = Number(value)
  if (value.trim() === '' || !(seconds > 0) || seconds > longest) throw new UsageError(texts.badTimeout(value))
  return seconds
}

/** What a timer can wait. */
const longest = 2_000_000
