import { indexOf } from '#engine/case-builder/project-index.ts'
import type { Project } from '#engine/project/schema.ts'

/** What `@` offers: suites, cases and operations by name. */
export function mentions(project: Project): { kind: 'case' | 'suite' | 'operation'; name: string }[] {
  const index = indexOf(project)
  return [
    ...project.suites.map(({ name }) => ({ kind: 'suite' as const, name })),
    ...index.cases.map(({ one }) => ({ kind: 'case' as const, name: one.name })),
    ...index.operations.map(({ name }) => ({ kind: 'operation' as const, name })),
  ]
}
