/** What the page's side of the workers says to people, and the first screen may have to say. */
export const workerTexts = {
  busy: 'A run is going on already.',
  busyHint: 'Wait until it has ended, or stop it first.',
  died: (step: number, total: number) =>
    `The run was interrupted at step ${step} of ${total}: the browser ended its worker. Nothing is sent again by itself.`,
  diedBefore: 'The run could not be started: the browser ended its worker.',
  diedHint: 'Run again. If it happens once more, close other tabs: memory may be short.',
  runWorkerDied: 'The part of the app that runs tests and holds secrets stopped: the browser ended it.',
  tryAgain: 'Try again. If it happens once more, close other tabs: memory may be short.',
  notStored: 'The project that was to be run is not stored in this browser any more.',
  notStoredHint: 'Open its file again.',
  stopped: 'The run was stopped.',
  stepStopped: 'Stopped: the step did not end by itself within 1 s.',
  fileWorkerDied:
    'The part of the app that reads and writes files could not be loaded, or stopped. Reload the page and try again.',
  fileTooLong: (seconds: number) => `The file took more than ${seconds} s and was stopped. Nothing was changed.`,
  fileTooLongHint: 'Split the project into smaller files, and open them one by one.',
  copyWorkerDied: 'The part of the app that copies projects stopped: the browser ended it.',
  readingCancelled: (name: string) => `${name} was not read: reading was cancelled.`,
  cancelled: 'It was cancelled.',
}
