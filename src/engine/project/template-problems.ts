import { lines, secret, text } from '#engine/steps/fields.ts'
import { isVariableName, readTemplate } from '#engine/templates/parse.ts'
import type { JsonPath } from './json-source.ts'
import { type Step, stepSchema, variableSchema } from './schema.ts'
import { texts } from './texts.ts'
import { visitParts } from './visit.ts'

/** Texts that are never resolved: they are for people, or a program of their own. */
const neverResolved = new Set(['description', 'script'])

/** Whether any text below may refer to something; most steps are done here. */
function holdsReference(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsReference)
}

/** Where a text of a step, or of a list of variables, is no good template, or names a variable that can't be. */
export function templateProblems(
  schema: typeof stepSchema | typeof variableSchema,
  value: unknown,
  report: (path: JsonPath, text: string) => void,
): void {
  if (!holdsReference(value)) return
  visitParts(schema, value, (part, found, path) => {
    const key = path.at(-1)
    if (typeof found !== 'string' || neverResolved.has(String(key))) return
    const isTemplate = part === text || part === lines || part === secret || (key === 'value' && part.type !== 'picklist')
    const [problem] = isTemplate && found.includes('${') ? readTemplate(found).problems : []
    if (problem !== undefined) report(path, `${problem.message} ${problem.hint}`)
  })
}

/** The destinations of a step, where they are no names of variables. */
export function destinationProblems(step: Step, report: (path: JsonPath, text: string) => void): void {
  const destination = (name: string, ...path: JsonPath) => {
    if (!isVariableName(name)) report(path, texts.badDestination(name))
  }
  if (step.kind === 'oauth2' || step.kind === 'jwt') destination(step.variableName, 'variableName')
  if (step.kind === 'data-transfer')
    for (const [index, { to }] of step.transfers.entries()) destination(to, 'transfers', index, 'to')
  if (step.kind === 'loop-start')
    for (const [index, { variable }] of step.mapping.entries()) destination(variable, 'mapping', index, 'variable')
}
