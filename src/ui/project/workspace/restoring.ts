import { batch } from 'solid-js'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { ProjectStore } from '#storage/types.ts'
import type { SaveState } from './writer.ts'
import { assemble } from './snapshot.ts'
import type { Opened, WorkspaceState } from './state.ts'

/**
 * Reports the result of the writes of a project, and stores it again from memory when the storage was cleared under the page
 * (R17).
 */
export function createRestoring(state: WorkspaceState, store: ProjectStore): (project: Opened, written: SaveState) => void {
  let restoring = false
  const restore = async (project: Opened, refused: SaveState) => {
    restoring = true
    // What is edited from now on may not be part of what is stored again: it is written after it.
    const contained = project.writer.waiting()
    try {
      const found = await assemble(state)
      if (!found || state.opened() !== project) return
      project.writer.moveTo(await store.restore(project.localId, found.whole))
      project.writer.clear(contained)
      const lost = new Set(found.missing.map(({ id }) => id))
      batch(() => {
        state.setHead((now) => now && withoutCases(now, lost))
        state.setRestored({ lost: found.missing.map(({ name }) => name) })
        state.setHistory({})
        state.setSaveState({ state: 'saved' })
      })
      await project.writer.flush()
      await state.refresh()
    } catch {
      state.setSaveState(refused)
    } finally {
      restoring = false
    }
  }
  return (project, written) => {
    if (state.opened() !== project) return
    if (written.state === 'not-saved' && written.failure === 'closed' && !restoring) return void restore(project, written)
    state.setSaveState(written)
    if (written.state !== 'saved') return
    if (!state.stored()?.unsaved || state.stored()?.name !== state.head()?.name) void state.refresh()
    void state.refreshHistory(project)
  }
}

const withoutCases = (head: ProjectHead, gone: ReadonlySet<string>): ProjectHead => ({
  ...head,
  suites: head.suites.map((suite) => ({ ...suite, cases: suite.cases.filter(({ id }) => !gone.has(id)) })),
})
