import type { Imported } from '#engine/importers/run-import.ts'
import { AssayError, messageWithHint } from '#engine/base/errors.ts'
import { firstProject } from '#engine/project/empty.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { OpenedFile } from '../../page/file-access.ts'
import { environmentKey } from '../environment-choice.ts'
import { ungroupedKey, unfoldedKey } from '../nesting/nesting.ts'
import { createFileOpening } from './file-opening.ts'
import { createFileMerging, type MergedFile } from './file-merging.ts'
import { createFileSaving } from './file-saving.ts'
import { fileTexts as texts } from './file-texts.ts'
import { createImportedProjects } from './imported-projects.ts'
import { newId } from '../new-id.ts'
import { projectTexts } from '../texts.ts'
import type { FileCommandParts } from './file-command-parts.ts'

/** Projects and files: what the project menu, dropping a file, and the first start do. */
export interface FileCommands {
  newProject(): Promise<void>
  /** Asks for a file, unless that has been done already. */
  open(asked?: Promise<OpenedFile | undefined>): Promise<void>
  openFile(file: OpenedFile): Promise<void>
  /** Beside whatever is stored, without asking. */
  openAsNew(file: OpenedFile): Promise<void>
  /** A file that was dropped on the window. */
  drop(file: File, handle?: Promise<FileSystemHandle | null>): Promise<void>
  /** A project that was read, put beside the stored ones and shown. */
  adopt(project: Project, file?: OpenedFile): Promise<void>
  /** A project that was read, instead of a stored one. */
  replace(localId: string, project: Project, file: OpenedFile): Promise<void>
  /** Shows what merging a project that was read into a stored one would change. */
  previewMerge(localId: string, project: Project, file: OpenedFile): Promise<void>
  /** Carries out a merge that was shown; without a file, the choices for the project's own conflicts. */
  applyMerge(localId: string, ours: Project, merged: Project, merge?: MergedFile): Promise<void>
  /** Asks about the conflicts that a merge left in the open project. */
  resolve(): Promise<void>
  save(): Promise<void>
  saveAs(): Promise<void>
  /** Says it once if someone else has changed the file of the open project, and offers to load it. */
  look(): Promise<void>
  /** Asks what to import; `text` is what was pasted. */
  import(text?: string): Promise<void>
  /** Several files or a folder that were dropped on the window. */
  dropEntries(entries: FileSystemEntry[]): Promise<void>
  /** What was imported, or made by questions, as a new project: stored, its secrets in the vault, shown; false if that failed. */
  adoptImported(imported: Pick<Imported, 'project' | 'secrets'>): Promise<boolean>
  /** An import as a suite of the open project, as one edit. */
  importInto(imported: Imported, suite: string): Promise<void>
  seal(): Promise<void>
  /** The open project again, under another name: a separate project, which gets neither secrets nor tokens (P4). */
  duplicate(): Promise<void>
  remove(localId: string): Promise<void>
}

/** Creates the file commands of the page. What fails is said in a dialog. */
export function createFileCommands(parts: FileCommandParts): FileCommands {
  const { services, workspace, router, dialogs } = parts
  const { files, store, client } = services
  const telling = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof AssayError && thrown.code === 'cancelled') return showToast(thrown.message)
      dialogs.show({ name: 'message', title: texts.notDone, text: messageWithHint(thrown) })
    }
  }
  const opening = createFileOpening(parts)
  const { show, tellNeeds, adopt, replace, openFile } = opening
  const saving = createFileSaving(parts, telling)
  const merging = createFileMerging(parts, opening)
  const importing = createImportedProjects(parts, opening)
  return {
    newProject: () =>
      telling(async () => {
        const taken = workspace.projects().map((one) => one.name)
        const project = firstProject(newId, { ...texts.newNames, project: freeName(texts.newNames.project, taken) })
        await adopt(project)
      }),
    open: (asked = files.open('.aprj')) =>
      telling(async () => {
        const file = await asked
        if (file) await openFile(file)
      }),
    openFile: (file) => telling(() => openFile(file)),
    openAsNew: (file) => telling(() => openFile(file, true)),
    drop: (file, handle) =>
      telling(async () => {
        if (!/\.aprj$/i.test(file.name)) {
          const { sourceOfChosen } = await import('./import-source.ts')
          return dialogs.show({ name: 'import', source: sourceOfChosen([file]) })
        }
        const kept = await handle
        await openFile(await files.read(file, kept?.kind === 'file' ? (kept as FileSystemFileHandle) : undefined))
      }),
    adopt: (project, file) => telling(() => adopt(project, file)),
    replace: (localId, project, file) => telling(() => replace(localId, project, file)),
    previewMerge: (localId, project, file) => telling(() => merging.preview(localId, project, file)),
    applyMerge: (localId, ours, merged, merge) => telling(() => merging.apply(localId, ours, merged, merge)),
    resolve: () => telling(merging.resolve),
    save: () => telling(saving.save),
    saveAs: () => telling(saving.saveAs),
    async look() {
      // What can't be looked at now is asked about by the next save.
      const changed = await saving.changedFile().catch(() => undefined)
      if (!changed) return
      // Opening it asks, before anything of what is stored is replaced.
      const load = () => void telling(() => openFile(changed))
      showToast(texts.changedOutside(changed.name), 'info', { label: texts.load, onClick: load })
    },
    import: async (text) => {
      if (text === undefined) return dialogs.show({ name: 'import' })
      const { importTexts } = await import('./import-texts.ts')
      const bytes = new TextEncoder().encode(text)
      dialogs.show({
        name: 'import',
        source: Promise.resolve({ name: importTexts.pasted, files: [{ path: importTexts.pasted, bytes }] }),
      })
    },
    dropEntries: async (entries) => {
      const { sourceOfEntries } = await import('./import-source.ts')
      dialogs.show({ name: 'import', source: sourceOfEntries(entries) })
    },
    adoptImported: async (imported) => {
      let done = false
      await telling(async () => {
        const { localId, project } = await importing.adopt(imported)
        done = true
        await tellNeeds(localId, project, { imported: true })
      })
      return done
    },
    importInto: (imported, name) => telling(() => importing.mergeInto(imported, name)),
    seal: async () => dialogs.show({ name: 'seal' }),
    duplicate: () =>
      telling(async () => {
        const original = workspace.localId()
        const project = await workspace.snapshot()
        if (!project || !original) return
        const taken = workspace.projects().map((one) => one.name)
        const copy = { ...project, id: newId(), name: freeName(projectTexts.copyOf(project.name), taken) }
        const { localId } = await workspace.import(copy)
        for (const key of [environmentKey, ungroupedKey, unfoldedKey]) {
          const kept = await store.setting(key(original))
          if (kept !== undefined) await store.putSetting(key(localId), kept)
        }
        await show(localId)
        focusTree()
        await tellNeeds(localId, copy)
      }),
    remove: (localId) =>
      telling(async () => {
        const open = workspace.localId() === localId
        await workspace.remove(localId)
        // They may be in use by another tab; what is left of them is never read again.
        void client.databases.forget(localId).catch(() => undefined)
        if (!open) return
        const [next] = workspace.projects()
        if (!next) return router.go({})
        await show(next.localId)
        focusTree()
      }),
  }
}

/** The focus is lost with the tree's row of a project that is no longer shown: it goes to the selected row. */
function focusTree(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[role=treeitem][aria-selected=true]')?.focus()
  })
}
