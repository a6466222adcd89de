import { isObject } from '#engine/base/encoding/json-value.ts'
import { differences, type Difference } from '#engine/project/edit/differences.ts'
import { indexOfKey, valueAt, type ItemKey, type Path } from '#engine/project/edit/path.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { placeName } from './merge.ts'
import { createShow, type Show } from './shown-values.ts'
import { mergeTexts as texts } from './texts.ts'

/** One change of a project as users read it. */
export interface NamedChange {
  what: 'added' | 'removed' | 'moved' | 'changed'
  /** `Orders > Create order > step 3 > url` */
  path: string
  /** What was there, short and without secrets; absent if nothing was. */
  before?: string
  after?: string
}

/** What changed from one version of a project to another, by names; an inserted step is one change, and so is a moved case. */
export function changesBetween(before: Project, after: Project): NamedChange[] {
  const show = createShow([before, after])
  const { conflicts: _, ...from } = before
  const { conflicts: __, ...to } = after
  return differences(from, to).map((one) => changeOf(one, from, to, show))
}

function changeOf(one: Difference, before: unknown, after: unknown, show: Show): NamedChange {
  const name = (path: Path, ...sides: unknown[]) => {
    const side = sides.find((root) => valueAt(root, path) !== undefined) ?? sides[0]
    return placeName(side, indexesOf(side, path))
  }
  switch (one.what) {
    case 'inserted':
      return { what: 'added', path: name(one.path, after), after: show(one.value) }
    case 'removed':
      return { what: 'removed', path: name(one.path, before), before: show(one.value) }
    case 'moved':
      return {
        what: 'moved',
        path: name(one.path, after),
        before: placeIn(before, one.from, one.wasBehind),
        after: placeIn(after, one.path, one.behind),
      }
    case 'changed': {
      const [was, is] = [show(one.before, one.after), show(one.after, one.before)]
      return {
        what: 'changed',
        path: name(one.path, after, before),
        ...(one.before === undefined ? {} : { before: was }),
        ...(one.after === undefined ? {} : { after: is }),
      }
    }
  }
}

/** A path by keys as one by indexes. */
function indexesOf(root: unknown, path: Path): (string | number)[] {
  let value = root
  return path.map((part) => {
    const key = Array.isArray(value) && typeof part !== 'string' ? indexOfKey(value, part) : part
    const index = typeof key === 'object' ? String(Object.values(key)[0]) : key
    value = typeof value === 'object' && value !== null ? Reflect.get(value, index) : undefined
    return index
  })
}

/** What something comes after, and in which list. */
function placeIn(root: unknown, path: Path, behind: ItemKey | undefined): string {
  const list = path.slice(0, -1)
  const nameOf = (at: Path) => {
    const value = valueAt(root, at)
    return isObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined
  }
  return texts.place(nameOf(list.slice(0, -1)), behind === undefined ? undefined : (nameOf([...list, behind]) ?? ''))
}
