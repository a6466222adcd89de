import { differences, type Difference } from '#engine/project/edit/differences.ts'
import { valueAt, type Path } from '#engine/project/edit/path.ts'
import { fileTexts } from '../files/file-texts.ts'

/** A place where two states differ, by names, and what is there on both sides. */
export interface NamedDifference {
  path: string
  here: string
  there: string
}

/** What differs between two plain values, with names for ids; texts and numbers unchanged, the rest as JSON. */
export function namedDifferences(here: unknown, there: unknown, root = ''): NamedDifference[] {
  const named = (path: Path) => namesOf([here, there], path, root)
  return differences(here, there).map((one) => {
    switch (one.what) {
      case 'inserted':
        return { path: named(one.path), here: '', there: show(one.value) }
      case 'removed':
        return { path: named(one.path), here: show(one.value), there: '' }
      case 'changed':
        return { path: named(one.path), here: show(one.before), there: show(one.after) }
      case 'moved':
        return {
          path: named(one.path),
          here: placeIn(here, one.from, one.wasBehind),
          there: placeIn(there, one.path, one.behind),
        }
    }
  })
}

/** In front of what something comes: the list's name if it has one, and the item before it. */
function placeIn(whole: unknown, path: Path, behind: (Difference & { what: 'moved' })['behind']): string {
  const list = path.slice(0, -1)
  const holder = nameOf(valueAt(whole, list.slice(0, -1)))
  const before = behind === undefined ? undefined : nameOf(valueAt(whole, [...list, behind]))
  return fileTexts.stale.place(holder, before)
}

function namesOf(sides: readonly unknown[], path: Path, root: string): string {
  const words = root ? [root] : []
  for (const [at, part] of path.entries()) {
    const below = path.slice(0, at + 1)
    const name = sides.map((side) => nameOf(valueAt(side, below))).find((one) => one !== undefined)
    const key = typeof part === 'object' ? ('id' in part ? part.id : part.name) : String(part)
    words.push(name ?? key)
  }
  return words.join(' > ')
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const nameOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['name'] === 'string' && value['name'] ? value['name'] : undefined

function show(value: unknown): string {
  if (value === undefined) return ''
  if (isObject(value))
    return nameOf(value) ?? JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
  return String(value)
}
