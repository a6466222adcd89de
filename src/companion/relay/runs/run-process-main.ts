import { Worker } from 'node:worker_threads'
import { wireError } from '#relay/errors.ts'
import { tuneV8For } from '../../v8-tuning.ts'
import type { FromProcess, ProcessTask, ToProcess } from './process-messages.ts'

/** Ends the process once the companion is gone, also while a step lets nothing else happen in it. */
const watchdog = `
  const companion = process.ppid
  const isGone = () => {
    try {
      process.kill(companion, 0)
      return process.ppid !== companion
    } catch {
      return true
    }
  }
  setInterval(() => isGone() && process.kill(process.pid, 'SIGKILL'), 500)`

const post = (message: FromProcess): void => void process.send?.(message)
/** Resolves when it is on its way, with all that was said before. */
const postLast = (message: FromProcess): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()))

const kind = process.argv[2]
tuneV8For(kind)
// Loaded before it is requested: the process may have been started ahead of its run.
void (kind === 'load' ? import('./load-task.ts') : import('./run-task.ts'))
new Worker(watchdog, { eval: true }).unref()

/** Runs the one run or load test of the process. */
async function begin(asked: Extract<ToProcess, { begin: unknown }>): Promise<ProcessTask> {
  if (asked.begin === 'run') return (await import('./run-task.ts')).startRunTask(asked.asked, asked, post)
  return (await import('./load-task.ts')).startLoadTask(asked.asked, asked, post)
}

/** Tells what it comes to, and ends the process. */
async function finish({ work, close }: ProcessTask): Promise<void> {
  await work.then(
    (ended) => postLast({ ended }),
    (thrown: unknown) => postLast({ failed: wireError(thrown) }),
  )
  await close()
  process.exit()
}

/** Reports what kept the task from starting, instead of ending silently. */
async function fail(thrown: unknown): Promise<void> {
  await postLast({ failed: wireError(thrown) })
  process.exit()
}

let task: Promise<ProcessTask> | undefined
process.on('message', (message: ToProcess) => {
  if ('begin' in message) {
    task = begin(message)
    void task.then(finish).catch(fail)
  } else if ('stop' in message) {
    post({ stopping: true })
    void task?.then(({ stop }) => stop()).catch(fail)
  } else {
    void task?.then(({ hear }) => hear(message)).catch(fail)
  }
})
process.on('disconnect', () => process.exit())
// Ctrl+C goes to the whole group: the companion decides.
process.on('SIGINT', () => undefined)
