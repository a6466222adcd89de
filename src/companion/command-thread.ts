import { parentPort, workerData } from 'node:worker_threads'
import { main } from './main.ts'
import type { CommandAsked, CommandTold } from './command-threads.ts'

/** The thread in which a command is run that reads what others made: see `command-threads.ts`. It does what the program does. */
const { args, root } = workerData as CommandAsked
const tell = (told: CommandTold): void => parentPort?.postMessage(told)
// The program ends the thread: nothing aborts in it.
const { signal } = new AbortController()
const code = await main(args, {
  say: (said) => tell({ said }),
  out: {
    write: (written) => tell({ written }),
    failed: undefined,
    flush: () => Promise.resolve(),
  },
  environment: process.env,
  terminal: false,
  typed: () => undefined,
  interrupted: () => signal,
  root,
})
tell({ code })
