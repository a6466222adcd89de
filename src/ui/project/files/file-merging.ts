import { editBetween } from '#engine/project/edit/compose.ts'
import { stateOf } from '#engine/project/edit/state.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { same } from '#engine/base/deep-equal.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { OpenedFile } from '../../page/file-access.ts'
import type { FileCommandParts } from './file-command-parts.ts'
import type { FileOpening } from './file-opening.ts'
import { fileTexts } from './file-texts.ts'

const texts = fileTexts.merge

/** What was merged, and the digest of the version that it was compared with. */
export interface MergedFile {
  file: OpenedFile
  base?: string
}

/** Merging an opened file into the stored project, and resolving what a merge left open. */
export interface FileMerging {
  /** Shows what would change, before anything does. */
  preview(localId: string, theirs: Project, file: OpenedFile): Promise<void>
  /** `merged` was made of `ours`: one undo step, also if the project was edited meanwhile. */
  apply(localId: string, ours: Project, merged: Project, merge?: MergedFile): Promise<void>
  /** Asks about the conflicts of the open project. */
  resolve(): Promise<void>
}

/** Makes {@link FileMerging}; what fails is thrown. */
export function createFileMerging(
  { services, workspace, dialogs }: Omit<FileCommandParts, 'router'>,
  { show, tellNeeds }: Pick<FileOpening, 'show' | 'tellNeeds'>,
): FileMerging {
  const { files, aprj, store } = services
  const resolve = async () => {
    const [localId, ours] = [workspace.localId(), await workspace.snapshot()]
    if (!localId || !ours?.conflicts) return
    const preview = { project: ours, conflicts: await aprj.conflicts(ours), changes: [] }
    dialogs.show({ name: 'merge', localId, ours, preview })
  }
  const preview = async (localId: string, theirs: Project, file: OpenedFile) => {
    if (workspace.localId() !== localId) await show(localId)
    await workspace.flush()
    const ours = await workspace.snapshot()
    if (!ours) return
    if (ours.conflicts) return resolve()
    const merged = await aprj.merge(await store.fileVersions(localId), ours, theirs)
    dialogs.show({ name: 'merge', localId, ours, preview: merged, file })
  }
  const apply = async (localId: string, ours: Project, merged: Project, merge?: MergedFile) => {
    if (workspace.localId() !== localId) return
    const file = merge?.file
    const digest = file && (await files.digest(file.bytes))
    const now = await workspace.snapshot()
    if (!now) return
    let next = merged
    if (!same(now, ours)) {
      const { mergeProjects } = await import('#engine/merge/merge.ts')
      next = mergeProjects({ base: ours, ours: now, theirs: merged })
    }
    const edit = editBetween(file ? texts.label(file.name) : texts.resolveLabel, stateOf(now), stateOf(next))
    if (edit && !workspace.adopt(edit)) throw new Error(texts.readOnly)
    await workspace.flush()
    if (!file || digest === undefined) return
    const { name, handle, lastModified, bytes } = file
    // The file is a version that later ones may come from. If it is the project's own, saving must not ask about it again.
    await store.markMerged(localId, { name, lastModified, digest, ...(handle ? { handle } : {}) }, bytes, {
      edited: edit !== undefined,
      ...(merge.base === undefined ? {} : { base: merge.base }),
    })
    await workspace.refresh()
    showToast(texts.done(file.name))
    await tellNeeds(localId, next, { before: now })
  }
  return { preview, apply, resolve }
}
