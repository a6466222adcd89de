import type { composeEdit as ComposeEdit, EditDraft } from '#engine/project/edit/compose.ts'
import type { Edit } from '#engine/project/edit/edit.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { Case, Project } from '#engine/project/format/schema.ts'
import type { ProjectStore, StoredProject } from '#storage/types.ts'
import type { ProjectLocks } from '../../page/services.ts'
import { createFollowing } from './following.ts'
import { createOpening } from './opening.ts'
import { createRestoring } from './restoring.ts'
import { inMemory, snapshot } from './snapshot.ts'
import { createWorkspaceState } from './state.ts'
import { createUndoing } from './undoing.ts'
import { failureOf, type SaveState } from './writer.ts'

/** The projects of this browser and the one that is open: its state, every edit of it, undo, saving. Reading is reactive. */
export interface Workspace {
  phase(): 'starting' | 'empty' | 'opening' | 'open' | 'missing'
  /** Newest first. */
  projects(): StoredProject[]
  refresh(): Promise<void>
  localId(): string | undefined
  stored(): StoredProject | undefined
  head(): ProjectHead | undefined
  /** A case in memory; undefined while it is being read. */
  case(id: string | undefined): Case | undefined
  load(id: string): Promise<Case | undefined>
  cases(): ReadonlyMap<string, Case>
  saveState(): SaveState
  /**
   * The storage had been cleared under this page, and the project was written again from memory: undo steps are gone, and
   * cases that were not in memory, by their names (R17).
   */
  restored(): { lost: readonly string[] } | undefined
  /** Another tab may write to this project, this one may not. */
  readOnly(): boolean
  takeOver(): void
  /** One undoable edit. False: nothing changed, or the project is read-only. Cases that are touched must be in memory. */
  edit(label: string, touched: readonly string[], recipe: (draft: EditDraft) => void, merge?: string): boolean
  /**
   * An edit that was made elsewhere, on the state as it is now. False: the project is read-only, or an edit is being taken back just
   * now.
   */
  adopt(edit: Edit): boolean
  history(): { undo?: string; redo?: string }
  /** The edit that `undo` would take back. */
  nextUndo(): Promise<Edit | undefined>
  /** Returns the edit that was taken back. */
  undo(): Promise<Edit | undefined>
  redo(): Promise<Edit | undefined>
  /** Writes what waits; afterwards `saveState` says whether that went well. */
  flush(): Promise<void>
  /** After a stale write: `mine` writes this tab's state over the stored one, `theirs` reads the stored one. */
  settle(keep: 'mine' | 'theirs'): Promise<void>
  /** Edits that are on the screen and not in the storage. */
  unwritten(): readonly Edit[]
  /**
   * The whole project as it is on the screen, for saving and for running from memory. Rejects with StorageError if one of its
   * cases can't be read: a file without it would pass for the whole.
   */
  snapshot(): Promise<Project | undefined>
  /** The project as far as it is in memory, at once: cases that are still being read are not in it. */
  inMemory(): Project | undefined
  open(localId: string): Promise<boolean>
  close(): void
  import(project: Project, file?: { name: string }): Promise<StoredProject>
  replace(localId: string, project: Project, file?: { name: string }): Promise<StoredProject>
  remove(localId: string): Promise<void>
}

/** What makes an edit of a recipe. */
export type Composer = typeof ComposeEdit

/** What a workspace is made of. */
export interface WorkspaceParts {
  store: ProjectStore
  locks: ProjectLocks
  /** Gives what makes edits, or when it will be at hand. */
  composer(): Composer | Promise<Composer>
}

/** Creates the workspace; must be called inside a Solid root. */
export function createWorkspace(services: WorkspaceParts): Workspace {
  const { store, composer } = services
  const state = createWorkspaceState(store)
  const { opened, head, refresh } = state
  const undoing = createUndoing(state, store)
  const following = createFollowing(state, store, undoing.going)
  const { open, close } = createOpening(state, services, following, createRestoring(state, store))

  const edit: Workspace['edit'] = (label, touched, recipe, merge) => {
    const [project, now] = [opened(), head()]
    if (!project || !now || state.readOnly()) return false
    const compose = composer()
    const step = undoing.going()
    if (step || compose instanceof Promise) {
      // What is being taken back is not in the storage yet: the edit starts from what comes out of it.
      Promise.all([step, compose]).then(
        () => opened() === project && edit(label, touched, recipe, merge),
        (thrown: unknown) => state.setSaveState(failureOf(thrown)),
      )
      return true
    }
    const made = compose(label, { head: now, cases: project.cache.all() }, touched, recipe, merge)
    if (!made) return false
    project.takenBack = []
    state.push(project, made)
    return true
  }
  const adopt: Workspace['adopt'] = (made) => {
    const project = opened()
    if (!project || state.readOnly() || undoing.going()) return false
    project.takenBack = []
    state.push(project, made)
    return true
  }
  /** What is done to a stored project as a whole is not done while it is open. */
  const withoutOpen = async <T>(localId: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (localId !== undefined && opened()?.localId === localId) close()
    const done = await work()
    await refresh()
    return done
  }

  return {
    phase: state.phase,
    projects: state.projects,
    refresh,
    localId: () => opened()?.localId,
    stored: state.stored,
    head,
    case: (id) => opened()?.cache.get(id),
    load: async (id) => opened()?.cache.load(id),
    cases: () => {
      opened()?.cache.version()
      return opened()?.cache.all() ?? new Map()
    },
    saveState: state.saveState,
    restored: state.restored,
    readOnly: state.readOnly,
    takeOver: () => opened()?.hold.takeOver(),
    edit,
    adopt,
    history: state.history,
    nextUndo: undoing.next,
    undo: () => undoing.step('backward'),
    redo: () => undoing.step('forward'),
    flush: async () => opened()?.writer.flush(),
    unwritten: () => opened()?.writer.waiting() ?? [],
    settle: following.settle,
    snapshot: () => snapshot(state),
    inMemory: () => inMemory(state),
    open,
    close,
    import: (project, file) => withoutOpen(undefined, () => store.import(project, file)),
    replace: (localId, project, file) => withoutOpen(localId, () => store.replace(localId, project, file)),
    remove: (localId) => withoutOpen(localId, () => store.remove(localId)),
  }
}
