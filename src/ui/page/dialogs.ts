import { createSignal } from 'solid-js'
import type { Project } from '#engine/project/format/schema.ts'
import type { StoredProject } from '#storage/types.ts'
import type { FileProblems, MergePreview } from '#workers/aprj.worker.ts'
import type { FileNeeds } from '#engine/project/file-needs.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import type { OpenedFile } from './file-access.ts'

/** Every dialog of the page and what it needs to know. One is open at a time; each is loaded when first shown. */
export type DialogRequest =
  /** `text`: what is searched at first. */
  | { name: 'palette'; text?: string }
  /** `text`: what is looked for at first; `by`: what takes its place. */
  | { name: 'find'; text?: string; by?: string }
  | { name: 'first-case' }
  | { name: 'keys' }
  | { name: 'help'; page?: string; anchor?: string }
  | { name: 'environments'; environment?: string }
  | { name: 'vault' }
  | { name: 'storage' }
  | { name: 'companion' }
  | { name: 'replace-or-keep'; file: OpenedFile; project: Project; stored: StoredProject[] }
  /** `file`: what is merged into the project; absent: its own conflicts are resolved. */
  | { name: 'merge'; localId: string; ours: Project; preview: MergePreview; file?: OpenedFile }
  | { name: 'broken-file'; fileName: string; problems: FileProblems }
  | { name: 'opened-file'; needs: FileNeeds }
  | { name: 'changed-on-disk'; fileName: string; onDisk?: OpenedFile; overwrite(): Promise<void> }
  | { name: 'stale' }
  | { name: 'remove-project'; stored: StoredProject }
  | { name: 'negative-tests'; case: string; step: string }
  | { name: 'data-driven'; case: string }
  | { name: 'run-as'; case: string }
  | { name: 'run-settings' }
  | { name: 'seal' }
  /** `after`: when the user is done with it, whatever the result. */
  | { name: 'unseal'; after?: () => void }
  | { name: 'export-report'; run: string; startedAt: string }
  | { name: 'export-project' }
  | { name: 'compare-runs'; run?: string }
  | { name: 'accept-answers' }
  | { name: 'import'; source?: Promise<ImportSource> }
  /** `form`: the one that is open at first; `fields`: what is filled in. */
  | { name: 'new-test'; form?: string; fields?: Record<string, string> }
  | { name: 'settings'; part: 'assistant' }
  | { name: 'sent-prompts'; sent: { to: string; body: string }[] }
  | { name: 'message'; title: string; text: string }

/** What a dialog gets: its own request. */
export interface DialogProps<Name extends DialogRequest['name']> {
  request: Extract<DialogRequest, { name: Name }>
  onClose(): void
  /** The keys that were pressed between the wish for the dialog and its showing; they were meant for it. */
  early(): readonly string[]
}

/** Which dialog is open. */
export interface Dialogs {
  open(): DialogRequest | undefined
  show(request: DialogRequest): void
  /** Shows what no one asked for: it waits until no other dialog is open, and steps aside if it is not `wanted` any more. */
  showLater(request: DialogRequest, wanted: () => boolean): void
  close(): void
}

/** Makes the page's one dialog slot. The focus returns to where it was when the first of a row of dialogs was opened. */
export function createDialogs(): Dialogs {
  const [open, setOpen] = createSignal<DialogRequest>()
  let before: HTMLElement | undefined
  let waiting: { request: DialogRequest; wanted(): boolean } | undefined
  const show = (request: DialogRequest) => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused !== document.body && !focused.closest('dialog')) before = focused
    setOpen(request)
  }
  const showWaiting = () => {
    if (open() || !waiting) return
    const { request, wanted } = waiting
    waiting = undefined
    if (wanted()) show(request)
  }
  return {
    open,
    show,
    showLater: (request, wanted) => {
      waiting = { request, wanted }
      showWaiting()
    },
    close: () => {
      setOpen(undefined)
      requestAnimationFrame(() => {
        if (!open() && before?.isConnected && document.activeElement === document.body) before.focus()
        showWaiting()
      })
    },
  }
}
