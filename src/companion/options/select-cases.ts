import type { Case, Environment, Project, Suite } from '#engine/project/format/schema.ts'
import { failedAgain } from '#engine/runner/plan/failed-again.ts'
import type { LoopRows } from '#engine/runner/plan/selection.ts'
import { UsageError } from '../host.ts'
import { readReport } from '../files/read-report.ts'
import type { RunArguments } from './run-options.ts'
import { programTexts as texts } from '../texts.ts'

/** What can be selected: the cases of one project. In a run of several files `path` is that of its file. */
export interface Selectable {
  project: Project
  path?: string
}

interface Candidate {
  of: Selectable
  suite: Suite
  case: Case
}

/** Why nothing is run. */
export type WhyEmpty = 'all-passed' | 'part-passed' | 'other-cases' | 'shard'

/** What is run of each project; undefined: everything. */
export interface Selected {
  casesOf(of: Selectable): string[] | undefined
  empty?: WhyEmpty
}

/** What did not pass in an earlier run, by the ids of cases in its report. */
export interface FailedBefore {
  cases: ReadonlySet<string>
  rows: readonly LoopRows[]
}

/** The options that select cases. */
export type SelectOptions = Pick<RunArguments, 'suites' | 'cases' | 'tags' | 'excludedTags' | 'shard'>

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
 * The cases that the options select. Names of one kind add up; different kinds narrow each other; a suite is also found as
 * `file > suite`. UsageError for an option that selects nothing, so that a typing mistake is no green run. `ranBefore`: the ids that a
 * case has in reports of this run, and what did not pass in one (`--rerun-failed`).
 */
export function selectCases(
  projects: readonly Selectable[],
  { suites, cases, tags, excludedTags, shard }: SelectOptions,
  ranBefore?: { failed: FailedBefore; idsOf(of: Selectable, id: string): string[] },
): Selected {
  if (suites.length + cases.length + tags.length + excludedTags.length === 0 && shard === undefined && ranBefore === undefined)
    return { casesOf: () => undefined }
  const all = projects.flatMap((of) =>
    of.project.suites.flatMap((suite) => suite.cases.map((one): Candidate => ({ of, suite, case: one }))),
  )
  const suiteNames = ({ of, suite }: Candidate): string[] =>
    of.path === undefined ? [suite.name] : [suite.name, `${of.path} > ${suite.name}`]
  const wanted = all.filter(
    (one) =>
      (suites.length === 0 || suiteNames(one).some((name) => suites.includes(name))) &&
      (cases.length === 0 || cases.includes(one.case.name)) &&
      (tags.length === 0 || one.case.tags.some((tag) => tags.includes(tag))) &&
      !one.case.tags.some((tag) => excludedTags.includes(tag)),
  )
  const kinds = [
    ['suite', suites, suiteNames],
    ['case', cases, (one: Candidate) => [one.case.name]],
    ['tag', tags, (one: Candidate) => one.case.tags],
  ] as const
  for (const [option, names, namesOf] of kinds) {
    const idle = names.find((name) => !wanted.some((one) => namesOf(one).includes(name)))
    if (idle === undefined) continue
    const known = all.flatMap(namesOf)
    throw new UsageError(known.includes(idle) ? texts.selectsNothing(option, idle) : texts.noSuch(option, idle, known))
  }
  if (wanted.length === 0 && all.length > 0) throw new UsageError(texts.allExcluded(excludedTags))
  const isAgain = (one: Candidate): boolean =>
    ranBefore === undefined || ranBefore.idsOf(one.of, one.case.id).some((id) => ranBefore.failed.cases.has(id))
  // Before those that did not pass: a part has the suites that it had in that run.
  const part = shard === undefined ? wanted : takeShard(wanted, shard)
  const taken = part.filter(isAgain)
  const ids = new Map<Selectable, string[]>(projects.map((of) => [of, []]))
  for (const one of taken) ids.get(one.of)?.push(one.case.id)
  const whyEmpty = (): WhyEmpty => {
    if (ranBefore?.failed.cases.size === 0) return 'all-passed'
    if (part.length === 0) return 'shard'
    return wanted.some(isAgain) ? 'part-passed' : 'other-cases'
  }
  return { casesOf: (of) => ids.get(of), ...(taken.length === 0 ? { empty: whyEmpty() } : {}) }
}

/** Whole suites: their cases may share variables and tokens. */
function takeShard(candidates: readonly Candidate[], { index, of }: { index: number; of: number }): Candidate[] {
  const suites = [...new Set(candidates.map(({ suite }) => suite))]
  return candidates.filter(({ suite }) => suites.indexOf(suite) % of === index - 1)
}

/** What did not pass in an earlier JSON report of this project, or what it ended before. */
export async function failedBefore(path: string, project: { id: string }): Promise<FailedBefore> {
  const report = await readReport(path)
  if (report.project.id !== project.id) throw new UsageError(texts.otherProject(path, report.project.name))
  const { cases, rows = [] } = failedAgain(report)
  return { cases: new Set(cases), rows }
}
