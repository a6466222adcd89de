import type { Case, Step, Variable } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { loopPartners } from '#engine/steps/loops.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { VariableInfo } from '../../steps/editor-context.ts'
import { placeOf, suiteOf } from '#engine/project/edit/places.ts'

/** What is known when variables are listed. */
export interface VariableSources {
  head: ProjectHead
  one: Case | undefined
  /** A suite that is open without any of its cases. */
  suite?: string | undefined
  environment: string | undefined
  /** Cases in memory: their steps set variables at wider scopes. */
  cases: ReadonlyMap<string, Case>
  /** Values of the last run by scope and name: `TestSuite access_token`; masked. */
  lastValues: ReadonlyMap<string, string>
}

type Scope = VariableInfo['scope']

const hidden = '••••••'

/**
 * The variables that a step of a case can refer to, in look-up order (T6): start values, then what steps set. Of one
 * name in one scope the start value is listed once. Of a suite or the project by itself: what its requests can refer to.
 */
export function variablesInScope(sources: VariableSources): VariableInfo[] {
  const { head, one, lastValues } = sources
  const suite = placeOf(head, one?.id)?.suite ?? suiteOf(head, sources.suite)
  const environment = head.environments.find(({ id }) => id === sources.environment)
  const set = produced(sources)
  const at = (scope: Scope, variables: readonly Variable[]): VariableInfo[] => [
    ...variables.map(({ name, value }) => ({
      name,
      scope,
      value: lastValues.get(`${scope} ${name}`) ?? shown(value),
      ...(typeof value === 'object' ? { secret: true } : {}),
    })),
    ...[...(set.get(scope) ?? [])]
      .filter((name) => !variables.some((variable) => variable.name === name))
      .map((name) => ({ name, scope, value: lastValues.get(`${scope} ${name}`) ?? '' })),
  ]
  return [
    ...at('row', []),
    ...at('TestCase', one?.variables ?? []),
    ...at('TestSuite', suite?.variables ?? []),
    ...at('Environment', environment?.variables ?? []),
    ...at('Project', head.variables),
  ]
}

const order: readonly Scope[] = ['Environment', 'row', 'Project', 'TestCase', 'TestSuite']

/** Where completion puts a variable: those of the environment first, what the step itself sets (`own`) last. */
export const rankOf = ({ name, scope, loop }: Pick<VariableInfo, 'name' | 'scope' | 'loop'>, own: ReadonlySet<string>): number =>
  loop !== undefined || (own.has(name.split('.')[0] ?? name) && scope !== 'Environment') ? order.length : order.indexOf(scope)

/**
 * The variables at a step: those of rows of other loops have no value there, so a wider one of the same name takes their place,
 * and without one the loop is named.
 */
export function variablesAt(inScope: readonly VariableInfo[], steps: readonly Step[], open: string | undefined): VariableInfo[] {
  const at = steps.findIndex(({ id }) => id === open)
  const elsewhere = at < 0 ? new Map<string, string>() : loopsElsewhere(steps, at)
  if (elsewhere.size === 0) return [...inScope]
  const wider = new Set(inScope.flatMap(({ name, scope }) => (scope === 'row' ? [] : [name])))
  return inScope.flatMap((each) => {
    const loop = each.scope === 'row' ? elsewhere.get(each.name) : undefined
    return loop === undefined ? [each] : wider.has(each.name) ? [] : [{ ...each, loop }]
  })
}

/** By the names of row variables without a value at a step the loops that set them: `4 For each user`. */
function loopsElsewhere(steps: readonly Step[], at: number): Map<string, string> {
  const partners = loopPartners(steps)
  const alive = new Set<string>()
  const found = new Map<string, string>()
  for (const [index, step] of steps.entries()) {
    const end = partners.get(step)
    const isAround = index < at && (end === undefined || steps.indexOf(end) > at)
    for (const { name, scope } of variablesSet(step)) {
      if (scope !== 'row') continue
      if (isAround) alive.add(name)
      else if (!found.has(name)) found.set(name, `${index + 1} ${step.name}`)
    }
  }
  for (const name of alive) found.delete(name)
  return found
}

/** Names of the last run's values; later ones count. */
export function lastValuesOf(records: readonly { scope: string; name: string; value: string }[]): Map<string, string> {
  return new Map(records.map(({ scope, name, value }) => [`${scope} ${name}`, value]))
}

const shown = (value: Variable['value']): string => (typeof value === 'object' ? hidden : String(value))

/** What steps set: those of the case at every scope, those of the suite's other cases at TestSuite, all others at Project. */
function produced({ head, one, cases, suite: open }: VariableSources): Map<Scope, Set<string>> {
  const found = new Map<Scope, Set<string>>()
  const suite = placeOf(head, one?.id)?.suite.id
  /** Whether headers and start values of what is open are resolved in the case. */
  const isBelow = (id: string) => one === undefined && (open === undefined || placeOf(head, id)?.suite.id === open)
  for (const other of cases.values()) {
    for (const step of other.steps) {
      for (const { name, scope, members = [] } of factsOf(step).writes?.(step) ?? []) {
        const reaches =
          other.id === one?.id ||
          isBelow(other.id) ||
          scope === 'Project' ||
          (scope === 'TestSuite' && placeOf(head, other.id)?.suite.id === suite)
        if (!reaches) continue
        const names = found.get(scope) ?? new Set()
        found.set(scope, names)
        for (const set of [name, ...members.map((member) => `${name}.${member}`)]) names.add(set)
      }
    }
  }
  return found
}
