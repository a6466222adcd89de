import { oneLine, printable } from '#engine/base/printable.ts'
import { inThread } from './run-command.ts'
import { exitCodes } from './exit-codes.ts'
import { UsageError, type Host } from './host.ts'
import { programTexts as texts } from './texts.ts'

/** A command: takes the arguments after its name and returns the exit code. */
export type Command = (args: string[], host: Host) => Promise<number>

/** What a command may take that reads what others made. */
const usualLimits = { seconds: 60, megabytes: 2_000 }

/** Each command is loaded when it is called: the program starts as fast as its smallest part. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  run: async () => (await import('./commands/run.ts')).run,
  check: inThread(
    'check',
    { ...texts.stopped.check, ...usualLimits, from: 1_000_000 },
    async () => (await import('./commands/check.ts')).check,
  ),
  compare: async () => (await import('./commands/compare.ts')).compare,
  ask: async () => (await import('./commands/ask.ts')).ask,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  design: inThread(
    'design',
    { ...texts.stopped.design, ...usualLimits, seconds: 600 },
    async () => (await import('./commands/design.ts')).design,
  ),
  load: async () => (await import('./commands/load.ts')).load,
  fmt: async () => (await import('./commands/fmt.ts')).fmt,
  merge: async () => (await import('./commands/merge.ts')).merge,
  diff: async () => (await import('./commands/diff.ts')).diff,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  secrets: async () => (await import('./commands/secrets.ts')).secrets,
  import: inThread(
    'import',
    { ...texts.stopped.import, ...usualLimits },
    async () => (await import('./commands/import.ts')).importCommand,
  ),
  export: async () => (await import('./commands/export.ts')).exportCommand,
  seal: async () => (await import('./commands/seal.ts')).seal,
  unseal: async () => (await import('./commands/unseal.ts')).unseal,
}

/** The `assay` program: finds and runs the command, and turns errors into a message and an exit code. Never throws. */
export async function main(args: string[], outer: Host): Promise<number> {
  const host = printing(outer)
  const [name, ...rest] = args
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      const topic = rest[0]
      if (name === 'help' && topic !== undefined && !Object.hasOwn(commands, topic)) throw await unknown(topic)
      host.out.write(await helpOf(topic !== undefined && Object.hasOwn(commands, topic) ? topic : undefined))
      return name === undefined ? exitCodes.unusable : exitCodes.passed
    }
    if (name === '--version' || name === '-v') {
      const { versionOf } = await import('./version.ts')
      host.out.write(`${await versionOf(host.root)}\n`)
      return exitCodes.passed
    }
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (load === undefined) throw await unknown(name)
    if (rest.includes('--help') || rest.includes('-h')) {
      host.out.write(await helpOf(name))
      return exitCodes.passed
    }
    return await (
      await load()
    )(rest, host)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const command = name !== undefined && Object.hasOwn(commands, name) ? name : undefined
    host.say(`${error.message}\n${error.help === null ? '' : `${texts.seeHelp(command)}\n`}`)
    return exitCodes.unusable
  } finally {
    await host.out.flush()
  }
}

/** The message about an unknown command, or an option before one. */
async function unknown(name: string): Promise<UsageError> {
  const { nearest } = await import('#engine/base/nearest-name.ts')
  if (name.startsWith('-'))
    return new UsageError(texts.unknownOption(name, nearest(name.replace(/^-+/, ''), ['help', 'version'])[0]))
  return new UsageError(texts.unknownCommand(name, nearest(name, Object.keys(commands))[0]))
}

/**
 * The only output path: everything that the program prints goes through here, and nothing in it acts on a terminal, whatever a
 * file, a response or the command line holds (R9).
 */
function printing(outer: Host): Host {
  const { out } = outer
  return {
    ...outer,
    say: (text) => outer.say(printable(text)),
    out: {
      write: (text) => out.write(printable(text)),
      flush: () => out.flush(),
      paint: out.paint && ((text, style) => out.paint?.(printable(text), style)),
      status: out.status && ((text) => out.status?.(text && oneLine(text))),
      get failed() {
        return out.failed
      },
    },
  }
}

/** The help of a command; of all commands without one. */
async function helpOf(name?: string): Promise<string> {
  const { commandHelp, help } = await import('./help-texts.ts')
  return name === undefined ? help : commandHelp[name as keyof typeof commandHelp]
}
