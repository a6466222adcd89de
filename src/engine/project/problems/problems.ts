import { sourceProblems } from '#engine/data/index.ts'
import { apisOfChecks, problemsOfChecks } from '#engine/steps/assertion/check.ts'
import { asksAnswer } from '#engine/steps/conditions/condition-reads.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { checkOf } from '#engine/steps/checks.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { loopPartners } from '#engine/steps/loops.ts'
import { referredId } from '#engine/steps/references.ts'
import type { StepProblem } from '#engine/steps/step-check.ts'
import type { Referred } from '#engine/steps/step-facts.ts'
import type { HeaderHolder } from '../inherited-headers.ts'
import { loadMetrics } from '../load-test.ts'
import { describePath } from '../format/path.ts'
import type { JsonPath } from '../format/json-source.ts'
import {
  type Case,
  conditionSchema,
  headersSchema,
  type Project,
  type Step,
  stepSchema,
  type Variable,
  variableSchema,
} from '../format/schema.ts'
import { destinationProblems, templateProblems } from './template-problems.ts'
import { projectFormatTexts as texts } from '../texts.ts'

/** Something in a project that can't work, but doesn't keep it from opening and saving. */
export interface Problem {
  /** `suites > Orders > Create order > step 3` */
  path: string
  /** The same place as keys and indices of the file. */
  place: JsonPath
  text: string
  /** Ids of what is concerned; a case with a problem is broken when it is run. */
  at: { suite?: string; case?: string; step?: string }
}

type Report = (path: JsonPath, text: string, at: Problem['at']) => void

/** A name or an address, with or without a port, or all names below one. */
const isHost = (text: string): boolean =>
  URL.canParse(`https://${text.trim().replace(/^\*\./, '')}`) && !/[/@?#\s]/.test(text.trim())

/** Everything in a project that refers to nothing, lacks its partner or is duplicated. */
export function problemsOf(project: Project): Problem[] {
  const problems: Problem[] = []
  const report: Report = (path, text, at) => problems.push({ path: describePath(project, path), place: path, text, at })
  const known = {
    apis: new Set(project.apis.map(({ id }) => id)),
    connections: new Set(project.connections.map(({ id }) => id)),
    dataSources: new Set(project.dataSources.map(({ id }) => id)),
    environments: new Set(project.environments.map(({ id }) => id)),
    targets: new Set(project.suites.flatMap(({ id, cases }) => [id, ...cases.map((one) => one.id)])),
  }

  problemsOfVariables(project.variables, ['variables'], {}, report)
  problemsOfHeaders(project, [], {}, report)
  doubles(project.environments, ['environments'], {}, report, texts.doubleName)
  for (const [index, { variables, mtls = [] }] of project.environments.entries()) {
    problemsOfVariables(variables, ['environments', index, 'variables'], {}, report)
    for (const [number, { host, key }] of mtls.entries()) {
      const path = ['environments', index, 'mtls', number]
      if (!isHost(host)) report([...path, 'host'], texts.noHost(host), {})
      if (key === undefined) report([...path, 'key'], texts.noCertificate, {})
    }
  }
  for (const [index, suite] of project.suites.entries()) {
    const path = ['suites', index]
    problemsOfVariables(suite.variables, [...path, 'variables'], { suite: suite.id }, report)
    problemsOfHeaders(suite, path, { suite: suite.id }, report)
    for (const [number, one] of suite.cases.entries())
      problemsOfCase(one, [...path, 'cases', number], { suite: suite.id, case: one.id }, known, report)
  }
  for (const [index, source] of project.dataSources.entries()) {
    const path = ['dataSources', index]
    for (const { place, text } of sourceProblems(source)) report([...path, ...place], text, {})
    if ('connection' in source && !known.connections.has(source.connection))
      report([...path, 'connection'], texts.noConnection(source.connection), {})
  }
  doubles(project.dataSources, ['dataSources'], {}, report, texts.doubleName)
  const caseIds = new Set(project.suites.flatMap(({ cases }) => cases.map((one) => one.id)))
  for (const [index, { target, environment, before, thresholds }] of project.loadTests.entries()) {
    if (!known.targets.has(target)) report(['loadTests', index, 'target'], texts.noTarget(target), {})
    if (environment !== undefined && !known.environments.has(environment))
      report(['loadTests', index, 'environment'], texts.noEnvironment(environment), {})
    if (before !== undefined && !caseIds.has(before)) report(['loadTests', index, 'before'], texts.noCaseBefore(before), {})
    for (const [number, { metric }] of thresholds.entries())
      if (!(loadMetrics as readonly string[]).includes(metric))
        report(['loadTests', index, 'thresholds', number, 'metric'], texts.noMetric(metric, loadMetrics), {})
  }
  return problems
}

function problemsOfVariables(variables: readonly Variable[], path: JsonPath, at: Problem['at'], report: Report): void {
  doubles(variables, path, at, report, texts.doubleVariable)
  for (const [index, variable] of variables.entries())
    templateProblems(variableSchema, variable, (more, text) => report([...path, index, ...more], text, at))
}

function problemsOfHeaders({ headers = [] }: HeaderHolder, path: JsonPath, at: Problem['at'], report: Report): void {
  templateProblems(headersSchema, headers, (more, text) => report([...path, 'headers', ...more], text, at))
}

function doubles(
  named: readonly { name: string }[],
  path: JsonPath,
  at: Problem['at'],
  report: Report,
  text: (name: string) => string,
): void {
  const seen = new Set<string>()
  for (const [index, { name }] of named.entries()) {
    if (seen.has(name)) report([...path, index], text(name), at)
    seen.add(name)
  }
}

/** The steps of a case by id. */
type Steps = ReadonlyMap<string, Step>

interface Known {
  apis: ReadonlySet<string>
  connections: ReadonlySet<string>
  dataSources: ReadonlySet<string>
}

function problemsOfCase(one: Case, path: JsonPath, at: Problem['at'], known: Known, report: Report): void {
  problemsOfVariables(one.variables, [...path, 'variables'], at, report)
  problemsOfHeaders(one, path, at, report)
  problemsOfCaseCondition(one, (more, text) => report([...path, ...more], text, at))
  const steps = new Map(one.steps.map((step) => [step.id, step]))
  const loops = loopPartners(one.steps)
  const tellOf =
    (step: Step, index: number) =>
    (more: JsonPath, text: string): void =>
      report([...path, 'steps', index, ...more], text, { ...at, step: step.id })
  // Index by index: most projects are large lists of steps of which nothing is to be said.
  for (let index = 0; index < one.steps.length; index++) {
    const step = one.steps[index]
    if (step === undefined) continue
    const tell = tellOf(step, index)
    if (lacksPartner(step, loops, 'end')) tell([], texts.endWithoutLoop)
    problemsOfReferences(step, steps, known, tell)
    const named = [...(checkOf(step).apis?.(step) ?? []), ...apisOfChecks(step.onlyIf ?? [], ['onlyIf'])]
    for (const { place, id } of named) if (!known.apis.has(id)) tell([...place], texts.noApi(id))
    for (const { place, text } of problemsInside(step)) tell(place, text)
  }
  for (const [index, step] of loops.size === 0 ? [] : one.steps.entries())
    if (lacksPartner(step, loops, 'start')) tellOf(step, index)([], texts.loopWithoutEnd)
}

/** What is wrong with a condition whatever is around it. */
const problemsOfCondition = (onlyIf: readonly Check[] | undefined): StepProblem[] =>
  onlyIf === undefined
    ? []
    : onlyIf.length === 0
      ? [{ place: ['onlyIf'], text: texts.emptyCondition }]
      : problemsOfChecks(onlyIf, ['onlyIf'])

/** Before a case there is no answer yet: its condition can only ask for variables. */
function problemsOfCaseCondition({ onlyIf }: Case, report: (more: JsonPath, text: string) => void): void {
  for (const { place, text } of problemsOfCondition(onlyIf)) report([...place], text)
  for (const [index, check] of (onlyIf ?? []).entries())
    if (asksAnswer(check)) report(['onlyIf', index], texts.noAnswerYet(check.source))
  if (onlyIf) templateProblems(conditionSchema, onlyIf, (more, text) => report(['onlyIf', ...more], text))
}

/** A step that stays the same is looked through once: the page looks again after every edit of its case. */
const inside = new WeakMap<Step, readonly StepProblem[]>()

/** What is wrong with a step whatever is around it. */
export function problemsInside(step: Step): readonly StepProblem[] {
  const known = inside.get(step)
  if (known) return known
  const found = [...(checkOf(step).problems?.(step) ?? []), ...problemsOfCondition(step.onlyIf)]
  if (step.onlyIf && factsOf(step).block === 'end') found.push({ place: ['onlyIf'], text: texts.conditionOfEnd })
  const add = (place: JsonPath, text: string): void => void found.push({ place: [...place], text })
  templateProblems(stepSchema, step, add)
  destinationProblems(step, add)
  inside.set(step, found)
  return found
}

const lacksPartner = (step: Step, loops: ReadonlyMap<Step, Step | undefined>, block: 'start' | 'end'): boolean =>
  loops.has(step) && loops.get(step) === undefined && factsOf(step).block === block

function problemsOfReferences(step: Step, steps: Steps, known: Known, report: (more: JsonPath, text: string) => void): void {
  const { refers } = factsOf(step)
  if (refers === undefined) return
  const tell = (what: Referred, wrong: (id: string) => string | undefined): void => {
    const id = referredId(step, what)
    const text = id === undefined ? undefined : wrong(id)
    if (text !== undefined) report([refers[what] ?? what], text)
  }
  tell('step', (id) => {
    const target = steps.get(id)
    if (target === undefined) return texts.noStep(id)
    return factsOf(target).gives === undefined ? texts.stepWithoutResult(target.name) : undefined
  })
  tell('connection', (id) => (known.connections.has(id) ? undefined : texts.noConnection(id)))
  // Without one a loop may count its rows; its kind says what it lacks.
  tell('dataSource', (id) => (id === '' || known.dataSources.has(id) ? undefined : texts.noDataSource(id)))
}
