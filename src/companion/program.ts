import { printable } from '#engine/base/printable.ts'
import { sweepPrivateFolders } from '#platform/node/private-folders.ts'
import { tuneV8 } from '#platform/node/v8-flags.ts'
import { exitCodes } from './exit-codes.ts'
import { main } from './main.ts'
import { createProcessHost } from './process-host.ts'

/** Runs the program with the process's own arguments, and ends the process. `root` is the folder with `package.json`. */
export async function start(root: string): Promise<void> {
  tuneFor(process.argv[2])
  // Node would end with exit code 1, which says that a check failed.
  process.on('uncaughtException', (error) => process.exit(sayInternal(error)))
  const sweep = swept(process.argv[2])
  const code = await main(process.argv.slice(2), createProcessHost(root)).catch(sayInternal)
  await Promise.race([sweep, new Promise((resolve) => setTimeout(resolve, longestSweep).unref())])
  // What was abandoned, such as a connection that is still being made, must not keep the process.
  process.exit(code)
}

/** Milliseconds that the end of a command waits for a sweep that goes on. */
const longestSweep = 2_000

/** Removes what killed processes left behind, beside the commands that may leave something themselves. */
const swept = async (command: string | undefined): Promise<void> =>
  command === 'run' || command === 'serve' || command === 'load' ? sweepPrivateFolders() : undefined

/** A load test, an import and a design are worth V8's whole effort, and the companion, which is there for days, all but memory; the rest is over soon. */
function tuneFor(command: string | undefined): void {
  if (command === 'load' || command === 'import' || command === 'design') return
  // V8 lets the space for new objects grow to 32 MB before it looks for garbage there. A run makes garbage at a steady rate, so
  // looking more often costs no time and keeps its memory flat (bench/README.md).
  tuneV8('--semi-space-growth-factor=1')
  // undici's parser is WebAssembly, which V8 compiles a second time in the background to make it faster: a tenth more requests of a load
  // test, but 36 MB, and 0.1 s of every run (bench/README.md). The first compilation stays.
  tuneV8('--liftoff-only')
  if (command === 'serve') return
  // V8 would compile more for speed than a run of ordinary length earns back, on the processor that the run needs (bench/README.md).
  tuneV8('--interrupt-budget=300000', { until: 11 })
  tuneV8('--invocation-count-for-turbofan=20000', { from: 12 })
}

/** Says what can't happen, and gives the exit code. */
function sayInternal(error: unknown): number {
  const stack = error instanceof Error ? error.stack : undefined
  process.stderr.write(`Something went wrong inside Assay.\n${printable(stack ?? String(error))}\n`)
  return exitCodes.unusable
}
