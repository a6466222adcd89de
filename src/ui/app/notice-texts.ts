/** What lasts and must be known; see Notices.tsx. */
export const noticeTexts = {
  label: 'Notices',
  memory: 'This browser keeps nothing for this page: projects live until the tab is closed. Save the file before you leave.',
  saveFile: 'Save the file',
  tryAgain: 'Try again',
  readOnly: 'This project is open in another tab, which may change it. Here it can only be read and run.',
  takeOver: 'Take over',
  restored: (lost: readonly string[]) =>
    `The browser's storage was cleared while this page was open. The project was stored again from this page; undo steps and stored secrets are gone.${
      lost.length === 0
        ? ''
        : ` So are cases that this page had not read yet: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}. A saved file still has them.`
    }`,
  stale: 'What is stored is not what this page last read: somebody else changed it.',
  compare: 'Compare…',
  reload: 'Reload',
  update: 'A new version of Assay is ready.',
  updateNow: 'Update and reload',
  updateWaits: 'It is applied when the run has ended.',
} as const
