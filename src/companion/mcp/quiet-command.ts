import { inThread } from '../run-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host, type Output } from '../host.ts'
import { programTexts as texts } from '../texts.ts'

const limits = { seconds: 50, megabytes: 2_000 }

const commands = {
  check: inThread(
    'check',
    { ...texts.stopped.check, ...limits, from: 1_000_000 },
    async () => (await import('../commands/check.ts')).check,
  ),
  import: inThread(
    'import',
    { ...texts.stopped.import, ...limits },
    async () => (await import('../commands/import.ts')).importCommand,
  ),
}

const nothing: Output = { write: () => {}, failed: undefined, flush: () => Promise.resolve() }

/** Runs a command of the program in a thread that can be ended, and gives what it says. Prints nothing. */
export async function carryOutQuietly(
  name: keyof typeof commands,
  args: string[],
  host: Host,
): Promise<{ code: number; said: string }> {
  let said = ''
  const quiet: Host = { ...host, say: (text) => void (said += text), out: nothing, terminal: false }
  try {
    const command = await commands[name]()
    return { code: await command(args, quiet), said }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { code: exitCodes.unusable, said: `${said}${error.message}\n` }
  }
}
