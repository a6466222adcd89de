import { showToast } from '../../components/overlays/toasts.tsx'
import type { OpenedFile, SaveResult } from '../../page/file-access.ts'
import type { FileCommandParts } from './file-command-parts.ts'
import { fileTexts as texts } from './file-texts.ts'

/** The open project as text, and the revision that is certain to be in it. */
interface Current {
  localId: string
  name: string
  revision: number
  text: string
}

/** How the open project gets into its file. */
export interface FileSaving {
  save(): Promise<void>
  saveAs(): Promise<void>
  /** The file of the open project, if someone else has changed it since that was last reported. */
  changedFile(): Promise<OpenedFile | undefined>
}

/** Makes {@link FileSaving}; `telling` says what fails in a later click. */
export function createFileSaving(
  { services, workspace, dialogs }: Omit<FileCommandParts, 'router'>,
  telling: (work: () => Promise<void>) => Promise<void>,
): FileSaving {
  const { files, aprj, store } = services
  const written = async ({ localId, text, revision }: Current, result: SaveResult) => {
    if (result.done) {
      const { name, handle, lastModified } = result
      const digest = await files.digest(text)
      const known = { name, digest, ...(handle ? { handle } : {}), ...(lastModified === undefined ? {} : { lastModified }) }
      // The file is written, whatever the storage says: with no room for this, the next save asks before it overwrites.
      await store.markSaved(localId, known, revision).catch(() => undefined)
      await store.keepVersion(localId, digest, new TextEncoder().encode(text)).catch(() => undefined)
      await workspace.refresh()
      showToast(files.direct ? texts.saved(name) : texts.downloaded(name))
    } else if (result.why === 'denied') showToast(texts.denied, 'error')
    else if (result.why === 'failed') showToast(texts.failed(result.message ?? ''), 'error')
  }
  const current = async (): Promise<Current | undefined> => {
    await workspace.flush()
    const localId = workspace.localId()
    if (!localId) return undefined
    // Of before the snapshot: an edit made meanwhile then counts as unsaved, even if it is in the file.
    const revision = await store.revision(localId).catch(() => 0)
    const project = await workspace.snapshot()
    return project && { localId, name: project.name, revision, text: await aprj.write(project) }
  }
  const saveAs = async () => {
    const now = await current()
    if (now) await written(now, await files.saveAs(fileName(now.name), now.text))
  }
  const save = async () => {
    const now = await current()
    if (!now) return
    const known = await store.file(now.localId)
    if (!known?.handle) return written(now, await files.saveAs(known?.name ?? fileName(now.name), now.text))
    const { handle, digest } = known
    const result = await files.save(handle, now.text, digest)
    if (!result.done && result.why === 'changed') {
      const onDisk = result.onDisk ? { onDisk: result.onDisk } : {}
      const overwrite = () => telling(async () => written(now, await files.save(handle, now.text, digest, true)))
      return dialogs.show({ name: 'changed-on-disk', fileName: handle.name, overwrite, ...onDisk })
    }
    await written(now, result)
  }
  /** Digest of the changed file that was last reported. */
  let told = ''
  const changedFile = async () => {
    const localId = workspace.localId()
    const known = localId && (await store.file(localId))
    if (!known || !known.handle) return undefined
    const onDisk = await files.changed(known.handle, known)
    const digest = onDisk && (await files.digest(onDisk.bytes))
    if (!onDisk || digest === told || workspace.localId() !== localId) return undefined
    told = digest ?? ''
    return onDisk
  }
  return { save, saveAs, changedFile }
}

/** `Orders API` → `orders-api.aprj`. */
export function fileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return `${plain || 'project'}.aprj`
}
