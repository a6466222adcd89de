/** What lasts and must be known; see Notices.tsx. */
export const noticeTexts = {
  label: 'Notices',
  memory: "This browser doesn't store anything for this page. Save your project as a file before you close the tab.",
  saveFile: 'Save the file',
  tryAgain: 'Try again',
  readOnly: 'This project is being edited in another tab. You can read and run it here.',
  takeOver: 'Take over',
  restored: (lost: readonly string[]) =>
    `The browser's storage was cleared. The open project was saved again, but undo history and stored secrets are lost.${
      lost.length === 0
        ? ''
        : ` Cases that weren't open are lost too: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}. Restore them from a saved file.`
    }`,
  conflicts: (count: number) =>
    count === 1 ? 'A merge left a conflict in this project.' : `A merge left ${count} conflicts in this project.`,
  resolve: 'Resolve…',
  stale: 'This project was changed elsewhere. Compare the versions or reload.',
  compare: 'Compare…',
  reload: 'Reload',
  update: 'A new version of Assay is ready.',
  updateNow: 'Update and reload',
  updateWaits: 'It will be installed after this run.',
} as const
