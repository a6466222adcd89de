import { isObject } from '#engine/base/encoding/json-value.ts'
import type { MergeConflict } from '#engine/project/format/conflict-schema.ts'
import { findDoubleIds } from '#engine/project/format/double-ids.ts'
import { readJson, type JsonPath } from '#engine/project/format/json-source.ts'
import { describePath } from '#engine/project/format/path.ts'
import { projectSchema, type Project } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { checkRules } from '#engine/project/problems/check-rules.ts'
import { newlyDangling, separateIds } from './references.ts'
import { mergeTrees } from './tree.ts'
import { pathName, type FoundConflict, type MergePath, type Merging, type Versions } from './values.ts'

/** Three versions of a project; without a base everything counts as added by both. */
export type ProjectVersions = Versions<Project> & { ours: Project; theirs: Project }

/**
 * Merges what two sides did to a project since `base`. What only one side changed is taken over, also next to changes of the
 * other. What can't be decided is kept as `ours` has it, or as it is if one side deleted it, and listed in `conflicts` of the
 * result, which is a valid project. The order of the sides matters only there, and for the order of what both added.
 */
export function mergeProjects(versions: ProjectVersions): Project {
  const sides = { ...versions, theirs: separateIds(versions) }
  const [whole, kept] = [new Set<string>(), new Set<string>()]
  for (;;) {
    const merging: Merging = { conflicts: [], whole, kept }
    const merged = mergeTrees(sides, merging)
    const { value, wrong } = asFile(merged)
    const size = whole.size + kept.size
    for (const path of wrong) joinParts(merged, path, whole)
    const dangling = wrong.length > 0 ? [] : newlyDangling(value, sides)
    for (const id of dangling) kept.add(id)
    if (whole.size + kept.size > size) continue
    // Both sides are valid, so a value that is one of theirs is.
    if (wrong.length > 0) throw new Error(`unmergeable: ${describePath(merged, wrong[0] ?? [])}`)
    const project = value as Project
    const conflicts = merging.conflicts.map((one) => settle(project, one))
    return conflicts.length === 0 ? project : { ...project, conflicts }
  }
}

/** What a file with this project is read as, and where it breaks a rule. */
function asFile(merged: Record<string, unknown>): { value: unknown; wrong: JsonPath[] } {
  const file = readJson(writeProject(merged as Project)).value
  const { value, breaches } = checkRules(projectSchema, file)
  return { value, wrong: [...breaches.map(({ path }) => path), ...findDoubleIds(file).map(({ path }) => path)] }
}

/** Has the parts around a broken rule merged as one: the field of the nearest item with an id, then that item. */
function joinParts(root: unknown, path: JsonPath, whole: Set<string>): void {
  let value = root
  let item: MergePath = []
  let field: MergePath = []
  const at: (string | { index: number })[] = []
  for (const key of path) {
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined
    const id = typeof key === 'number' && isObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined
    at.push(id ?? (typeof key === 'number' ? { index: key } : key))
    if (id !== undefined) item = [...at]
    else if (at.length === item.length + 1) field = [...at]
  }
  whole.add(pathName(field.length > item.length && !whole.has(pathName(field)) ? field : item))
}

/** A conflict as the file has it: with the place by names, and items without an id by their name if that is enough. */
function settle(project: Project, { path, ...found }: FoundConflict): MergeConflict {
  const indexes: (string | number)[] = []
  const keys: (string | number)[] = []
  let value: unknown = project
  for (const part of path) {
    const list = Array.isArray(value) ? (value as unknown[]) : undefined
    const named = (index: number) => {
      const name = isObject(list?.[index]) ? list[index]['name'] : undefined
      const isOnly =
        typeof name === 'string' && name !== '' && list?.filter((item) => isObject(item) && item['name'] === name).length === 1
      return isOnly ? name : index
    }
    const index =
      typeof part === 'object' ? part.index : (list?.findIndex((item) => isObject(item) && item['id'] === part) ?? part)
    indexes.push(index)
    keys.push(typeof part === 'object' ? named(part.index) : part)
    value = isObject(value) || list ? Reflect.get(value as object, index) : undefined
  }
  return { ...found, at: placeName(project, indexes), path: keys } as MergeConflict
}

/** A place by names, without the list that most places are in. */
export const placeName = (project: unknown, path: JsonPath): string => describePath(project, path).replace(/^suites > /, '')
