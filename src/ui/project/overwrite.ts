import type { ProjectStore } from '#storage/types.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import type { Writer } from './writer.ts'

/** Writes what waits over what somebody else wrote: each change starts from the stored record. */
export async function overwrite(store: ProjectStore, localId: string, writer: Writer): Promise<void> {
  const waiting = [...writer.waiting()]
  writer.clear()
  writer.moveTo(await store.revision(localId))
  const stored = await store.head(localId)
  for (const edit of waiting) {
    const changes = await Promise.all(
      edit.changes.map(async (change) => {
        if (change.record === 'head') return stored ? { ...change, before: stored } : change
        const there = placeOf(stored, change.id) ? await store.case(localId, change.id) : undefined
        return { ...change, before: there }
      }),
    )
    writer.push({ label: edit.label, changes })
  }
  await writer.flush()
}
