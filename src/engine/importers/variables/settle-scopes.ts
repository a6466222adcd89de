import type { Case, Project, Step, Suite, Variable } from '#engine/project/format/schema.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { Draft } from '../draft.ts'
import { importerTexts as texts } from '../texts.ts'

type Scope = 'TestCase' | 'TestSuite' | 'Project'

/** Where a case is, and which variables it reads. */
interface Placed {
  suite: Suite
  one: Case
  reads: ReadonlySet<string>
}

/**
 * Gives each variable that a step sets the smallest scope in which all that read it find it, and start values of cases that other
 * cases read to those too. Other tools have one place for all of them, in which what was set last counts; here an environment's value would hide
 * one of the project, so that it makes room.
 */
export function settleScopes(draft: Draft): void {
  const { project } = draft
  const placed = project.suites.flatMap((suite) =>
    suite.cases.map((one): Placed => {
      const reads = namesIn(one.variables)
      for (const step of one.steps) variablesRead({ ...step, description: '' }, reads)
      // What start values are made of is read with them; a set is gone through as it grows.
      const start = new Map([...project.variables, ...suite.variables].map(({ name, value }) => [name, value]))
      for (const name of reads) if (start.has(name)) namesIn(start.get(name), reads)
      return { suite, one, reads }
    }),
  )
  const scopes = new Map<string, Scope>()
  const users = byName(placed, ({ one, reads }) => {
    const set = one.steps.flatMap((step) => variablesSet(step).map(({ name }) => name))
    return new Set([...reads, ...set])
  })
  const scopeOf = (name: string): Scope => {
    const known = scopes.get(name)
    if (known !== undefined) return known
    const all = users.get(name) ?? []
    const scope =
      new Set(all.map(({ one }) => one)).size <= 1
        ? 'TestCase'
        : new Set(all.map(({ suite }) => suite)).size <= 1
          ? 'TestSuite'
          : 'Project'
    scopes.set(name, scope)
    return scope
  }
  for (const { one } of placed)
    for (const step of one.steps)
      for (const { name, scopePlace } of variablesSet(step)) {
        const key = scopePlace?.at(-1)
        // A token step is in every case that needs it.
        if (scopePlace === undefined || key === undefined || scopePlace.length < 2 || draft.restored.has(step)) continue
        const scope = scopeOf(name)
        Reflect.set(holderOf(step, scopePlace), key, scope)
        if (scope === 'Project') makeRoom(draft, project, name)
      }
  const lacking = byName(placed, ({ one, reads }) => [...reads].filter((name) => !has(one, name)))
  for (const { suite, one } of placed) shareStartValues(project, lacking, suite, one)
  allowUnread(placed, draft.restored)
}

/** The cases that each name belongs to, in their order. */
function byName(placed: readonly Placed[], namesOf: (one: Placed) => Iterable<string>): Map<string, Placed[]> {
  const found = new Map<string, Placed[]>()
  for (const one of placed)
    for (const name of namesOf(one)) {
      const known = found.get(name)
      if (known) known.push(one)
      else found.set(name, [one])
    }
  return found
}

/** What no one reads can't be missed: other tools keep nothing of a response that lacks it, and go on. */
function allowUnread(placed: readonly Placed[], restored: ReadonlySet<Step>): void {
  const read = new Set(placed.flatMap(({ reads }) => [...reads]))
  for (const { one } of placed)
    for (const step of one.steps)
      if ('transfers' in step && !restored.has(step))
        for (const transfer of step.transfers) if (!read.has(transfer.to)) transfer.default ??= ''
}

const holderOf = (step: object, place: readonly (string | number)[]): object =>
  place.slice(0, -1).reduce<object>((found, key) => Object(Reflect.get(found, key)), step)

/** Takes a variable out of the environments and suites, whose values would hide what is set during a run. */
function makeRoom(draft: Draft, project: Project, name: string): void {
  const values = new Map<string, Variable>()
  for (const holder of [...project.environments, ...project.suites]) {
    const at = holder.variables.findIndex((variable) => variable.name === name)
    const [found] = at < 0 ? [] : holder.variables.splice(at, 1)
    if (found !== undefined && found.value !== '') values.set(JSON.stringify(found.value), found)
  }
  const [first] = values.values()
  if (values.size > 1) draft.leaveOut('', texts.oneStartValue(name))
  if (first === undefined) return
  const own = project.variables.find((variable) => variable.name === name)
  if (own === undefined) project.variables.push(first)
  else if (own.value === '') own.value = first.value
}

/**
 * A start value of one case that others read and no one gives them; `lacking`: the cases that read a name and have no value for
 * it.
 */
function shareStartValues(project: Project, lacking: ReadonlyMap<string, Placed[]>, suite: Suite, one: Case): void {
  for (const variable of one.variables) {
    const { name } = variable
    // The case itself has a value.
    const readers = lacking.get(name) ?? []
    if (readers.length === 0) continue
    const holder = readers.every((other) => other.suite === suite) ? suite : project
    const known = holder.variables.find((found) => found.name === name)
    const hidden = project.environments.some((environment) =>
      environment.variables.some((found) => found.name === name && found.value !== ''),
    )
    if (known === undefined && !hidden) holder.variables.push(structuredClone(variable))
    else if (known?.value === '') known.value = variable.value
  }
}

const has = (holder: { variables: readonly Variable[] }, name: string): boolean =>
  holder.variables.some((found) => found.name === name)
