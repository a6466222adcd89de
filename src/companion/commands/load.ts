import { dirname, resolve } from 'node:path'
import type { ReadProject } from '#engine/project/format/read.ts'
import { parseLoadReport, type LoadReport } from '#engine/load/report.ts'
import { htmlReport } from '#engine/load/reports/html.ts'
import { junitReport } from '#engine/load/reports/junit.ts'
import { listReport, liveLine } from '#engine/load/reports/list.ts'
import { runLoad } from '#engine/load/run-load.ts'
import { cornersOf, secondsOf } from '#engine/load/curve.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Environment, Project } from '#engine/project/format/schema.ts'
import { hostsOfProject } from '#engine/project/named-hosts.ts'
import { createNodePorts } from '#platform/node/ports.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { readLoadArguments, type LoadArguments } from '../options/load-options.ts'
import { readMergedProject, readText, refusalOf } from '../files/read-file.ts'
import { isLost, refuseOverwriting } from '../files/report-files.ts'
import { keysOf, sealedOf } from '../files/sealed-secrets.ts'
import { chooseEnvironment } from '../options/select-cases.ts'
import { openDocument, type DocumentFile } from '../files/text-files.ts'
import { programTexts as texts } from '../texts.ts'
import { openTokenFile, savedTokens, type TokenFile } from '../files/token-file.ts'
import { writeDocument } from '../files/write-document.ts'

/** `assay load FILE.aprj NAME`: runs a load test here, or writes it as a k6 script. Exit codes as of `assay run`. */
export async function load(args: string[], host: Host): Promise<number> {
  const options = readLoadArguments(args)
  const { file: path, reports, exportTo, tokenFile } = options
  const written = [...reports, { path: exportTo }, { path: tokenFile }].filter((one) => one.path !== undefined)
  refuseOverwriting(written, [path])
  const file = await readMergedProject(path)
  const { project } = file
  const test = testOf(project, options)
  const environment = environmentOf(project, test, options)
  if (exportTo !== undefined) return exportScript(file, test, environment, exportTo, host)
  const earlier = options.compare === undefined ? undefined : await readLoadReport(options.compare)
  // Before anything is sent: a report that can't be written isn't a reason to lose what a test of minutes has measured.
  const files = new Map(reports.map(({ path: to }) => [to, to === undefined ? undefined : opened(to)]))
  const { report, kept } = await measure(file, test, environment, options, host)
  const text = {
    list: listReport,
    junit: junitReport,
    html: htmlReport,
    json: (one: LoadReport) => `${JSON.stringify(one, null, 2)}\n`,
  }
  let complete = true
  for (const { kind, path: to } of reports) {
    const content = text[kind](report, earlier)
    const document = files.get(to)
    if (to === undefined || document === undefined) {
      host.out.write(content)
      continue
    }
    try {
      try {
        document.write(content)
      } finally {
        document.close()
      }
    } catch (error) {
      complete = false
      host.say(`${texts.reportFailed(to, refusalOf(error))}\n`)
    }
  }
  await host.out.flush()
  const saved = await savedTokens(kept, host)
  const code = exitCodeOf(report)
  if (!complete || !saved || isLost(host)) return code === exitCodes.passed ? exitCodes.unusable : code
  return code
}

/** A report's file, and its folder; UsageError if it can't be written. */
function opened(path: string): DocumentFile {
  try {
    return openDocument(path)
  } catch (error) {
    throw new UsageError(texts.unwritable(path, refusalOf(error)))
  }
}

async function measure(
  { project }: ReadProject,
  test: LoadTest,
  environment: Environment | undefined,
  options: LoadArguments,
  host: Host,
): Promise<{ report: LoadReport; kept: TokenFile | undefined }> {
  const kept = options.tokenFile === undefined ? undefined : await openTokenFile(options.tokenFile, project.id, host)
  const { ports, close } = createNodePorts({
    secrets: options.secrets,
    sealed: sealedOf(project, keysOf(host)),
    environment: host.environment,
    interactive: host.terminal,
    proxy: options.proxy,
    keepAfterErrors: true,
    folder: dirname(resolve(options.file)),
    namedHosts: () => new Set(hostsOfProject(project)),
    tokens: kept?.tokens,
    locks: kept?.locks,
    show: (text) => host.say(text),
  })
  const say = (text: string): void => {
    if (!options.quiet) host.say(text)
  }
  say(texts.load.begins(test, environment?.name, Math.max(...cornersOf(test).map(({ level }) => level)), secondsOf(test.stages)))
  const done = await runLoad(
    project,
    test,
    {
      ...(environment === undefined ? {} : { environment: environment.id }),
      variables: Object.fromEntries(options.variables),
      insecureHosts: options.insecureHosts,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    },
    ports,
    // Where no one watches, a line every ten seconds is enough.
    { signal: host.interrupted(), onSecond: (live) => (host.terminal || live.at % 10 === 0) && say(liveLine(live)) },
  )
  await close()
  if (!done.ok) throw new UsageError([done.error.message, done.error.hint].filter(Boolean).join(' '))
  return { report: done.value, kept }
}

/** The load test of a name, or a case or suite of it, for which the options say how many and how long. */
function testOf(project: Project, { name, users, duration }: LoadArguments): LoadTest {
  const named = project.loadTests.filter((one) => one.name === name)
  const [test] = named
  if (named.length > 1) throw new UsageError(texts.load.twice(name))
  if (test) return users === undefined && duration === undefined ? test : held(test, users, duration)
  const targets = [...project.suites, ...project.suites.flatMap(({ cases }) => cases)].filter((one) => one.name === name)
  const [target] = targets
  if (targets.length > 1) throw new UsageError(texts.load.twice(name))
  if (!target || users === undefined || duration === undefined)
    throw new UsageError(
      texts.load.unknown(
        name,
        project.loadTests.map((one) => one.name),
        target !== undefined,
      ),
    )
  const stages = [
    { duration: 0, users },
    { duration, users },
  ]
  return { id: target.id, name, description: '', target: target.id, stages, thresholds: [] }
}

/** One level all the time: of `--users` and `--duration`, and where one is not given the highest level, or all seconds, of the test. */
function held(test: LoadTest, users: number | undefined, duration = secondsOf(test.stages)): LoadTest {
  const highest = Math.max(...cornersOf(test).map(({ level }) => level))
  const isRate = test.executor === 'rate'
  const level = isRate ? { rate: highest } : { users: users ?? highest }
  return {
    ...test,
    ...(isRate && users !== undefined ? { maxUsers: users } : {}),
    stages: [
      { duration: 0, ...level },
      { duration, ...level },
    ],
  }
}

/** That of `--env`, of the load test, or the only one. */
function environmentOf(project: Project, test: LoadTest, { env }: LoadArguments): Environment | undefined {
  const own = env === undefined ? project.environments.find(({ id }) => id === test.environment) : undefined
  return own ?? chooseEnvironment(project, env)
}

async function readLoadReport(path: string): Promise<LoadReport> {
  const report = parseLoadReport(await readText(path))
  if (!report) throw new UsageError(texts.load.notReport(path))
  return report
}

function exitCodeOf({ outcome }: LoadReport): number {
  if (outcome === 'cancelled') return exitCodes.interrupted
  return outcome === 'passed' ? exitCodes.passed : outcome === 'failed' ? exitCodes.failed : exitCodes.broken
}

/** Writes the load test as a k6 script. */
async function exportScript(
  { project }: ReadProject,
  test: LoadTest,
  environment: Environment | undefined,
  path: string,
  host: Host,
): Promise<number> {
  const { k6Script } = await import('#engine/load/k6/k6-script.ts')
  const script = await k6Script(project, test, { environment })
  if (!script.ok) throw new UsageError([script.error.message, script.error.hint].filter(Boolean).join(' '))
  writeDocument(path, script.value.text)
  host.say(texts.load.exported(path, script.value.notes))
  return exitCodes.passed
}
