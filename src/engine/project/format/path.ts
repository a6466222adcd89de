import type { JsonPath } from './json-source.ts'
import { projectFormatTexts as texts, visible } from '../texts.ts'

/** Lists whose key is omitted from a path, because the names say enough: a suite's cases, a case's steps. */
const silent = new Set(['cases', 'steps'])

const longestName = 60
/** Words of a path that are shown at its start and at its end; what is between them is omitted. */
const shownWords = 8

/**
 * A place in a project as people name it: `suites > Orders > Create order > step 3 > loginTimeout`. Elements of lists go by
 * their name if they have one, steps by their number.
 */
export function describePath(root: unknown, path: JsonPath): string {
  const words: string[] = []
  let value = root
  let list = ''
  for (const key of path) {
    const member: unknown =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    if (typeof key === 'number') words.push(list === 'steps' ? texts.step(key) : (nameOf(member) ?? texts.item(key)))
    else {
      if (!(silent.has(key) && Array.isArray(member))) words.push(key === '' ? '""' : visible(key))
      list = key
    }
    value = member
  }
  if (words.length > 2 * shownWords) words.splice(shownWords, words.length - 2 * shownWords, '…')
  return words.length === 0 ? texts.wholeFile : words.join(' > ')
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, 'name')) return undefined
  const name: unknown = Reflect.get(value, 'name')
  if (typeof name !== 'string' || name.trim() === '') return undefined
  const shown = visible(name)
  return shown.length > longestName ? `${shown.slice(0, longestName)}…` : shown
}
