/** What the page's side of the workers says to people. */
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
  noSuchStep: 'The step is not in the project any more as this browser keeps it. Load the page again, and try it there.',
  chooseFile: 'Choose it where its path stands, in this browser: a page reads no files by itself.',
  noDiscovery: (value: string) => `Discovery Endpoint "${value}" is not an address that can be called.`,
  fileWorkerDied:
    'The part of the app that reads and writes files could not be loaded, or stopped. Reload the page and try again.',
  importWorkerDied:
    'The part of the app that reads imports could not be loaded, or ran out of memory. Nothing was changed. Import a part of it, or reload the page and try again.',
  readingCancelled: (name: string) => `${name} was not read: reading was cancelled.`,
  textWorkerDied:
    'The part of the app that shows large texts could not be loaded, or ran out of memory. Reload the page, or save the body.',
  sqlWorkerDied: 'The part of the app that carries databases could not be loaded, or stopped.',
  apiWorkerDied: 'The part of the app that reads descriptions of APIs could not be loaded, or ran out of memory.',
  designWorkerDied: 'The part of the app that derives tests could not be loaded, or ran out of memory. Nothing was changed.',
  apiNotFetched: (url: string) =>
    `${url} could not be fetched by this page: nothing answers there, or it does not let pages of other origins read it (CORS).`,
  apiAnswered: (url: string, status: number) => `${url} answered ${status}.`,
  apiTooLarge: (url: string, size: string) => `${url} is larger than ${size}.`,
  apiNotFetchedHint: 'Download it by other means, and choose the file or paste it.',
  cancelled: 'It was cancelled.',
  textClosed: 'This text is not held any more. Choose the response again.',
  noDiscoveryHint: 'Enter the complete address, with https:// in front.',
}
