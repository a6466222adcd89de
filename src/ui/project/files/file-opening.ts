import { createSignal } from 'solid-js'
import type { Case, Project } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { OpenedFile } from '../../page/file-access.ts'
import type { FileCommandParts } from './file-command-parts.ts'
import { fileTexts as texts } from './file-texts.ts'

/** Bytes of a file that is read too quickly to be stopped. */
const readAtOnce = 1_000_000

/** How a project comes to be stored and shown. */
export interface FileOpening {
  show(localId: string, place?: { case?: string; step?: string }): Promise<void>
  /** Says what a project still needs before it can run; of an import only what came with it. */
  tellNeeds(localId: string, project: Project, imported?: { imported?: boolean; before?: Project }): Promise<void>
  adopt(project: Project, file?: OpenedFile): Promise<void>
  replace(localId: string, project: Project, file: OpenedFile): Promise<void>
  /** Asks first if the project is stored already, unless `asNew`. */
  openFile(file: OpenedFile, asNew?: boolean): Promise<void>
}

/** Makes {@link FileOpening}; what fails is thrown. */
export function createFileOpening({ services, workspace, router, dialogs }: FileCommandParts): FileOpening {
  const { files, aprj, store, client } = services
  const show = async (localId: string, place: { case?: string; step?: string } = {}) => {
    // The URL first, so that nothing else of the project is drawn for a moment.
    router.go({ project: localId, ...place })
    await workspace.open(localId)
  }
  const remember = async (localId: string, file: OpenedFile) => {
    const digest = await files.digest(file.bytes)
    const { name, handle, lastModified } = file
    const known = { name, lastModified, digest, ...(handle ? { handle } : {}) }
    await store.markSaved(localId, known, await store.revision(localId))
    // A version that can't be kept only makes a later merge ask more.
    await store.keepVersion(localId, digest, file.bytes).catch(() => undefined)
    await workspace.refresh()
  }
  const tellNeeds = async (localId: string, project: Project, imported: { imported?: boolean; before?: Project } = {}) => {
    // Loaded for it: it knows the format of every step, which the first screen does without.
    const { fileNeeds } = await import('#engine/project/file-needs.ts')
    // A user who went on to another project isn't interrupted.
    const wanted = () => workspace.localId() === localId
    const tell = async () => {
      const needs = await fileNeeds(project, () => client.secrets.list(localId), imported)
      if (needs) dialogs.showLater({ name: 'opened-file', needs }, wanted)
    }
    // What is sealed need not be typed in.
    if (project.sealed) dialogs.showLater({ name: 'unseal', after: () => void tell() }, wanted)
    else await tell()
  }
  const adopt = async (project: Project, file?: OpenedFile) => {
    const made = await workspace.import(project, file && { name: file.name })
    // What is remembered of the file isn't a reason to wait for the project.
    await Promise.all([show(made.localId, firstCase(project)), file && remember(made.localId, file)])
    if (file) await tellNeeds(made.localId, project)
  }
  const replace = async (localId: string, project: Project, file: OpenedFile) => {
    await workspace.replace(localId, project, { name: file.name })
    await remember(localId, file)
    await show(localId, firstCase(project))
    await tellNeeds(localId, project)
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
  return { show, tellNeeds, adopt, replace, openFile }
}

/** Where a project starts. */
export function firstCase(project: Project): { case?: string } {
  const one = project.suites.find((suite) => suite.cases.length > 0)?.cases[0]
  return one ? { case: one.id } : {}
}

/** The first request of these cases; the first case if none has one. */
export function firstRequest(cases: readonly Case[]): { case?: string; step?: string } {
  for (const one of cases) {
    const step = one.steps.find(isSendRequestStep)
    if (step) return { case: one.id, step: step.id }
  }
  return cases[0] ? { case: cases[0].id } : {}
}
