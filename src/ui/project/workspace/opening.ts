import { batch } from 'solid-js'
import { caseIds } from '#engine/project/edit/places.ts'
import type { ProjectStore } from '#storage/types.ts'
import type { ProjectLocks } from '../../page/services.ts'
import { createCaseCache } from './case-cache.ts'
import { createWriter, type SaveState } from './writer.ts'
import { readStored, type Following } from './following.ts'
import type { Opened, WorkspaceState } from './state.ts'

/** Opens one project at a time, and closes it. */
export interface Opening {
  /** False: it is not stored, or another one was requested meanwhile. */
  open(localId: string): Promise<boolean>
  close(): void
}

/** Makes what opens projects; `written` receives the result of the writes of the open one. */
export function createOpening(
  state: WorkspaceState,
  services: { store: ProjectStore; locks: ProjectLocks },
  following: Following,
  written: (project: Opened, saveState: SaveState) => void,
): Opening {
  const { store, locks } = services
  const close = () => {
    const project = state.opened()
    if (!project) return
    // Another tab may write only when all that was edited here is there to be read.
    void project.writer.flush().finally(() => project.hold.release())
    project.cache.stop()
    state.clear()
  }
  const openAnew = async (localId: string, wanted: () => boolean): Promise<boolean> => {
    close()
    state.setPhase('opening')
    const fresh = await readStored(store, localId).catch(() => undefined)
    if (!wanted()) return false
    if (!fresh?.head) {
      state.setPhase('missing')
      return false
    }
    const project: Opened = {
      localId,
      cache: createCaseCache(store, localId),
      writer: createWriter(store, localId, fresh.revision, (saveState) => written(project, saveState)),
      hold: { takeOver: () => undefined, release: () => undefined },
      mine: true,
      takenBack: [],
    }
    batch(() => {
      state.setOpened(project)
      state.setHead(fresh.head)
      state.setPhase('open')
    })
    let first = true
    project.hold = locks.hold(localId, (mine) => {
      if (state.opened() !== project) return
      project.mine = mine
      const known = !first
      first = false
      if (known) return following.turn(project, mine)
      state.setReadOnly(!mine)
    })
    void state.refresh()
    void state.refreshHistory(project)
    void project.cache.warm(caseIds(fresh.head))
    return true
  }

  let opening: { localId: string; done: Promise<boolean> } | undefined
  let openings = 0
  const open = async (localId: string): Promise<boolean> => {
    if (state.opened()?.localId === localId) return true
    if (opening?.localId === localId) return opening.done
    const turn = ++openings
    const done = openAnew(localId, () => turn === openings)
    opening = { localId, done }
    try {
      return await done
    } finally {
      if (turn === openings) opening = undefined
    }
  }
  return { open, close }
}
