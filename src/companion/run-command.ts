import { statSync } from 'node:fs'
import type { CommandLimits, Host } from './host.ts'

type Command = (args: string[], host: Host) => Promise<number>

/**
 * Runs a command whose cost depends on data in its own thread: Ctrl+C, SIGTERM and the deadline end it, and its memory is
 * limited (R47). In a host without threads it runs in place.
 */
export const inThread =
  (name: string, limits: CommandLimits, load: () => Promise<Command>): (() => Promise<Command>) =>
  async () =>
  async (args, host) =>
    host.runInThread === undefined || !isLarge(args, limits)
      ? (await load())(args, host)
      : host.runInThread([name, ...args], limits, host)

const isLarge = (args: readonly string[], { from = 0 }: CommandLimits): boolean =>
  from === 0 || args.some((arg) => (statSync(arg, { throwIfNoEntry: false })?.size ?? 0) >= from)
