import { namesIn } from '#engine/templates/names-in.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { namesSecret } from './conceal-literals.ts'
import type { Draft } from './draft.ts'
import { texts } from './texts.ts'

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
  // What descriptions of APIs say is no template.
  for (const name of namesIn({ ...project, apis: [] })) {
    if (known.has(name) || !isVariableName(name)) continue
    const value = draft.isSensitive(name) || namesSecret(name) ? draft.secret(project.name, name) : ''
    project.variables.push({ name, value, description: '' })
    draft.leaveOut('', value === '' ? texts.unknownVariable(name) : texts.unknownSecret(name))
  }
}
