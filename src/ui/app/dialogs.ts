import { createSignal } from 'solid-js'
import type { Project } from '#engine/project/schema.ts'
import type { StoredProject } from '#storage/types.ts'
import type { FileProblems } from '#workers/aprj-worker-api.ts'
import type { FileNeeds } from '../project/file-needs.ts'
import type { OpenedFile } from './file-access-type.ts'

/** Every dialog of the page and what it needs to know. One is open at a time; each is loaded when first shown. */
export type DialogRequest =
  | { name: 'palette' }
  | { name: 'keys' }
  | { name: 'environments'; environment?: string }
  | { name: 'vault' }
  | { name: 'replace-or-keep'; file: OpenedFile; project: Project; stored: StoredProject[] }
  | { name: 'broken-file'; fileName: string; problems: FileProblems }
  | { name: 'opened-file'; needs: FileNeeds }
  | { name: 'changed-on-disk'; fileName: string; onDisk?: OpenedFile; overwrite(): Promise<void> }
  | { name: 'stale' }
  | { name: 'remove-project'; stored: StoredProject }
  | { name: 'negative-tests'; case: string; step: string }
  | { name: 'message'; title: string; text: string }

/** Which dialog is open. */
export interface Dialogs {
  open(): DialogRequest | undefined
  show(request: DialogRequest): void
  close(): void
}

/** Makes the page's one dialog slot. The focus returns to where it was when the first of a row of dialogs was opened. */
export function createDialogs(): Dialogs {
  const [open, setOpen] = createSignal<DialogRequest>()
  let before: HTMLElement | undefined
  return {
    open,
    show: (request) => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused !== document.body && !focused.closest('dialog')) before = focused
      setOpen(request)
    },
    close: () => {
      setOpen(undefined)
      requestAnimationFrame(() => {
        if (!open() && before?.isConnected && document.activeElement === document.body) before.focus()
      })
    },
  }
}
