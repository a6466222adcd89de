import type { StoredProject } from '#storage/types.ts'
import { dialogTexts } from '../dialogs/dialog-texts.ts'

/** Whether a project is in a file as it is now. */
export function inFile(stored: Pick<StoredProject, 'fileName' | 'unsaved'> | undefined): string {
  const t = dialogTexts.storageDialog
  if (stored?.fileName === undefined) return t.noFile
  return stored.unsaved ? t.unsavedFile(stored.fileName) : t.savedFile(stored.fileName)
}
