import type { JsonPath } from './json-source.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'

/** An id that is in a file a second time, and what had it first. */
export interface DoubleId {
  id: string
  path: JsonPath
  first: JsonPath
}

/** Lists of the format whose elements have ids, by their container. */
const listsWithIds = ['environments', 'connections', 'dataSources', 'apis', 'suites', 'cases', 'steps', 'loadTests', 'designs']

/** Ids that stand twice in a project, or in what could become one; every id is unique in its file. */
export const findDoubleIds = (root: unknown): DoubleId[] => (areUnique(root, new Set()) ? [] : locate(root))

/** Whether no id below is duplicated. Nearly every file is good, and needs no places. */
function areUnique(value: unknown, seen: Set<string>): boolean {
  if (!isObject(value)) return true
  const id = Object.hasOwn(value, 'id') ? value['id'] : undefined
  if (typeof id === 'string' && seen.size === seen.add(id).size) return false
  return listsWithIds.every((key) => {
    const list = Object.hasOwn(value, key) ? value[key] : undefined
    return !Array.isArray(list) || list.every((element) => areUnique(element, seen))
  })
}

function locate(root: unknown): DoubleId[] {
  const seen = new Map<string, JsonPath>()
  const doubles: DoubleId[] = []
  const visit = (value: unknown, path: JsonPath): void => {
    if (!isObject(value)) return
    const id = Object.hasOwn(value, 'id') ? value['id'] : undefined
    if (typeof id === 'string') {
      const first = seen.get(id)
      if (first === undefined) seen.set(id, path)
      else doubles.push({ id, path, first })
    }
    for (const key of listsWithIds) {
      const list = Object.hasOwn(value, key) ? value[key] : undefined
      if (Array.isArray(list)) for (const [index, element] of list.entries()) visit(element, [...path, key, index])
    }
  }
  visit(root, [])
  return doubles
}
