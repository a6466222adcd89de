import type { RecoveredProject } from '#storage/copies/types.ts'

const time = (at: number): string => new Date(at).toLocaleString()

/** Projects that the browser lost; see RecoveryNotice.tsx. */
export const recoveryTexts = {
  restored: (count: number) =>
    count === 1
      ? 'The browser lost a project. Assay restored it from its copy:'
      : `The browser lost ${count} projects. Assay restored them from their copies:`,
  restoredProject: ({ name, at, behind, beside, secrets }: RecoveredProject) =>
    [
      `${name}, as of ${time(at)}.`,
      ...(behind ? ['Later edits are lost.'] : []),
      ...(beside ? ['It was edited in the meantime, so the copy is a separate project.'] : []),
      ...(secrets === 'locked' ? ['Unlock its secrets with your passphrase.'] : []),
      ...(secrets === 'gone' ? ['Enter its secrets again: their key was lost.'] : []),
    ].join(' '),
  notCopied: "Check your last edits, and choose files to send again. Undo history, run results and files aren't copied.",
  inMemory: (count: number) =>
    count === 1
      ? "The browser can't open its database. This page shows the last copy of your project:"
      : `The browser can't open its database. This page shows the last copies of your ${count} projects:`,
  inMemoryNext:
    "Reload the page to try again. If that doesn't help, save each project as a file, clear this site's data in the browser settings, and open the files. Secrets, undo history, run results and files to send aren't available here.",
  lost: "Not restored. Open each project's saved file again:",
  lostProject: ({ name, at, behind }: RecoveredProject) =>
    behind ? `${name}: edits up to ${time(at)} are lost.` : `${name}, last edited ${time(at)}.`,
} as const
