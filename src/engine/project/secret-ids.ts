import type { ProjectHead } from './edit/state.ts'
import type { Case, Project } from './format/schema.ts'

/** `Get token` and `Client Secret` as `get-token/client-secret`, numbered when it is taken. */
export function suggestSecretId(where: string, field: string, taken: ReadonlySet<string>): string {
  const wanted = `${slug(where) || 'step'}/${slug(field) || 'secret'}`
  if (!taken.has(wanted)) return wanted
  for (let n = 2; ; n++) if (!taken.has(`${wanted}-${n}`)) return `${wanted}-${n}`
}

/** All ids of secrets in a part of a project, found wherever `{ "secret": id }` stands. */
export function secretIdsIn(part: Project | ProjectHead | Case | undefined, found: Set<string> = new Set()): Set<string> {
  collect(part, found)
  return found
}

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, found)
  else if (value !== null && typeof value === 'object') {
    const keys = Object.keys(value)
    if (keys.length === 1 && keys[0] === 'secret' && 'secret' in value && typeof value.secret === 'string')
      found.add(value.secret)
    else for (const one of Object.values(value)) collect(one, found)
  }
}

const slug = (text: string) =>
  text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
