import type { Variable } from '#engine/project/schema.ts'
import { readTemplate } from '#engine/templates/parse.ts'
import type { Draft } from './draft.ts'

/** A list of variables that a run looks at, with the name of what holds it. */
export interface VariableScope {
  name: string
  variables: Variable[]
}

/** Where a variable made of a template's variables belongs: each environment that gives one of them its value, or the project. */
export function scopesWith({ project }: Draft, template: string): VariableScope[] {
  const names = new Set(readTemplate(template).parts.flatMap((part) => (typeof part === 'string' ? [] : part.name)))
  const found = project.environments.filter(({ variables }) => variables.some(({ name }) => names.has(name)))
  return found.length === 0 ? [project] : found
}

/** Resolves templates by start values that are known at once; undefined where one is missing, empty or computed. */
export function knownValues({ project, secrets }: Draft, first: readonly Variable[]): (template: string) => string | undefined {
  const resolve = (template: string, left: number): string | undefined => {
    let made = ''
    for (const part of readTemplate(template).parts) {
      if (typeof part === 'string') made += part
      else {
        const value = part.compute === undefined && left > 0 ? valueOf(part.name, left - 1) : undefined
        if (value === undefined || value === '') return undefined
        made += value
      }
    }
    return made
  }
  const valueOf = (name: string, left: number): string | undefined => {
    const value = (first.find((one) => one.name === name) ?? project.variables.find((one) => one.name === name))?.value
    if (value === undefined) return undefined
    if (typeof value === 'object') return secrets.get(value.secret)
    return typeof value === 'string' ? resolve(value, left) : String(value)
  }
  return (template) => resolve(template, 8)
}
