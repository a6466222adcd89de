import type { Case, Project } from '#engine/project/format/schema.ts'
import { StorageError, type ProjectStore, type StoredProject, type WriteFailure } from '#storage/types.ts'
import { applyEdit, type Edit } from '#engine/project/edit/edit.ts'
import { headOf, type ProjectHead } from '#engine/project/edit/state.ts'

interface Kept {
  stored: StoredProject
  head: ProjectHead
  cases: ReadonlyMap<string, Case>
  revision: number
  undo: Edit[]
  redo: Edit[]
  file?: { name: string; digest: string }
}

/** A ProjectStore for tests: in memory, told when to reject writes. */
export interface MemoryStore extends ProjectStore {
  /** All writes from now on are rejected so; undefined: they succeed again. */
  refuse(failure: WriteFailure | undefined): void
  /** Another tab writes: the revision moves on. */
  writeElsewhere(localId: string, edit: Edit): void
  applied: Edit[]
}

/** Creates an empty {@link MemoryStore}. */
export function createMemoryStore(): MemoryStore {
  const projects = new Map<string, Kept>()
  const settings = new Map<string, unknown>()
  const applied: Edit[] = []
  const listeners = new Set<Parameters<ProjectStore['subscribe']>[0]>()
  let refused: WriteFailure | undefined
  let next = 1
  const of = (localId: string): Kept => {
    const kept = projects.get(localId)
    if (!kept) throw new StorageError('unavailable', `There is no project ${localId}.`)
    return kept
  }
  const change = (kept: Kept, edit: Edit, direction: 'forward' | 'backward') => {
    const after = applyEdit(kept, edit, direction)
    kept.head = after.head
    kept.cases = after.cases
    kept.revision++
    kept.stored = { ...kept.stored, name: after.head.name, unsaved: true }
  }
  const guard = (kept: Kept, revision: number) => {
    if (refused) throw new StorageError(refused, `Refused: ${refused}.`)
    if (kept.revision !== revision) throw new StorageError('stale', 'Somebody else wrote.')
  }
  const keep = (localId: string, project: Project, file?: { name: string }): StoredProject => {
    const { suites, ...rest } = structuredClone(project)
    const stored: StoredProject = { localId, name: project.name, fileId: project.id, openedAt: next++, unsaved: false }
    if (file) stored.fileName = file.name
    projects.set(localId, {
      stored,
      head: { ...rest, suites: suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) },
      cases: new Map(suites.flatMap((suite) => suite.cases.map((one) => [one.id, one]))),
      revision: 0,
      undo: [],
      redo: [],
    })
    return stored
  }
  return {
    lasting: true,
    applied,
    refuse: (failure) => {
      refused = failure
    },
    writeElsewhere: (localId, edit) => {
      change(of(localId), edit, 'forward')
      for (const listener of listeners) listener({ localId, what: 'written', elsewhere: true })
    },
    list: async () => [...projects.values()].map((kept) => kept.stored).toSorted((a, b) => b.openedAt - a.openedAt),
    import: async (project, file) => keep(`local-${next++}`, project, file),
    replace: async (localId, project, file) => keep(localId, project, file),
    remove: async (localId) => void projects.delete(localId),
    head: async (localId) => projects.get(localId)?.head,
    case: async (localId, caseId) => projects.get(localId)?.cases.get(caseId),
    project: async (localId) => {
      const kept = projects.get(localId)
      if (!kept) return undefined
      const suites = kept.head.suites.map((suite) => ({
        ...suite,
        cases: suite.cases.flatMap((head) => kept.cases.get(head.id) ?? []),
      }))
      return { ...kept.head, suites }
    },
    apply: async (localId, edit, revision) => {
      if (!projects.has(localId)) throw new StorageError('closed', 'The storage was cleared.')
      const kept = of(localId)
      guard(kept, revision)
      change(kept, edit, 'forward')
      applied.push(edit)
      kept.undo.push(edit)
      kept.redo = []
      return kept.revision
    },
    revision: async (localId) => of(localId).revision,
    undo: async (localId, revision) => {
      const kept = of(localId)
      guard(kept, revision)
      const edit = kept.undo.pop()
      if (!edit) return undefined
      change(kept, edit, 'backward')
      kept.redo.push(edit)
      return { edit, revision: kept.revision }
    },
    redo: async (localId, revision) => {
      const kept = of(localId)
      guard(kept, revision)
      const edit = kept.redo.pop()
      if (!edit) return undefined
      change(kept, edit, 'forward')
      kept.undo.push(edit)
      return { edit, revision: kept.revision }
    },
    nextUndo: async (localId) => of(localId).undo.at(-1),
    history: async (localId) => {
      const kept = of(localId)
      const undo = kept.undo.at(-1)?.label
      const redo = kept.redo.at(-1)?.label
      return { ...(undo === undefined ? {} : { undo }), ...(redo === undefined ? {} : { redo }) }
    },
    markSaved: async (localId, file, revision) => {
      const kept = of(localId)
      kept.file = file
      kept.stored = { ...kept.stored, unsaved: kept.revision !== revision, fileName: file.name }
    },
    file: async (localId) => projects.get(localId)?.file,
    markMerged: async () => {},
    keepVersion: async () => {},
    fileVersions: async () => [],
    restore: async (localId, project) => {
      keep(localId, project)
      return of(localId).revision
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setting: async <T>(key: string) => settings.get(key) as T | undefined,
    putSetting: async (key, value) => void settings.set(key, value),
  }
}
