import { valueAsked } from '#engine/steps/conditions/condition-reads.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { namesSecret } from '../conceal-literals.ts'
import type { Draft } from '../draft.ts'
import { importerTexts as texts } from '../texts.ts'

/**
 * Gives each variable that is used and neither has a value nor is set by a step an empty one, and says so; one that is named like a
 * credential becomes a secret to be entered (P4).
 */
export function defineUnknown(draft: Draft): void {
  const { project } = draft
  const known = new Set<string>()
  const define = (variables: readonly { name: string }[]) => {
    for (const { name } of variables) known.add(name)
  }
  define(project.variables)
  for (const { variables } of project.environments) define(variables)
  for (const { variables, cases } of project.suites) {
    define(variables)
    for (const one of cases) {
      define(one.variables)
      for (const step of one.steps)
        for (const { name, members = [] } of variablesSet(step)) {
          known.add(name)
          for (const member of members) known.add(`${name}.${member}`)
        }
    }
  }
  for (const name of namesInConditions(draft)) {
    if (isDefined(draft, name)) continue
    project.variables.push({ name, value: '', description: '' })
    if (!known.has(name)) draft.leaveOut('', texts.unknownVariable(name))
    known.add(name)
  }
  for (const name of namesRead(draft)) {
    if (known.has(name) || !isVariableName(name)) continue
    const value = draft.isSensitive(name) || namesSecret(name) ? draft.secret(project.name, name) : ''
    project.variables.push({ name, value, description: '' })
    if (value === '') draft.leaveOut('', texts.unknownVariable(name))
    else draft.leaveOut('', texts.unknownSecret(name), value.secret)
  }
}

/** Variables whose values conditions ask for: a script takes one that is not there for empty. */
const namesInConditions = ({ project: { suites } }: Draft): Set<string> =>
  new Set(
    suites
      .flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.flatMap(({ onlyIf = [] }) => onlyIf)))
      .flatMap((check) => valueAsked(check) ?? [])
      .filter(isVariableName),
  )

/** Whether it has a value in every environment. */
const isDefined = ({ project: { variables, environments } }: Draft, wanted: string): boolean => {
  const has = (holder: { variables: readonly { name: string }[] }) => holder.variables.some(({ name }) => name === wanted)
  return has({ variables }) || (environments.length > 0 && environments.every(has))
}

/** The variables that steps and start values refer to; descriptions, with the notes of scripts in them, are no templates. */
export function namesRead({ project }: Draft): Set<string> {
  const names = new Set<string>()
  const values = (variables: readonly { value: unknown }[]) =>
    namesIn(
      variables.map(({ value }) => value),
      names,
    )
  values(project.variables)
  for (const { variables } of project.environments) values(variables)
  for (const suite of project.suites) {
    values(suite.variables)
    for (const one of suite.cases) {
      values(one.variables)
      // Whether a variable is there is asked of one that may not be.
      for (const { onlyIf: _, ...step } of one.steps) variablesRead({ ...step, description: '' } as Step, names)
    }
  }
  return names
}
