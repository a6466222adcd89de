import type { Edit } from '#engine/project/edit/edit.ts'
import type { ProjectStore } from '#storage/types.ts'
import { failureOf } from './writer.ts'
import type { Opened, WorkspaceState } from './state.ts'

type Direction = 'backward' | 'forward'

/** Takes edits back and puts them in force again. */
export interface Undoing {
  /** Returns the edit that was taken back, or put in force. */
  step(direction: Direction): Promise<Edit | undefined>
  /** The edit that a step backward would take back. */
  next(): Promise<Edit | undefined>
  /** While something is being taken back: resolves when that is done. */
  going(): Promise<unknown> | undefined
}

/** Undo and redo of the open project, through the store; in memory while nothing can be written. */
export function createUndoing(state: WorkspaceState, store: ProjectStore): Undoing {
  // One after the other: each names the revision that the one before it has made, also when the key is held down.
  let stepped: Promise<unknown> = Promise.resolve()
  let stepping = 0
  const stepOnce = async (project: Opened | undefined, direction: Direction): Promise<Edit | undefined> => {
    if (!project || state.opened() !== project || state.readOnly()) return undefined
    await project.writer.flush()
    if (state.saveState().state === 'not-saved') return stepInMemory(state, project, direction)
    const again = project.takenBack.pop()
    if (direction === 'forward' && again) {
      state.push(project, again)
      return again
    }
    const move = direction === 'backward' ? store.undo : store.redo
    const done = await move.call(store, project.localId, project.writer.revision()).catch((thrown: unknown) => {
      state.setSaveState(failureOf(thrown))
      return undefined
    })
    if (!done || state.opened() !== project) return undefined
    project.writer.moveTo(done.revision)
    state.show(project, done.edit, direction)
    await state.refreshHistory(project)
    return done.edit
  }
  return {
    step: (direction) => {
      const project = state.opened()
      stepping++
      const next = stepped.then(() => stepOnce(project, direction)).finally(() => stepping--)
      stepped = next.catch(() => undefined)
      return next
    },
    next: async () => {
      await stepped
      const project = state.opened()
      if (!project || state.readOnly()) return undefined
      await project.writer.flush()
      if (state.saveState().state === 'not-saved') return project.writer.waiting().at(-1)
      return store.nextUndo(project.localId).catch(() => undefined)
    },
    going: () => (stepping > 0 ? stepped : undefined),
  }
}

function stepInMemory(state: WorkspaceState, project: Opened, direction: Direction): Edit | undefined {
  const edit = direction === 'backward' ? project.writer.takeBack() : project.takenBack.pop()
  if (!edit) return undefined
  if (direction === 'forward') state.push(project, edit)
  else {
    project.takenBack.push(edit)
    state.show(project, edit, 'backward')
    if (project.writer.waiting().length === 0) state.setSaveState({ state: 'saved' })
  }
  return edit
}
