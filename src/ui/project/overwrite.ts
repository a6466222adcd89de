import { overwriting, type Edit } from '#engine/project/edit/edit.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import type { ProjectState } from '#engine/project/edit/state.ts'
import type { Case } from '#engine/project/schema.ts'
import type { ProjectStore } from '#storage/types.ts'
import type { Writer } from './writer.ts'

/** Writes what waits over what somebody else wrote. */
export async function overwrite(store: ProjectStore, localId: string, writer: Writer): Promise<void> {
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
  const cases = await Promise.all(known.map((id) => store.case(localId, id)))
  return { head, cases: new Map(cases.flatMap((one): [string, Case][] => (one ? [[one.id, one]] : []))) }
}
