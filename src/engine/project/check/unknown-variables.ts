import { nearest } from '#engine/base/nearest-name.ts'
import { valueAsked } from '#engine/steps/conditions/condition-reads.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { isVariableName, listReferences } from '#engine/templates/parse.ts'
import type { InheritedFrom } from '#engine/steps/send-request/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { withInherited } from '../headers-sent.ts'
import { type InheritedHeader } from '../inherited-headers.ts'
import type { JsonPath } from '../format/json-source.ts'
import { describePath } from '../format/path.ts'
import type { Problem } from '../problems/problems.ts'
import { stepSchema, type Project, type Step } from '../format/schema.ts'
import { visitTemplates } from '../problems/template-problems.ts'
import { projectFormatTexts as texts } from '../texts.ts'

/**
 * References of steps to variables that no start value of any environment and no step could have given them (T6): a slip as a rule, and
 * told before a run breaks. A warning, not a problem: `--var` may give them.
 */
export function unknownVariables(written: Project): Problem[] {
  const project = withInherited(written)
  const found: Problem[] = []
  /** Headers that requests inherit are looked at with each of them, and told once. */
  const inherited = new Set<string>()
  const wide = new Set(named([...project.variables, ...project.environments.flatMap(({ variables }) => variables)]))
  for (const { cases } of project.suites)
    for (const one of cases) for (const step of one.steps) for (const name of setBy(step, ['Project'])) wide.add(name)
  for (const [suiteIndex, suite] of project.suites.entries()) {
    const ofSuite = new Set(named(suite.variables))
    for (const one of suite.cases) for (const step of one.steps) for (const name of setBy(step, ['TestSuite'])) ofSuite.add(name)
    for (const [caseIndex, one] of suite.cases.entries()) {
      const ofCase = new Set([...named(one.variables), ...one.steps.flatMap((step) => setBy(step, ['TestCase', 'row']))])
      const isKnown = (name: string): boolean => ofCase.has(name) || ofSuite.has(name) || wide.has(name)
      for (const [name, path] of unknownInCondition(one.onlyIf, isKnown)) {
        const place = ['suites', suiteIndex, 'cases', caseIndex, ...path]
        const [near] = nearest(name, all(ofCase, ofSuite, wide))
        const at = { suite: suite.id, case: one.id }
        found.push({ path: describePath(written, place), place, text: texts.unknownVariable(name, near), at })
      }
      for (const [index, step] of one.steps.entries()) {
        if (step.disabled) continue
        const place = ['suites', suiteIndex, 'cases', caseIndex, 'steps', index]
        for (const { path, name } of unknownIn(step, isKnown)) {
          const [near] = nearest(name, all(ofCase, ofSuite, wide))
          const from = fromOf(step, path)
          const whole = from ? [...levelPath(from, place), 'headers', from.index, ...path.slice(2)] : [...place, ...path]
          const at = from ? levelAt(from, suite.id, one.id) : { suite: suite.id, case: one.id, step: step.id }
          if (from && inherited.has(whole.join(' '))) continue
          if (from) inherited.add(whole.join(' '))
          found.push({ path: describePath(written, whole), place: whole, text: texts.unknownVariable(name, near), at })
        }
      }
    }
  }
  return found
}

/** Where the header is that a path in a step leads to, if the step inherits it. */
function fromOf(step: Step, [list, index]: JsonPath): InheritedFrom | undefined {
  const row = isSendRequestStep(step) && list === 'headers' ? step.headers[Number(index)] : undefined
  return row && 'from' in row ? (row as InheritedHeader).from : undefined
}

/** The place of the project, the suite or the case, of the place of a step. */
const levelPath = ({ level }: InheritedFrom, step: JsonPath): JsonPath => step.slice(0, { project: 0, suite: 2, case: 4 }[level])

const levelAt = ({ level }: InheritedFrom, suite: string, one: string): Problem['at'] =>
  level === 'project' ? {} : level === 'suite' ? { suite } : { suite, case: one }

function* all(...sets: readonly Set<string>[]): Iterable<string> {
  for (const names of sets) yield* names
}

const named = (variables: Project['variables']): string[] => variables.map(({ name }) => name)

/** The variables that a step sets at one of these scopes, with those beside them. */
const setBy = (step: Step, scopes: readonly string[]): string[] =>
  variablesSet(step)
    .filter(({ scope }) => scopes.includes(scope))
    .flatMap(({ name, members = [] }) => [name, ...members.map((member) => `${name}.${member}`)])

/** Each name once in a step, at the first place where it is. */
function unknownIn(step: Step, isKnown: (name: string) => boolean): { path: JsonPath; name: string }[] {
  const places = new Map<string, JsonPath>()
  visitTemplates(stepSchema, step, (path, text) => {
    for (const { name, compute } of listReferences(text))
      if (compute === undefined && !isKnown(name) && !places.has(name)) places.set(name, [...path])
  })
  for (const [name, path] of unknownInCondition(step.onlyIf, isKnown)) if (!places.has(name)) places.set(name, path)
  return [...places].map(([name, path]) => ({ path, name }))
}

/** Variables whose values a condition asks for; whether there is one may be asked of any. */
const unknownInCondition = (onlyIf: readonly Check[] = [], isKnown: (name: string) => boolean): [string, JsonPath][] =>
  onlyIf.flatMap((check, index): [string, JsonPath][] => {
    const name = valueAsked(check)
    return name && isVariableName(name) && !isKnown(name) ? [[name, ['onlyIf', index, 'name']]] : []
  })
