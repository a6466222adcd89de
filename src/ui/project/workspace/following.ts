import { batch, onCleanup } from 'solid-js'
import { overwriting, type Edit } from '#engine/project/edit/edit.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import type { ProjectState } from '#engine/project/edit/state.ts'
import type { Case } from '#engine/project/format/schema.ts'
import type { ProjectStore } from '#storage/types.ts'
import type { Opened, WorkspaceState } from './state.ts'

/** How long the writes of another tab are gathered before they are read, in milliseconds. */
const followingDelay = 150

/** How long it takes until what could not be read is read again, in milliseconds. */
const retryDelay = 1_000

/** How this tab gets on with others that have the same project open (R22). */
export interface Following {
  /** Another tab gave the project to this one, or took it: then it resolves when all that was edited here is written. */
  turn(project: Opened, mine: boolean): Promise<void>
  /** After a stale write. */
  settle(keep: 'mine' | 'theirs'): Promise<void>
}

/** Follows what other tabs write, until the Solid root that this is called in ends; `undoing`: what is being taken back just now. */
export function createFollowing(
  state: WorkspaceState,
  store: ProjectStore,
  undoing: () => Promise<unknown> | undefined,
): Following {
  let reloads = 0
  /** Where several go on at once, what the last one reads is shown. */
  const reload = async (project: Opened) => {
    const mine = ++reloads
    const [fresh, cases] = [await readStored(store, project.localId), project.cache.all()]
    if (!fresh.head || state.opened() !== project) return
    const kept = await Promise.all([...cases.keys()].map((id) => store.case(project.localId, id)))
    if (mine !== reloads || state.opened() !== project) return
    project.writer.clear()
    project.writer.moveTo(fresh.revision)
    batch(() => {
      state.setHead(fresh.head)
      project.cache.replace(byId(kept))
      state.setSaveState({ state: 'saved' })
    })
    await state.refreshHistory(project)
  }
  /** What the other tab wrote is read before anything can be edited here: an edit made meanwhile would be lost. */
  const becomeWriter = async (project: Opened) => {
    // Edits that could not be written while this tab had the project before stay, and meet the stored state at the next write.
    if (project.writer.waiting().length === 0) await reload(project).catch(() => undefined)
    if (state.opened() === project && project.mine) state.setReadOnly(false)
  }
  const becomeReader = async (project: Opened) => {
    state.setReadOnly(true)
    await undoing()
    await project.writer.flush()
    if (state.opened() !== project || project.mine) return
    // What another tab wrote while this one still took itself for the owner was not followed. Unsaved edits stay.
    if (state.saveState().state === 'saved') follow(project, 0)
  }

  // A tab that reads follows the one that writes; what is removed elsewhere stays on the screen until it is left.
  let following: ReturnType<typeof setTimeout> | undefined
  const follow = (project: Opened, delay: number) => {
    clearTimeout(following)
    following = setTimeout(() => {
      // What this tab has edited, since it was given the project or before it was taken, is not thrown away.
      if (project.mine || state.opened() !== project || project.writer.waiting().length > 0) return
      reload(project).catch(() => follow(project, retryDelay))
    }, delay)
  }
  const unsubscribe = store.subscribe(({ localId, what, elsewhere }) => {
    if (!elsewhere) return
    const project = state.opened()
    if (what === 'written' && project?.localId === localId && state.readOnly()) {
      follow(project, followingDelay)
    } else void state.refresh().catch(() => undefined)
  })
  onCleanup(() => {
    clearTimeout(following)
    unsubscribe()
  })

  return {
    turn: async (project, mine) => {
      if (mine) await becomeWriter(project)
      else if (!state.readOnly()) await becomeReader(project)
    },
    settle: async (keep) => {
      const project = state.opened()
      if (!project) return
      await (keep === 'theirs' ? reload(project) : overwrite(store, project))
    },
  }
}

/** A project's head and revision, as they are stored now. */
export const readStored = async (store: ProjectStore, localId: string) => ({
  head: await store.head(localId),
  revision: await store.revision(localId),
})

/** Writes what waits over what someone else wrote. */
async function overwrite(store: ProjectStore, { localId, writer }: Opened): Promise<void> {
  const waiting = [...writer.waiting()]
  writer.clear()
  writer.moveTo(await store.revision(localId))
  const stored = await storedState(store, localId, waiting)
  for (const edit of waiting) writer.push(stored ? overwriting(edit, stored) : edit)
  await writer.flush()
}

/** The stored project, with the cases that these edits change. */
async function storedState(store: ProjectStore, localId: string, edits: readonly Edit[]): Promise<ProjectState | undefined> {
  const head = await store.head(localId)
  if (!head) return undefined
  const ids = new Set(edits.flatMap(({ changes }) => changes.flatMap((change) => (change.record === 'case' ? change.id : []))))
  const known = [...ids].filter((id) => placeOf(head, id))
  return { head, cases: byId(await Promise.all(known.map((id) => store.case(localId, id)))) }
}

const byId = (cases: readonly (Case | undefined)[]): Map<string, Case> =>
  new Map(cases.flatMap((one): [string, Case][] => (one ? [[one.id, one]] : [])))
