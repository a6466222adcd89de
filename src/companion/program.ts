import { liftLimits } from '#engine/base/work-limit.ts'
import { printable } from '#engine/base/printable.ts'
import { sweepPrivateFolders } from '#platform/node/private-folders.ts'
import { exitCodes } from './exit-codes.ts'
import { main } from './main.ts'
import { createProcessHost } from './process-host.ts'
import { tuneV8For } from './v8-tuning.ts'

/** Runs the program with the process's own arguments, and ends the process. `root` is the folder with `package.json`. */
export async function start(root: string): Promise<void> {
  tuneV8For(process.argv[2])
  // These listen to no signal: Ctrl+C ends the process itself, whatever it does.
  if (/^(import|design|ask)$/.test(process.argv[2] ?? '')) liftLimits()
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

/** Says what can't happen, and gives the exit code. */
function sayInternal(error: unknown): number {
  const stack = error instanceof Error ? error.stack : undefined
  process.stderr.write(`Internal error in Assay.\n${printable(stack ?? String(error))}\n`)
  return exitCodes.unusable
}
