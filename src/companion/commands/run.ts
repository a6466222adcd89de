import { dirname, resolve } from 'node:path'
import type { ReadProject } from '#engine/project/format/read.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { reporters, wantsOf } from '#engine/reporters/index.ts'
import { repeatCommand } from '#engine/reporters/repeat-command.ts'
import type { Surroundings } from '#engine/reporters/reporter.ts'
import { secretsNeeded } from '#engine/project/secrets-needed.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import { plan as planRun, type Plan } from '#engine/runner/plan/plan.ts'
import { run as runPlan } from '#engine/runner/run.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { hostsOfProject } from '#engine/project/named-hosts.ts'
import { createNodePorts } from '#platform/node/ports.ts'
import { createNodeSecrets } from '#platform/node/secrets.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { keepBodies } from '../files/kept-bodies.ts'
import { sayNeedlessSecrets, sayNeedlessVariables } from '../options/needless-options.ts'
import { missingValues, sayMissing } from '../options/say-missing.ts'
import { readProjectFile } from '../files/read-file.ts'
import { isLost, openReports, refuseOverwriting } from '../files/report-files.ts'
import { keysOf, sealedOf } from '../files/sealed-secrets.ts'
import { readRunArguments, type RunArguments } from '../options/run-options.ts'
import { repeatedRun } from '../repeated-run.ts'
import { chooseEnvironment, selectCases, type Selected } from '../options/select-cases.ts'
import { programTexts as texts } from '../texts.ts'
import { openTokenFile, savedTokens } from '../files/token-file.ts'
import { runAndWatch } from '../watch.ts'
import { whileWaiting } from '../while-waiting.ts'

/** `assay run FILE.aprj`: the same run as in the page, on the command line. The exit code is its outcome. */
export async function run(args: string[], outer: Host): Promise<number> {
  const options = readRunArguments(args)
  const { file, reports, tokenFile } = options
  refuseOverwriting([...reports, ...(tokenFile === undefined ? [] : [{ path: tokenFile }])], file)
  return options.watch ? runAndWatch(file, quietly(outer, options), () => runOnce(options, outer)) : runOnce(options, outer)
}

const quietly = (host: Host, { quiet }: RunArguments): Host => (quiet ? { ...host, say: () => {} } : host)

async function runOnce(options: RunArguments, outer: Host): Promise<number> {
  // Before signals are listened to: a file of any size is given up at once.
  const file = await readProjectFile(options.file)
  const host = quietly(outer, options)
  if (options.secrets.size > 0) sayNeedlessSecrets(options.secrets, secretsNeeded(file.project), host)
  if (options.variables.size > 0) sayNeedlessVariables(options.variables, file.project, host)
  const { plan, empty } = await planOf(file, options)
  const isEmpty = empty !== undefined
  // As all errors of usage it is said also with --quiet; that nothing has failed is none.
  const hasPassed = empty === 'all-passed' || empty === 'part-passed'
  if (isEmpty) (hasPassed ? host : outer).say(`${texts.nothingToRun[empty]}\n`)
  // An empty run is reported too: a report of an earlier run must not stay in its place. The terminal shows everything.
  const targets = isEmpty ? options.reports.filter(({ kind, path }) => kind !== 'list' || path !== undefined) : options.reports
  const wants = wantsOf(targets.map(({ kind }) => kind))
  const bodies = wants.bodies ? keepBodies() : undefined
  const kept = options.tokenFile === undefined ? undefined : await openTokenFile(options.tokenFile, file.project.id, host)
  const reports = openReports(targets, host, {
    plan,
    body: bodies?.read,
    surroundings: await surroundingsOf(options, file, host),
  })
  const sealed = sealedOf(file.project, keysOf(host))
  sayMissing(await missingValues(plan, createNodeSecrets(options.secrets, host.environment, sealed)), host)
  const { ports, close } = createNodePorts({
    secrets: options.secrets,
    sealed,
    environment: host.environment,
    interactive: options.interactive || host.terminal,
    redirectUri: options.redirectUri,
    headed: options.headed,
    proxy: options.proxy,
    folder: dirname(resolve(options.file)),
    namedHosts: () => new Set(hostsOfProject(file.project)),
    bodies,
    tokens: kept?.tokens,
    locks: kept?.locks,
    // Shown with --quiet too: without the URL no one could sign in.
    show: (text) => outer.say(text),
  })
  const later = whileWaiting(reports.onEvent)
  const end = await runPlan(plan, ports, {
    signal: host.interrupted(),
    // Bodies are there for a moment only: the display gets them at once.
    emit: bodies ? reports.onEvent : later.push,
    wantsDetails: wants.exchanges || wants.bodies,
  })
  later.flush()
  const complete = reports.close()
  await Promise.all([close(), host.out.flush()])
  const saved = await savedTokens(kept, outer)
  const code = exitCodeOf(end, host.interrupted().aborted)
  if ((isEmpty && !hasPassed) || !complete || !saved || isLost(host)) return code === exitCodes.passed ? exitCodes.unusable : code
  return code
}

/** What reports are given besides the run: the command in which nothing secret stands, and for one in HTML its page. */
async function surroundingsOf(options: RunArguments, { project }: ReadProject, host: Host): Promise<Surroundings> {
  if (!options.reports.some(({ kind }) => reporters[kind].wants.page)) return {}
  const redactor = createRedactor()
  const vault = createNodeSecrets(options.secrets, host.environment)
  for (const id of new Set([...secretsNeeded(project).map((needed) => needed.id), ...options.secrets.keys()]))
    redactor.add(id, (await vault.get(id)) ?? '')
  const { default: page } = await import('virtual:report-page')
  return { page, command: (seed) => redactor.mask(repeatCommand(repeatedRun(options, seed))) }
}

/** What will be run; without suites if the shard or the failed cases are none. */
async function planOf({ project }: ReadProject, options: RunArguments): Promise<{ plan: Plan; empty?: Selected['empty'] }> {
  const environment = chooseEnvironment(project, options.env)
  const selection = await selectCases(project, options)
  const { seed, timeout } = options
  const runOptions: RunOptions = {
    ...(environment === undefined ? {} : { environment: environment.id }),
    ...(selection === undefined ? {} : { selection }),
    variables: Object.fromEntries(options.variables),
    insecureHosts: options.insecureHosts,
    ...(seed === undefined ? {} : { seed }),
    ...(timeout === undefined ? {} : { timeout }),
    bail: options.bail,
    retry: options.retry,
    workers: options.workers,
  }
  if (selection?.empty !== undefined) {
    const total = { suites: 0, cases: 0, steps: 0 }
    return { plan: { project, options: runOptions, environment, suites: [], total }, empty: selection.empty }
  }
  const planned = planRun(project, runOptions)
  if (!planned.ok) throw new UsageError([planned.error.message, planned.error.hint].filter(Boolean).join(' '))
  return { plan: planned.value }
}

function exitCodeOf({ outcome, counts }: RunEnd, interrupted: boolean): number {
  if (interrupted) return exitCodes.interrupted
  if (counts.failed > 0) return exitCodes.failed
  return outcome === 'passed' || outcome === 'skipped' ? exitCodes.passed : exitCodes.broken
}
