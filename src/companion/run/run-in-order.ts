import { dirname, resolve } from 'node:path'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import { hostsOfProject } from '#engine/project/named-hosts.ts'
import type { OutcomeName, RunEnd, RunEvent } from '#engine/runner/report/events.ts'
import { drawSeed, run as runPlan } from '#engine/runner/run.ts'
import { createNodePorts, nodeRandom } from '#platform/node/ports.ts'
import { nodeClock } from '#platform/node/clock.ts'
import type { KeptBodies } from '../files/kept-bodies.ts'
import { openTokenFile, savedTokens, type TokenFile } from '../files/token-file.ts'
import type { Host } from '../host.ts'
import type { RunArguments } from '../options/run-options.ts'
import { programTexts as texts } from '../texts.ts'
import { joinRuns, type JoinedRun } from './join-runs.ts'
import { runHead, type RunFile, type RunPart } from './run-parts.ts'

/** What a run is carried out with. */
export interface RunSurroundings {
  host: Host
  /** Says what has to be said with `--quiet` too. */
  outer: Host
  bodies: KeptBodies | undefined
  /** The kept tokens of each file (`--token-file`). */
  tokens: ReadonlyMap<RunFile, TokenFile>
  /** The certificates of `--cacert`. */
  ca: string[] | undefined
  emit(event: RunEvent): void
  wantsDetails: boolean
}

/** What parts came to, and whether the token file was saved. */
export interface PartsEnd {
  end: RunEnd
  saved: boolean
}

/** Opens the kept tokens of each file. UsageError as {@link openTokenFile}. */
export async function openTokens(
  files: readonly RunFile[],
  path: string | undefined,
  host: Host,
): Promise<Map<RunFile, TokenFile>> {
  const opened = new Map<RunFile, TokenFile>()
  if (path !== undefined) for (const file of files) opened.set(file, await openTokenFile(path, file.read.project.id, host))
  return opened
}

/** Runs the parts of a run: one as it is, several as one run with one stream of events. */
export async function runParts(
  parts: readonly RunPart[],
  files: readonly RunFile[],
  options: RunArguments,
  surroundings: RunSurroundings,
): Promise<PartsEnd> {
  const [only] = parts
  if (only && files.length === 1 && options.data === undefined && options.iterations === 1) {
    const opened = await openFile(only.file, options, surroundings)
    try {
      const { emit, wantsDetails, host } = surroundings
      const end = await runPlan(only.plan, opened.ports, { signal: host.interrupted(), emit, wantsDetails })
      return { end, saved: await opened.close() }
    } catch (error) {
      await opened.close()
      throw error
    }
  }
  return runJoined(parts, files, options, surroundings)
}

async function runJoined(
  parts: readonly RunPart[],
  files: readonly RunFile[],
  options: RunArguments,
  surroundings: RunSurroundings,
): Promise<PartsEnd> {
  const { host, emit } = surroundings
  const signal = host.interrupted()
  const seed = options.seed ?? drawSeed({ random: nodeRandom })
  const startedAt = new Date(nodeClock.now()).toISOString()
  const joined = joinRuns(parts, { run: nodeRandom.uuid(), ...runHead(files), startedAt, seed }, emit)
  const used = files.filter((file) => parts.some((part) => part.file === file))
  const waiting = used.values()
  let why: { outcome: OutcomeName; reason: string } | undefined
  let saved = true
  // With --bail nothing may start beside what fails.
  const sideBySide = options.bail ? 1 : Math.min(options.workers, used.length)
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      if (why) return
      const opened = await openFile(file, options, surroundings)
      try {
        for (const [index, part] of parts.filter((one) => one.file === file).entries()) {
          const left = options.timeout === undefined ? undefined : options.timeout - joined.elapsed()
          if (left !== undefined && left <= 0) why ??= { outcome: 'broken', reason: texts.timeIsUp(options.timeout ?? 0) }
          if (signal.aborted) why ??= { outcome: 'cancelled', reason: texts.runStopped }
          if (why) break
          const end = await runPart(
            part,
            joined,
            { seed: (seed + index) % 2 ** 32, timeout: left, workers: Math.ceil(options.workers / sideBySide) },
            opened,
            surroundings,
          )
          if (options.bail && (end.counts.failed > 0 || end.counts.broken > 0))
            why ??= { outcome: end.outcome, reason: end.reason ?? '' }
        }
      } finally {
        saved = (await opened.close()) && saved
      }
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
  return { end: joined.finish(why), saved }
}

/** Each iteration draws other data. */
async function runPart(
  part: RunPart,
  joined: JoinedRun,
  { timeout, ...more }: { seed: number; timeout: number | undefined; workers: number },
  { ports }: OpenedFile,
  { host, wantsDetails }: RunSurroundings,
): Promise<RunEnd> {
  let redactor: Redactor | undefined
  const end = await runPlan(
    { ...part.plan, options: { ...part.plan.options, ...more, ...(timeout === undefined ? {} : { timeout }) } },
    ports,
    {
      signal: host.interrupted(),
      emit: joined.part(part, (text) => redactor?.mask(text) ?? text),
      wantsDetails,
      onRedactor: (given) => (redactor = given),
    },
  )
  joined.ended(part, end)
  return end
}

interface OpenedFile {
  ports: ReturnType<typeof createNodePorts>['ports']
  /** Gives false if the token file could not be saved. */
  close(): Promise<boolean>
}

async function openFile(
  file: RunFile,
  options: RunArguments,
  { host, outer, bodies, ca, tokens }: RunSurroundings,
): Promise<OpenedFile> {
  const { project } = file.read
  const kept = tokens.get(file)
  const { given, environment, sealed, command } = file.secrets
  const { ports, close } = createNodePorts({
    secrets: given,
    sealed,
    secretCommand: command,
    environment,
    interactive: options.interactive || host.terminal,
    redirectUri: options.redirectUri,
    headed: options.headed,
    proxy: options.proxy,
    ca,
    folder: dirname(resolve(file.path)),
    namedHosts: () => new Set(hostsOfProject(project)),
    bodies,
    tokens: kept?.tokens,
    locks: kept?.locks,
    // Shown with --quiet too: without the URL no one could sign in.
    show: (text) => outer.say(text),
  })
  const http = options.delay ? (await import('./delayed.ts')).delayed(ports.http, options.delay, nodeClock) : ports.http
  return {
    ports: { ...ports, http },
    async close() {
      await close()
      return savedTokens(kept, outer)
    },
  }
}
