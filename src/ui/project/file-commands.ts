import { createSignal } from 'solid-js'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Project } from '#engine/project/schema.ts'
import type { Dialogs } from '../page/dialogs.ts'
import { environmentKey } from './environment-choice.ts'
import type { OpenedFile, SaveResult } from '../page/file-access.ts'
import type { Router } from '../page/route.ts'
import type { Services } from '../page/services.ts'
import { showToast } from '../components/toasts.tsx'
import { newId } from './new-id.ts'
import { fileTexts as texts } from './file-texts.ts'
import { firstProject } from '#engine/project/empty.ts'
import type { Imported } from '#engine/importers/run-import.ts'
import { addCase, freeName } from '#engine/project/edit/structure.ts'
import { texts as projectTexts } from './texts.ts'
import type { Workspace } from './workspace/workspace.ts'

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
  /** A project that was read, in place of a stored one. */
  replace(localId: string, project: Project, file: OpenedFile): Promise<void>
  save(): Promise<void>
  saveAs(): Promise<void>
  /** Says it once if somebody else has changed the file of the open project, and offers to load it. */
  look(): Promise<void>
  /** Asks what to import; `text` is what was pasted. */
  import(text?: string): Promise<void>
  /** Several files or a folder that were dropped on the window. */
  dropEntries(entries: FileSystemEntry[]): Promise<void>
  /** What was imported, or made by questions, as a project of its own: stored, its secrets in the vault, shown; false if that failed. */
  adoptImported(imported: Pick<Imported, 'project' | 'secrets'>): Promise<boolean>
  /** An import as a suite of the open project, as one edit. */
  importInto(imported: Imported, suite: string): Promise<void>
  seal(): Promise<void>
  /** The open project once more, under another name: a project of its own, which gets neither secrets nor tokens (P4). */
  duplicate(): Promise<void>
  remove(localId: string): Promise<void>
}

/** What file commands work with. */
export interface FileCommandParts {
  services: Pick<Services, 'files' | 'aprj' | 'store' | 'client'>
  workspace: Workspace
  router: Router
  dialogs: Dialogs
}

/** Bytes of a file that is read before anybody can wish to stop it. */
const readAtOnce = 1_000_000

/** The open project as text, and the revision that is certain to be in it. */
interface Current {
  localId: string
  name: string
  revision: number
  text: string
}

/** Makes the file commands of the page. */
export function createFileCommands({ services, workspace, router, dialogs }: FileCommandParts): FileCommands {
  const { files, aprj, store, client } = services
  const telling = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof AssayError && thrown.code === 'cancelled') return showToast(thrown.message)
      const hint = thrown instanceof AssayError && thrown.hint ? ` ${thrown.hint}` : ''
      dialogs.show({ name: 'message', title: texts.notDone, text: `${textOf(thrown)}${hint}` })
    }
  }
  const show = async (localId: string, place: { case?: string; step?: string } = {}) => {
    // The address first, so that nothing else of the project is drawn for a moment.
    router.go({ project: localId, ...place })
    await workspace.open(localId)
  }
  const remember = async (localId: string, file: OpenedFile) => {
    const digest = await files.digest(file.bytes)
    const { name, handle, lastModified } = file
    const known = { name, lastModified, digest, ...(handle ? { handle } : {}) }
    await store.markSaved(localId, known, await store.revision(localId))
    await workspace.refresh()
  }
  const tellNeeds = async (localId: string, project: Project, imported: { imported?: boolean; before?: Project } = {}) => {
    // Loaded for it: it knows the format of every step, which the first screen does without.
    const { fileNeeds } = await import('#engine/project/file-needs.ts')
    // Whoever went on to another project meanwhile is not held up.
    const wanted = () => workspace.localId() === localId
    const tell = async () => {
      const needs = await fileNeeds(project, () => client.secrets.list(localId), imported)
      if (needs) dialogs.showLater({ name: 'opened-file', needs }, wanted)
    }
    // What is sealed need not be typed in.
    if (project.sealed) dialogs.showLater({ name: 'unseal', after: () => void tell() }, wanted)
    else await tell()
  }
  const storeSecrets = async (localId: string, secrets: Imported['secrets']) => {
    for (const [id, value] of secrets) await client.secrets.set(localId, id, value)
  }
  const adopt = async (project: Project, file?: OpenedFile) => {
    const made = await workspace.import(project, file && { name: file.name })
    // What is remembered of the file is no reason to wait for the project.
    await Promise.all([show(made.localId, firstCase(project)), file && remember(made.localId, file)])
    if (file) await tellNeeds(made.localId, project)
  }
  /** What takes a while can be stopped (R3). */
  const readFile = async (file: OpenedFile) => {
    const stop = new AbortController()
    const [reading, setReading] = createSignal(true)
    if (file.bytes.length > readAtOnce) {
      showToast(texts.reading(file.name), 'info', { label: texts.cancel, onClick: () => stop.abort(), while: reading })
    }
    try {
      return await aprj.read(file.bytes, file.name, stop.signal)
    } finally {
      setReading(false)
    }
  }
  const openFile = async (file: OpenedFile, asNew = false) => {
    const read = await readFile(file)
    if (!read.ok) return dialogs.show({ name: 'broken-file', fileName: file.name, problems: read.error })
    const stored = (await store.list()).filter((one) => one.fileId === read.project.id)
    if (stored.length > 0 && !asNew) return dialogs.show({ name: 'replace-or-keep', file, project: read.project, stored })
    await adopt(read.project, file)
  }
  const written = async ({ localId, text, revision }: Current, result: SaveResult) => {
    if (result.done) {
      const { name, handle, lastModified } = result
      const digest = await files.digest(text)
      const known = { name, digest, ...(handle ? { handle } : {}), ...(lastModified === undefined ? {} : { lastModified }) }
      // The file is written, whatever the storage says: with no room for this, the next save asks before it overwrites.
      await store.markSaved(localId, known, revision).catch(() => undefined)
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
  /** Digest of the changed file that was told of last. */
  let told = ''
  const look = async () => {
    const localId = workspace.localId()
    const known = localId && (await store.file(localId))
    if (!known || !known.handle) return
    const onDisk = await files.changed(known.handle, known)
    const digest = onDisk && (await files.digest(onDisk.bytes))
    if (!onDisk || digest === told || workspace.localId() !== localId) return
    told = digest ?? ''
    // Opening it asks, before anything of what is stored is replaced.
    const load = () => void telling(() => openFile(onDisk))
    showToast(texts.changedOutside(onDisk.name), 'info', { label: texts.load, onClick: load })
  }
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
    replace: (localId, project, file) =>
      telling(async () => {
        await workspace.replace(localId, project, { name: file.name })
        await remember(localId, file)
        await show(localId, firstCase(project))
        await tellNeeds(localId, project)
      }),
    save: () => telling(save),
    saveAs: () => telling(saveAs),
    // What can't be looked at now is asked about by the next save.
    look: () => look().catch(() => undefined),
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
        const taken = workspace.projects().map((one) => one.name)
        const project = { ...imported.project, name: freeName(imported.project.name, taken) }
        const { localId } = await workspace.import(project)
        await storeSecrets(localId, imported.secrets)
        await show(localId, firstCase(project))
        done = true
        await tellNeeds(localId, project, { imported: true })
      })
      return done
    },
    importInto: (imported, name) =>
      telling(async () => {
        await workspace.flush()
        const [target, localId] = [await workspace.snapshot(), workspace.localId()]
        if (!target || localId === undefined) return
        const [{ mergeInto }, { importTexts }] = await Promise.all([
          import('#engine/importers/merge-into.ts'),
          import('./import-texts.ts'),
        ])
        const merged = mergeInto(target, imported, name, newId)
        await storeSecrets(localId, merged.secrets)
        const known = new Set(target.suites.flatMap((suite) => suite.cases.map((one) => one.id)))
        const added = merged.suite.cases.filter((one) => !known.has(one.id))
        const done = workspace.edit(importTexts.edit(name), [], (draft) => {
          const { environments, variables, connections, dataSources, apis } = merged.project
          Object.assign(draft.head, { environments, variables, connections, dataSources, apis })
          const suite = draft.head.suites.find((found) => found.id === merged.suite.id)
          if (suite) suite.variables = merged.suite.variables
          else draft.head.suites.push({ ...merged.suite, cases: [] })
          for (const one of added) addCase(draft, merged.suite.id, one)
        })
        if (!done) return
        router.go({ project: localId, suite: merged.suite.id })
        showToast(importTexts.done(name))
        await tellNeeds(localId, merged.project, { imported: true, before: target })
      }),
    seal: async () => dialogs.show({ name: 'seal' }),
    duplicate: () =>
      telling(async () => {
        const original = workspace.localId()
        const project = await workspace.snapshot()
        if (!project || !original) return
        const taken = workspace.projects().map((one) => one.name)
        const copy = { ...project, id: newId(), name: freeName(projectTexts.copyOf(project.name), taken) }
        const { localId } = await workspace.import(copy)
        const environment = await store.setting(environmentKey(original))
        if (environment !== undefined) await store.putSetting(environmentKey(localId), environment)
        await show(localId)
        focusTree()
        await tellNeeds(localId, copy)
      }),
    remove: (localId) =>
      telling(async () => {
        const open = workspace.localId() === localId
        await workspace.remove(localId)
        // They may be in use by another tab; what is left of them is nobody's.
        void client.databases.forget(localId).catch(() => undefined)
        if (!open) return
        const [next] = workspace.projects()
        if (!next) return router.go({})
        await show(next.localId)
        focusTree()
      }),
  }
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

function firstCase(project: Project): { case?: string } {
  const one = project.suites.find((suite) => suite.cases.length > 0)?.cases[0]
  return one ? { case: one.id } : {}
}

/** The focus is lost with the tree's row of a project that is no longer shown: it goes to the selected row. */
function focusTree(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[role=treeitem][aria-selected=true]')?.focus()
  })
}
