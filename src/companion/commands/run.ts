import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { reporterEntry, wantsOf } from '#engine/reporters/index.ts'
import { repeatCommand } from '#engine/reporters/repeat-command.ts'
import type { Surroundings } from '#engine/reporters/reporter.ts'
import { secretsNeeded } from '#engine/project/secrets-needed.ts'
import type { NeededValues } from '#engine/runner/plan/missing-values.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Host } from '../host.ts'
import { keepBodies } from '../files/kept-bodies.ts'
import { isLost, openReports, refuseOverwriting } from '../files/report-files.ts'
import { reportUnusedSecrets, reportUnusedTags, reportUnusedVariables } from '../options/unused-options.ts'
import { readRunArguments, type RunArguments } from '../options/run-options.ts'
import { joinMissing, missingValues, reportMissing } from '../options/report-missing.ts'
import { repeatedRun } from '../repeated-run.ts'
import { ciSurroundings } from '../run/ci-surroundings.ts'
import { allNotBegun } from '../run/join-runs.ts'
import { planParts, readRunFiles } from '../run/plan-parts.ts'
import { projectFiles } from '../run/project-files.ts'
import { openTokens, runParts } from '../run/run-in-order.ts'
import { vaultOf, type RunFile, type RunPart } from '../run/run-parts.ts'
import { programTexts as texts } from '../texts.ts'
import { runAndWatch } from '../watch.ts'
import { deferEvents } from '../deferred-events.ts'

/** `assay run FILE…`: the same run as in the page, on the command line. The exit code is its outcome. */
export async function run(args: string[], outer: Host): Promise<number> {
  const options = readRunArguments(args)
  const { reports, tokenFile } = options
  const runNow = async (paths: readonly string[]): Promise<number> => {
    refuseOverwriting([...reports, ...(tokenFile === undefined ? [] : [{ path: tokenFile }])], paths)
    return runOnce(paths, options, outer)
  }
  const find = (): Promise<string[]> => projectFiles(options.files)
  return options.watch ? runAndWatch(find, quietly(outer, options), runNow) : runNow(await find())
}

const quietly = (host: Host, { quiet }: RunArguments): Host => (quiet ? { ...host, say: () => {} } : host)

async function runOnce(paths: readonly string[], options: RunArguments, outer: Host): Promise<number> {
  // Before signals are listened to: a file of any size is given up at once.
  const { files, environment } = await readRunFiles(paths, options, outer)
  const host: Host = { ...quietly(outer, options), environment }
  reportUnused(files, options, host)
  const { parts, empty } = await planParts(files, options)
  if (options.list !== undefined) {
    const { listJson, listText } = await import('../run/list-cases.ts')
    host.out.write((options.list === 'json' ? listJson : listText)(parts, await missingIn(parts, host)))
    return exitCodes.passed
  }
  const isEmpty = empty !== undefined
  // As all errors of usage it is said also with --quiet; that nothing has failed is none.
  const hasPassed = empty === 'all-passed' || empty === 'part-passed'
  if (isEmpty) (hasPassed ? host : outer).say(`${texts.nothingToRun[empty]}\n`)
  // An empty run is reported too: a report of an earlier run must not stay in its place. The terminal shows everything.
  const targets = isEmpty ? options.reports.filter(({ kind, path }) => kind !== 'list' || path !== undefined) : options.reports
  const wants = wantsOf(targets.map(({ kind }) => kind))
  const ca =
    options.caFile === undefined ? undefined : (await import('../files/certificates.ts')).trustedWith(options.caFile, host)
  const bodies = wants.bodies || options.verbose ? keepBodies() : undefined
  const tokens = await openTokens(files, options.tokenFile, host)
  const reports = await openReports(targets, host, {
    notBegun: () => allNotBegun(parts),
    body: bodies?.read,
    surroundings: { ...(await surroundingsOf(options, files, paths)), ...ciSurroundings(parts, host) },
  })
  reportMissing(await missingIn(parts, host), host)
  const show = options.verbose ? (await import('../run/verbose.ts')).showMessages(host.say, (id) => bodies?.read(id)) : undefined
  const status = targets.some(({ kind, path }) => kind === 'list' && path === undefined) ? host.out.status : undefined
  const progress = status && (await import('../run/progress.ts')).showProgress(status)
  const onEvent: typeof reports.onEvent = (event) => {
    progress?.(event)
    show?.(event)
    reports.onEvent(event)
  }
  const later = deferEvents(onEvent)
  const { end, saved } = await runParts(parts, files, options, {
    host,
    outer,
    bodies,
    ca,
    tokens,
    // Bodies are there for a moment only: the display gets them at once.
    emit: bodies ? onEvent : later.push,
    wantsDetails: wants.exchanges || wants.bodies || options.verbose,
  })
  later.flush()
  const complete = reports.close()
  await host.out.flush()
  const code = exitCodeOf(end, host.interrupted().aborted)
  if ((isEmpty && !hasPassed) || !complete || !saved || isLost(host)) return code === exitCodes.passed ? exitCodes.unusable : code
  return code
}

/** What nothing uses is likely a slip. */
function reportUnused(files: readonly RunFile[], { secrets, variables, excludedTags }: RunArguments, host: Host): void {
  const projects = files.map(({ read }) => read.project)
  if (secrets.size > 0) reportUnusedSecrets(secrets, projects.flatMap(secretsNeeded), host)
  if (variables.size > 0) reportUnusedVariables(variables, projects, host)
  if (excludedTags.length > 0) reportUnusedTags(excludedTags, projects, host)
}

/** What the parts of a run lack; of several iterations and rows those of a file lack the same. */
async function missingIn(parts: readonly RunPart[], host: Host): Promise<NeededValues> {
  const firsts = [...new Map(parts.map((part) => [part.file, part])).values()]
  const all = firsts.map(async ({ plan, file, names }) => {
    const { variables, secrets } = await missingValues(plan, vaultOf(file), host)
    const placed = (needed: NeededValues['variables']): NeededValues['variables'] =>
      needed.map(({ name, usedBy }) => ({ name, usedBy: usedBy.map(names.suite) }))
    return { variables: placed(variables), secrets: placed(secrets) }
  })
  return joinMissing(await Promise.all(all))
}

/** What reports are given besides the run: the command in which nothing secret stands, and for one in HTML its page. */
async function surroundingsOf(options: RunArguments, files: readonly RunFile[], paths: readonly string[]): Promise<Surroundings> {
  if (!options.reports.some(({ kind }) => reporterEntry(kind).wants.page)) return {}
  const redactor = createRedactor()
  for (const file of files) {
    const vault = vaultOf({ ...file, secrets: { ...file.secrets, sealed: undefined, command: undefined } })
    const needed = secretsNeeded(file.read.project).map(({ id }) => id)
    for (const id of new Set([...needed, ...options.secrets.keys()])) redactor.add(id, (await vault.get(id)) ?? '')
  }
  const { default: page } = await import('virtual:report-page')
  return { page, command: (seed) => redactor.mask(repeatCommand(repeatedRun(options, paths, seed))) }
}

function exitCodeOf({ outcome, counts }: RunEnd, interrupted: boolean): number {
  if (interrupted) return exitCodes.interrupted
  if (counts.failed > 0) return exitCodes.failed
  return outcome === 'passed' || outcome === 'skipped' ? exitCodes.passed : exitCodes.broken
}
