import { indexOf } from '#engine/case-builder/project-index.ts'
import { forms, type Form } from './forms/index.ts'
import type { Project } from '#engine/project/format/schema.ts'

/** What `@` offers: suites, cases and operations by name. */
export function mentions(project: Project): { kind: 'case' | 'suite' | 'operation'; name: string }[] {
  const index = indexOf(project)
  return [
    ...project.suites.map(({ name }) => ({ kind: 'suite' as const, name })),
    ...index.cases.map(({ one }) => ({ kind: 'case' as const, name: one.name })),
    ...index.operations.map(({ name }) => ({ kind: 'operation' as const, name })),
  ]
}

/** A form as the page shows it: all of it but what it does. */
export type FormFacts = Omit<Form, 'changes'>

/** The forms, and what their fields can name in a project. */
export function formsFor(project: Project): {
  forms: FormFacts[]
  names: Record<string, string[]>
  roles: Record<string, string>
} {
  const index = indexOf(project)
  const cases = index.cases.map(({ one }) => one.name)
  const suites = project.suites.map(({ name }) => name)
  return {
    forms: forms.map(({ changes: _changes, ...facts }) => facts),
    names: {
      operation: index.operations.map(({ name }) => name),
      case: cases,
      suite: suites,
      target: [...suites, ...cases],
      environment: project.environments.map(({ name }) => name),
    },
    roles: Object.fromEntries(index.operations.map(({ name, role }) => [name, role])),
  }
}
