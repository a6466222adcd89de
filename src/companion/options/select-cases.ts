import type { Case, Environment, Project, Suite } from '#engine/project/format/schema.ts'
import { failedAgain } from '#engine/runner/plan/failed-again.ts'
import type { Selection } from '#engine/runner/plan/selection.ts'
import { UsageError } from '../host.ts'
import { readReport } from '../files/read-report.ts'
import type { RunArguments } from './run-options.ts'
import { programTexts as texts } from '../texts.ts'

interface Candidate {
  suite: Suite
  case: Case
}

/** What is run, and why it may be nothing. */
export type Selected = Selection & { cases: string[]; empty?: 'all-passed' | 'part-passed' | 'other-cases' | 'shard' }

/** The environment that `--env` names, or the only one. UsageError for an unknown name, and for several without a choice. */
export function chooseEnvironment({ environments }: Project, name: string | undefined): Environment | undefined {
  const names = environments.map((environment) => environment.name)
  if (name === undefined) {
    if (environments.length > 1) throw new UsageError(texts.whichEnvironment(names))
    return environments[0]
  }
  const chosen = environments.find((environment) => environment.name === name)
  if (chosen === undefined) throw new UsageError(texts.noSuch('env', name, names))
  return chosen
}

/**
 * The cases that the options select, and with `--rerun-failed` the rows of their loops; undefined if they select everything.
 * Names of one kind add up; different kinds narrow each other. UsageError for an option that selects nothing, so that a typing
 * mistake is no green run.
 */
export async function selectCases(
  project: Project,
  options: Pick<RunArguments, 'suites' | 'cases' | 'tags' | 'rerunFailed' | 'shard'>,
): Promise<Selected | undefined> {
  const { suites, cases, tags, rerunFailed, shard } = options
  if (suites.length + cases.length + tags.length === 0 && rerunFailed === undefined && shard === undefined) return undefined
  const all = project.suites.flatMap((suite) => suite.cases.map((one): Candidate => ({ suite, case: one })))
  const wanted = all.filter(
    (one) =>
      (suites.length === 0 || suites.includes(one.suite.name)) &&
      (cases.length === 0 || cases.includes(one.case.name)) &&
      (tags.length === 0 || one.case.tags.some((tag) => tags.includes(tag))),
  )
  const kinds = [
    ['suite', suites, (one: Candidate) => [one.suite.name]],
    ['case', cases, (one: Candidate) => [one.case.name]],
    ['tag', tags, (one: Candidate) => one.case.tags],
  ] as const
  for (const [option, names, namesOf] of kinds) {
    const idle = names.find((name) => !wanted.some((one) => namesOf(one).includes(name)))
    if (idle === undefined) continue
    const known = all.flatMap(namesOf)
    throw new UsageError(known.includes(idle) ? texts.selectsNothing(option, idle) : texts.noSuch(option, idle, known))
  }
  const failed = rerunFailed === undefined ? undefined : await failedIn(rerunFailed, project)
  const badCases = failed && new Set(failed.cases)
  const isAgain = (one: Candidate): boolean => badCases?.has(one.case.id) !== false
  // Before those that did not pass: a part has the suites that it had in that run.
  const part = shard === undefined ? wanted : takeShard(wanted, shard)
  const taken = part.filter(isAgain)
  const whyEmpty = (): NonNullable<Selected['empty']> => {
    if (failed?.cases.length === 0) return 'all-passed'
    if (part.length === 0) return 'shard'
    return wanted.some(isAgain) ? 'part-passed' : 'other-cases'
  }
  return {
    cases: taken.map((one) => one.case.id),
    ...(taken.length === 0 ? { empty: whyEmpty() } : {}),
    ...(failed?.rows ? { rows: failed.rows } : {}),
  }
}

/** Whole suites: their cases may share variables and tokens. */
function takeShard(candidates: readonly Candidate[], { index, of }: { index: number; of: number }): Candidate[] {
  const suites = [...new Set(candidates.map(({ suite }) => suite))]
  return candidates.filter(({ suite }) => suites.indexOf(suite) % of === index - 1)
}

/** What did not pass in an earlier JSON report of this project, or what it ended before. */
async function failedIn(path: string, project: Project): Promise<ReturnType<typeof failedAgain>> {
  const report = await readReport(path)
  if (report.project.id !== project.id) throw new UsageError(texts.otherProject(path, report.project.name))
  return failedAgain(report)
}
