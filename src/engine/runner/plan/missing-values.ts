import { isObject } from '#engine/base/encoding/json-value.ts'
import { canBeSecret } from '#engine/project/format/schema-node.ts'
import { stepSchema, type Step, type Variable } from '#engine/project/format/schema.ts'
import { visitTemplates } from '#engine/project/problems/template-problems.ts'
import { visitParts } from '#engine/project/visit.ts'
import { presenceAsked, valueAsked } from '#engine/steps/conditions/condition-reads.ts'
import { referredId } from '#engine/steps/references.ts'
import { holdsReference } from '#engine/steps/step-check.ts'
import { isSetAs, variablesSet } from '#engine/steps/variables.ts'
import type { WrittenVariable } from '#engine/steps/step-facts.ts'
import { isVariableName, listReferences } from '#engine/templates/parse.ts'
import type { Plan, PlannedCase, PlannedSuite } from './plan.ts'

/** A variable or a secret that planned steps need. */
export interface NeededValue {
  /** The variable's name, or the secret's id. */
  name: string
  /** Where: `Orders > Create then delete > Create order`, in the order of the run. */
  usedBy: string[]
}

/** What planned steps need. */
export interface NeededValues {
  /** Variables that have no start value, and that no planned step sets. */
  variables: NeededValue[]
  /** Secrets; whether they have values is for the host to find out. */
  secrets: NeededValue[]
}

/** What the steps of a plan need that nothing in it gives, so that a host can name it before anything is sent (R38). */
export function neededValues(plan: Plan): NeededValues {
  const variables = new Map<string, Set<string>>()
  const secrets = new Map<string, Set<string>>()
  const ofRun = setIn(
    plan.suites.flatMap(({ cases }) => cases),
    ['Project'],
  )
  for (const planned of plan.suites) {
    const ofSuite = setIn(planned.cases, ['TestSuite'])
    for (const one of planned.cases) {
      const ofCase = setIn([one], ['TestCase', 'row'])
      const start = startValues(plan, planned, one)
      const isSet = (name: string): boolean => [ofCase, ofSuite, ofRun].some((level) => sets(level, name))
      for (const step of one.steps) {
        const place = [planned.suite.name, one.case.name, step.name].join(' > ')
        // Without what its condition asks for a step isn't run.
        const optional = new Set([...(one.case.onlyIf ?? []), ...(step.onlyIf ?? [])].map(presenceAsked))
        const own = mayLack(step) ? withoutDisabled(step) : undefined
        if (own === undefined) continue
        for (const id of secretsOf(own, plan)) add(secrets, id, place)
        const names = namesOf(own)
        // What start values refer to is gone through too.
        for (const name of names) {
          const given = start.get(name)
          if (given === undefined && !isSet(name) && !optional.has(name)) add(variables, name, place)
          for (const value of given ?? []) {
            if (typeof value === 'object') add(secrets, value.secret, place)
            else if (typeof value === 'string') for (const inner of referencesIn(value)) names.add(inner)
          }
        }
      }
    }
  }
  return { variables: listed(variables), secrets: listed(secrets) }
}

function add(to: Map<string, Set<string>>, name: string, place: string): void {
  const places = to.get(name)
  if (places) places.add(place)
  else to.set(name, new Set([place]))
}

const listed = (found: ReadonlyMap<string, ReadonlySet<string>>): NeededValue[] =>
  Array.from(found, ([name, places]) => ({ name, usedBy: [...places] }))

/** What steps set, by its name. */
type Written = ReadonlyMap<string, WrittenVariable>

const setIn = (cases: readonly PlannedCase[], scopes: readonly string[]): Written =>
  new Map(
    cases.flatMap(({ steps }) =>
      steps.flatMap((step) =>
        variablesSet(step).flatMap((one) => (scopes.includes(one.scope) ? [[one.name, one] as const] : [])),
      ),
    ),
  )

/** Whether a name is among them, or is that of a member of one: `<token>.id_token`. */
function sets(written: Written, name: string): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    const found = written.get(name.slice(0, end))
    if (found && isSetAs(found, name)) return true
  }
  return false
}

const referencesIn = (text: string): string[] =>
  text.includes('${') ? listReferences(text).flatMap(({ name, compute }) => (compute === undefined ? [name] : [])) : []

/** The start values that a case sees; an override (`--var`) takes the place of all of a name. */
function startValues({ project, environment, options }: Plan, { suite }: PlannedSuite, { case: one }: PlannedCase) {
  const values = new Map<string, Variable['value'][]>()
  for (const { name, value } of [...one.variables, ...suite.variables, ...(environment?.variables ?? []), ...project.variables])
    values.set(name, [...(values.get(name) ?? []), value])
  for (const name of Object.keys(options.variables ?? {})) values.set(name, [])
  return values
}

/** Rows of a step that are switched off are not sent. */
function withoutDisabled<T>(value: T): T {
  if (Array.isArray(value))
    return value.filter((part) => !(isObject(part) && part['disabled'] === true)).map(withoutDisabled) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutDisabled(part)])) as T
}

/** Most steps of large projects refer to nothing. */
const mayLack = (step: Step): boolean =>
  holdsReference(step) || step.onlyIf !== undefined || holdsSecret(step) || referredId(step, 'connection') !== undefined

const holdsSecret = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (Object.hasOwn(value, 'secret') || Object.values(value).some(holdsSecret))

function namesOf(step: Step): Set<string> {
  const names = new Set<string>()
  visitTemplates(stepSchema, step, (_, text) => {
    for (const name of referencesIn(text)) names.add(name)
  })
  for (const check of step.onlyIf ?? []) {
    const name = valueAsked(check)
    if (name !== undefined && isVariableName(name)) names.add(name)
  }
  return names
}

/** The secrets of a step's own fields, and of the connection that it uses. */
function secretsOf(step: Step, { project }: Plan): string[] {
  const found: string[] = []
  visitParts(stepSchema, step, (schema, value) => {
    if (canBeSecret(schema) && isObject(value) && typeof value['secret'] === 'string') found.push(value['secret'])
  })
  const used = referredId(step, 'connection')
  const connection = project.connections.find(({ id }) => id === used)
  for (const value of Object.values(connection ?? {}))
    if (isObject(value) && typeof value['secret'] === 'string') found.push(value['secret'])
  return found
}
