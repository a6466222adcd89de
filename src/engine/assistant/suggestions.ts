import type { Language } from './glossaries/glossary.ts'
import type { Project } from '#engine/project/schema.ts'
import { recipes, type RecipeId } from './plan.ts'
import { indexOf } from '#engine/case-builder/project-index.ts'
import { textsOf } from './replies/index.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'

/** Requests that fit what is selected, or the project: at most four, in the language. */
export function suggestionsFor(
  project: Project,
  focus: { case?: string; suite?: string; step?: string; operation?: string } = {},
  language: Language = 'en',
): string[] {
  const index = indexOf(project)
  const texts = textsOf[language].suggest
  const one = index.cases.find(({ one: { id } }) => id === focus.case)
  const creating = index.operations.filter(
    ({ role, fields }) => role === 'create' && fields.some(({ in: place }) => place === 'body'),
  )
  const chosen =
    (focus.operation === undefined ? undefined : index.operation(focus.operation)) ??
    index.operationsIn(one).find((operation) => creating.includes(operation))
  const whole = creating.find((operation) => relatedOperation(index, operation, 'delete')) ?? creating[0]
  const about = chosen ?? whole
  const list = [
    ...(one ? [texts.explain(one.one.name), texts.load(one.one.name)] : []),
    ...(whole ? [texts.lifeCycle(nounOf(whole.path))] : []),
    ...(about ? [texts.boundary(about.name), texts.pairwise(about.name)] : []),
    ...(index.operations.some(({ api }) => api) && index.cases.length === 0 ? [texts.every] : []),
    ...(index.operations.length === 0 ? [texts.post] : []),
  ]
  return list.slice(0, 4)
}

/** The noun of a path as it is written, without its plural: `order` of `/orders`. */
const nounOf = (path: string): string =>
  (path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')

/** The recipes, for `/`: each with a request that begins it. */
export const recipeList: readonly { id: RecipeId; text: string }[] = recipes.map((id) => ({
  id,
  text: `${id.replaceAll('_', ' ')} `,
}))

/** What `@` offers: cases, suites and operations by name. */
export function mentions(project: Project): { kind: 'case' | 'suite' | 'operation'; name: string }[] {
  const index = indexOf(project)
  return [
    ...project.suites.map(({ name }) => ({ kind: 'suite' as const, name })),
    ...index.cases.map(({ one }) => ({ kind: 'case' as const, name: one.name })),
    ...index.operations.map(({ name }) => ({ kind: 'operation' as const, name })),
  ]
}
