import { isObject } from '#engine/base/encoding/json-value.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { createShow } from './shown-values.ts'
import { mergeTexts as texts } from './texts.ts'

/** A conflict as users read it. */
export interface NamedConflict {
  /** `Orders > Create order > step 3 > url` */
  at: string
  ours: string
  theirs: string
}

/** The conflicts of a project with both versions, short and without secrets. */
export function describeConflicts(project: Project): NamedConflict[] {
  const show = createShow([project])
  const names = namesById(project)
  const nameOf = (id: string) => names.get(id) ?? id
  return (project.conflicts ?? []).map((one) => {
    const { at } = one
    switch (one.kind) {
      case 'value':
        return { at, ours: show(one.ours, one.theirs), theirs: show(one.theirs, one.ours) }
      case 'deleted':
        return one.by === 'ours'
          ? { at, ours: texts.deleted, theirs: texts.changed }
          : { at, ours: texts.changed, theirs: texts.deleted }
      case 'moved':
        return { at, ours: texts.movedTo(nameOf(one.ours)), theirs: texts.movedTo(nameOf(one.theirs)) }
      case 'order':
        return { at, ours: texts.order(one.ours.map(nameOf)), theirs: texts.order(one.theirs.map(nameOf)) }
    }
  })
}

/** The conflicts of a project, one line each. */
export const conflictLines = (project: Project): string[] =>
  describeConflicts(project).map(({ at, ours, theirs }) => texts.conflict(at, ours, theirs))

/** Why a project with conflicts doesn't run, with the conflicts; `hint` as in the texts. */
export const unresolvedConflicts = (project: Project, name: string, hint?: string): string =>
  texts.unresolved(name, conflictLines(project), hint)

function namesById(value: unknown, names = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) for (const item of value) namesById(item, names)
  if (!isObject(value)) return names
  if (typeof value['id'] === 'string' && typeof value['name'] === 'string') names.set(value['id'], value['name'])
  for (const field of Object.values(value)) if (typeof field === 'object') namesById(field, names)
  return names
}
