/** Messages of the workers' clients that the first screen may need. */
export const workerTexts = {
  busy: 'Another run is in progress.',
  busyHint: 'Wait until it ends, or stop it.',
  died: (step: number, total: number) =>
    `The run was interrupted at step ${step} of ${total}: the browser ended its worker. Requests aren't sent again automatically.`,
  diedBefore: "The run couldn't be started: the browser ended its worker.",
  diedHint: 'Run again. If it fails again, close other tabs to free memory.',
  runWorkerDied: 'The browser ended the worker that runs tests and stores secrets.',
  tryAgain: 'Try again. If it fails again, close other tabs to free memory.',
  notStored: 'The project is no longer stored in this browser.',
  notStoredHint: 'Open its file again, then run.',
  stopped: 'The run was stopped.',
  stepStopped: "Stopped: the step didn't end within 1 s.",
  fileWorkerDied: "Reload the page and try again. The worker for files couldn't be loaded, or it stopped.",
  fileTooLong: (seconds: number) => `The file took more than ${seconds} s and was stopped. Nothing was changed.`,
  fileTooLongHint: 'Split the project into smaller files, and open them one by one.',
  copyWorkerDied: 'Reload the page. The browser ended the worker that copies projects.',
  readingCancelled: (name: string) => `${name} wasn't read: cancelled.`,
  cancelled: 'Cancelled.',
}
