import { describePath } from './format/path.ts'
import { type Project, projectSchema } from './format/schema.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { canBeSecret } from './format/schema-node.ts'
import { visitParts } from './visit.ts'

/** A secret that a project refers to, and every place that does. */
export interface NeededSecret {
  id: string
  /** `suites > Orders > Create order > step 1 > clientSecret` */
  places: string[]
}

/** The secrets that a project needs, in the order of the file. */
export function secretsNeeded(project: Project): NeededSecret[] {
  const needed = new Map<string, string[]>()
  visitParts(projectSchema, project, (schema, value, path) => {
    if (!canBeSecret(schema) || !isObject(value) || typeof value['secret'] !== 'string') return
    const places = needed.get(value['secret']) ?? []
    places.push(describePath(project, path))
    needed.set(value['secret'], places)
  })
  return Array.from(needed, ([id, places]) => ({ id, places }))
}
