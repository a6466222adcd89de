import type { WriteFailure } from './types.ts'

/** Messages for failed writes. */
export const failureTexts: Record<WriteFailure, string> = {
  quota: "Save the file, or remove projects that you no longer need. The browser's storage is full, so this change isn't stored.",
  stale: 'Another tab or window changed this project. Nothing was overwritten.',
  closed: "Save the file. This change isn't stored yet: the browser's storage was closed or cleared.",
  unavailable: "Save the file. The browser's storage isn't available, so this change isn't stored.",
}

/** R23: the database belongs to a newer Assay. */
export const newerDatabase =
  'Reload this page to continue. A newer version of Assay uses the storage now, so this page no longer saves changes.'

/** A project that was removed in another tab or whose storage was cleared (R17). */
export const projectGone =
  "This project is no longer in the browser's storage: another tab removed it, or the storage was cleared. You can store this page's copy again."

/** A case whose record is missing. */
export const caseGone = (project: string, name: string) =>
  `Open the project's file again: the case "${name}" of "${project}" can't be read from the browser's storage.`

/** The name of a restored copy of a project that was edited meanwhile. */
export const besideName = (name: string) => `${name} (restored copy)`
