import { textOf } from '#engine/base/errors.ts'
import { sourceFacts, type SourceName } from '#engine/extractors/facts.ts'

const pathOf = (source: SourceName) => {
  const { needs } = sourceFacts[source]
  return needs?.key === 'path' ? needs : undefined
}

/** The text in the field of a path: nothing for the path to everything, so that it is not in the way of another one. */
export const shownPath = (source: SourceName, path: string): string => (path === pathOf(source)?.root ? '' : path)

/** The value stored for typed text: an empty field is the path to everything, and `id` at the start of a JSONPath is `$.id`. */
export function typedPath(source: SourceName, before: string, text: string): string {
  const needs = pathOf(source)
  if (!needs) return text
  if (text === '') return needs.root
  const begins = shownPath(source, before) === '' && needs.language === 'JSONPath' && !text.startsWith('$')
  if (!begins) return text
  return /^[.[]/.test(text) ? `$${text}` : /^[\p{L}_]/u.test(text) ? `$.${text}` : text
}

/** What is wrong with a path; undefined: nothing, or it is no JSONPath. */
export async function pathProblem(source: SourceName, path: string): Promise<string | undefined> {
  if (pathOf(source)?.language !== 'JSONPath' || path === '') return undefined
  // A reference represents something that is known in a run only.
  if (path.includes('${')) return undefined
  try {
    const { compiledPath } = await import('#engine/extractors/json-path.ts')
    await compiledPath(path)
    return undefined
  } catch (error) {
    return textOf(error)
  }
}
