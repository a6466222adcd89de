/** Messages of the workers and their clients that the first screen doesn't need. */
export const workerRequestTexts = {
  noModelHere: 'Choose a language model in Settings > Assistant. Only commands and forms work without one.',
  testPrompt: 'Answer with the single word ready.',
  modelWorkerDied: "The model couldn't be loaded, or it ran out of memory.",
  noSuchStep: 'Reload the page and try again: the step is no longer in the project stored in this browser.',
  chooseFile: "Choose the file next to its path: a page can't read files automatically.",
  noDiscovery: (value: string) => `Discovery Endpoint "${value}" isn't a valid URL.`,
  importWorkerDied:
    "Import a smaller file, or reload the page and try again. The import couldn't be loaded or ran out of memory; nothing was changed.",
  importTooLong: (name: string, seconds: number) =>
    `Reading ${name} took more than ${seconds} s and was stopped. Nothing was changed.`,
  importTooLongHint: 'Import a smaller export.',
  apiTooLong: (seconds: number) => `Reading the API definition took more than ${seconds} s and was stopped. Nothing was changed.`,
  apiTooLongHint: 'Attach a smaller definition: one with fewer operations, or simpler schemas.',
  designTooLong: (seconds: number) => `Creating the model took more than ${seconds} s and was stopped. Nothing was changed.`,
  designTooLongHint: 'Choose an operation with a smaller schema, or write the model yourself.',
  textWorkerDied: "Reload the page, or save the body. The viewer for large texts couldn't be loaded or ran out of memory.",
  apiWorkerDied: "Reload the page and try again. The API definition reader couldn't be loaded or ran out of memory.",
  designWorkerDied:
    "Reload the page and try again. The test generator couldn't be loaded or ran out of memory. Nothing was changed.",
  reportWorkerDied: "Reload the page and try again. The report writer couldn't be loaded or ran out of memory. The run is kept.",
  apiNotFetched: (url: string) =>
    `Connect the companion, or download ${url} and choose the file. The server doesn't respond, or blocks pages from other origins (CORS).`,
  apiNoAddress: (url: string) => `"${url}" isn't a URL. Start it with https:// or http://.`,
  apiLedAway: (url: string, host: string) =>
    `${url} redirects to ${host} in a private network and wasn't loaded. If you trust it, enter that URL directly.`,
  noPartAddress: "it isn't a URL that can be loaded",
  privateHost: (host: string) => `it is at ${host} in a private network, which documents can't refer to`,
  partAnswered: (status: number) => `the server responded with ${status}`,
  partNotFetched: "it couldn't be loaded: no response, a redirect, or the server blocks pages (CORS)",
  tooManyParts: 'there are too many documents, or they are too large in total',
  partsHint: "Download all documents and choose the folder. The missing parts aren't checked.",
  apiAnswered: (url: string, status: number) => `${url} responded with ${status}.`,
  apiTooLarge: (url: string, size: string) => `${url} is larger than ${size}.`,
  apiNotFetchedHint: 'Download it yourself, and choose the file or paste it.',
  textClosed: 'Choose the response again: this text is no longer in memory.',
  noDiscoveryHint: 'Enter the complete URL, starting with https://.',
  loadLogin: "Load tests can't open sign-in windows.",
  loadLoginHint: 'Run the case once first. The load test then uses its cached token.',
  loadBusy: 'Stop the current load test first.',
  noLoadTest: 'The load test is no longer in the project.',
}
