import { plan as planRun, type Plan } from '#engine/runner/plan/plan.ts'
import type { LoopRows, RunOptions } from '#engine/runner/plan/selection.ts'
import { UsageError, type Host } from '../host.ts'
import { readMergedProject } from '../files/read-file.ts'
import { keysOf, sealedOf } from '../files/sealed-secrets.ts'
import { environmentValues, variablesFrom } from '../options/environment-values.ts'
import type { RunArguments } from '../options/run-options.ts'
import { chooseEnvironment, failedBefore, selectCases, type FailedBefore, type WhyEmpty } from '../options/select-cases.ts'
import { programTexts as texts } from '../texts.ts'
import { runHead, namesOf, type PartNames, type RunFile, type RunPart, type RunPass } from './run-parts.ts'

/** The files of a run, with what the command line and the environment give each. UsageError for one that can't be used. */
export async function readRunFiles(
  paths: readonly string[],
  options: RunArguments,
  host: Pick<Host, 'environment'>,
): Promise<{ files: RunFile[]; environment: Host['environment'] }> {
  const values = environmentValues(options.envFiles, host.environment)
  const command =
    options.secretCommand &&
    (await import('../files/secret-command.ts')).secretsByCommand(options.secretCommand, values.environment)
  const files: RunFile[] = []
  for (const path of paths) {
    const read = await readMergedProject(path)
    const { project } = read
    const given = variablesFrom(values, project)
    files.push({
      path,
      read,
      environment: paths.length === 1 ? chooseEnvironment(project, options.env) : environmentIn(path, read, options),
      variables: new Map([...given.variables, ...options.variables]),
      secrets: {
        given: options.secrets,
        environment: given.environment,
        sealed: sealedOf(project, keysOf(values)),
        command,
      },
    })
  }
  return { files, environment: values.environment }
}

/** Of several files some may have no environments. */
function environmentIn(path: string, { project }: RunFile['read'], { env }: RunArguments): RunFile['environment'] {
  try {
    return project.environments.length === 0 ? undefined : chooseEnvironment(project, env)
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(texts.inFile(path, error.message)) : error
  }
}

/** The parts of a run in order: file by file, and for each its iterations and rows. */
export async function planParts(
  files: readonly RunFile[],
  options: RunArguments,
): Promise<{ parts: RunPart[]; empty?: WhyEmpty }> {
  const passes = await passesOf(options)
  const isOneOfSeveral = files.length > 1
  const selectable = files.map((file) => ({ file, project: file.read.project, ...(isOneOfSeveral ? { path: file.path } : {}) }))
  const namesIn = ({ path }: { path?: string }, pass: RunPass): PartNames => namesOf(path, pass)
  const failed = options.rerunFailed === undefined ? undefined : await failedBefore(options.rerunFailed, runHead(files).project)
  const selected = selectCases(
    selectable,
    options,
    failed && { failed, idsOf: (of, id) => passes.map((pass) => namesIn(of, pass).caseId(id)) },
  )
  const parts: RunPart[] = []
  for (const of of selectable) {
    const { file } = of
    const cases = selected.casesOf(of)
    if (cases?.length === 0 || (isOneOfSeveral && file.read.project.suites.every((suite) => suite.cases.length === 0))) continue
    let whole: Plan | undefined
    for (const pass of passes) {
      const names = namesIn(of, pass)
      const again = failed && cases && againIn(cases, names, failed)
      if (again?.cases.length === 0) continue
      whole = again || !whole ? planOf(file, options, again ?? (cases && { cases })) : whole
      parts.push({ file, names, plan: ofPass(whole, file, pass) })
    }
  }
  const { empty } = selected
  if (empty !== undefined) return { parts: files.slice(0, 1).map((file) => emptyPart(file, options)), empty }
  if (parts.length === 0) throw new UsageError(texts.nothingSelectedInFiles)
  return { parts }
}

async function passesOf({ data, iterations }: RunArguments): Promise<RunPass[]> {
  const rows = data === undefined ? [undefined] : await (await import('./data-rows.ts')).readDataRows(data)
  return Array.from({ length: iterations }, (_, index) => index + 1).flatMap((iteration) =>
    rows.map((row) => ({ ...(iterations === 1 ? {} : { iteration }), ...(row === undefined ? {} : { row }) })),
  )
}

/** The cases of a part that did not pass, and their rows; by the ids that they have in the file. */
function againIn(cases: readonly string[], names: PartNames, failed: FailedBefore): { cases: string[]; rows?: LoopRows[] } {
  const ids = new Map(cases.map((id) => [names.caseId(id), id]))
  const rows = failed.rows.flatMap((row) => {
    const id = ids.get(row.case)
    return id === undefined ? [] : [{ ...row, case: id }]
  })
  return {
    cases: [...ids].flatMap(([name, id]) => (failed.cases.has(name) ? [id] : [])),
    ...(rows.length === 0 ? {} : { rows }),
  }
}

function optionsOf({ environment, variables }: RunFile, options: RunArguments): RunOptions {
  const { seed, timeout, insecureHosts, bail, retry, workers } = options
  return {
    ...(environment === undefined ? {} : { environment: environment.id }),
    variables: Object.fromEntries(variables),
    insecureHosts,
    ...(seed === undefined ? {} : { seed }),
    ...(timeout === undefined ? {} : { timeout }),
    bail,
    retry,
    workers,
  }
}

function planOf(file: RunFile, options: RunArguments, selection: RunOptions['selection']): Plan {
  const planned = planRun(file.read.project, { ...optionsOf(file, options), ...(selection === undefined ? {} : { selection }) })
  if (!planned.ok) throw new UsageError([planned.error.message, planned.error.hint].filter(Boolean).join(' '))
  return planned.value
}

/** The plan of a file for one pass: values of a row beat all others. */
function ofPass(plan: Plan, { variables }: RunFile, { row }: RunPass): Plan {
  if (row === undefined) return plan
  return { ...plan, options: { ...plan.options, variables: { ...Object.fromEntries(variables), ...row?.values } } }
}

/** A part without cases, whose report says so. */
function emptyPart(file: RunFile, options: RunArguments): RunPart {
  const total = { suites: 0, cases: 0, steps: 0 }
  const plan = { project: file.read.project, options: optionsOf(file, options), environment: file.environment, suites: [], total }
  return { file, names: namesOf(undefined, {}), plan }
}
