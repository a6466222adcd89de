import type { WriteFailure } from './types.ts'

/** What a refused write says to the person at the screen. */
export const failureTexts: Record<WriteFailure, string> = {
  quota:
    "The browser's storage is full: this change is on the screen but not stored. Save the file, or remove projects that you no longer need.",
  stale: 'This project was changed in another tab or window since it was read here. Nothing was overwritten.',
  closed: "The browser's storage was closed or cleared while this page was open. This change is not stored yet.",
  unavailable: "The browser's storage can't be used just now: this change is on the screen but not stored. Save the file.",
}

/** R23: the database belongs to a newer Assay. */
export const newerDatabase =
  'A newer version of Assay has taken over the storage in this browser. Reload this page to go on; this page writes nothing any more.'

/** A project that is not there any more: storage was cleared, or it was removed in another tab (R17). */
export const projectGone =
  "This project is no longer in the browser's storage: it was removed in another tab, or the storage was cleared. What is on the screen can be stored again."

/** A case whose record can't be found. */
export const caseGone = (project: string, name: string) =>
  `The case "${name}" of project "${project}" can't be read from the browser's storage. Open the project's file again.`

/** A copy that came back beside a project that was edited meanwhile. */
export const besideName = (name: string) => `${name} (restored copy)`
