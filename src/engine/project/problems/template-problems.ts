import { settled } from '#engine/base/excerpt.ts'
import { lines, secret, text } from '#engine/steps/fields.ts'
import { holdsReference } from '#engine/steps/step-check.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { isVariableName, readTemplate } from '#engine/templates/parse.ts'
import type { JsonPath } from '../format/json-source.ts'
import { type conditionSchema, type headersSchema, type Step, type stepSchema, type variableSchema } from '../format/schema.ts'
import { projectFormatTexts as texts } from '../texts.ts'
import { visitParts } from '../visit.ts'

/** Texts that are never resolved: they are for users, or scripts in another language. */
const neverResolved = new Set(['description', 'code'])

/** What has templates. */
type Templated = typeof stepSchema | typeof variableSchema | typeof headersSchema | typeof conditionSchema

/** Shows every text of a step, of a variable, or of headers, that is a template with references; the path has to be copied to be kept. */
export function visitTemplates(schema: Templated, value: unknown, see: (path: JsonPath, text: string) => void): void {
  if (!holdsReference(value)) return
  visitParts(schema, value, (part, found, path) => {
    if (typeof found !== 'string' || !found.includes('${')) return
    const key = path.at(-1)
    if (neverResolved.has(String(key))) return
    const isTemplate = part === text || part === lines || part === secret || (key === 'value' && part.type !== 'picklist')
    if (isTemplate) see(path, found)
  })
}

/** Where a string of a step, of a variable or of headers is an invalid template, or names a variable that can't be. */
export function templateProblems(schema: Templated, value: unknown, report: (path: JsonPath, text: string) => void): void {
  visitTemplates(schema, value, (path, found) => {
    const [problem] = readTemplate(found).problems
    if (problem !== undefined) report(path, settled(`${problem.message} ${problem.hint}`))
  })
}

/** The destinations of a step, where they aren't names of variables. */
export function destinationProblems(step: Step, report: (path: JsonPath, text: string) => void): void {
  for (const { name, place } of variablesSet(step)) if (!isVariableName(name)) report(place, texts.badDestination(name))
}
