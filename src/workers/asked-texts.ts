/** What the workers and their clients say only once somebody has asked them for something. */
export const askedTexts = {
  noModelHere: 'No language model is chosen. The rules need none.',
  testPrompt: 'Answer with the single word ready.',
  modelWorkerDied: 'The model could not be loaded, or its worker ran out of memory.',
  noSuchStep: 'The step is not in the project any more as this browser keeps it. Load the page again, and try it there.',
  chooseFile: 'Choose it where its path stands, in this browser: a page reads no files by itself.',
  noDiscovery: (value: string) => `Discovery Endpoint "${value}" is not an address that can be called.`,
  importWorkerDied:
    'The part of the app that reads imports could not be loaded, or ran out of memory. Nothing was changed. Import a part of it, or reload the page and try again.',
  importTooLong: (name: string, seconds: number) =>
    `Reading ${name} took more than ${seconds} s and was stopped. Nothing was changed.`,
  importTooLongHint: 'Export a smaller part of it, and import that.',
  apiTooLong: (seconds: number) => `Reading the API definition took more than ${seconds} s and was stopped. Nothing was changed.`,
  apiTooLongHint: 'Attach a smaller definition: one with fewer operations, or simpler schemas.',
  designTooLong: (seconds: number) => `Working out the model took more than ${seconds} s and was stopped. Nothing was changed.`,
  designTooLongHint: 'Choose an operation with a smaller schema, or write the model by hand.',
  textWorkerDied:
    'The part of the app that shows large texts could not be loaded, or ran out of memory. Reload the page, or save the body.',
  apiWorkerDied: "The part of the app that reads API definitions couldn't be loaded, or ran out of memory.",
  designWorkerDied: 'The part of the app that derives tests could not be loaded, or ran out of memory. Nothing was changed.',
  reportWorkerDied: 'The part of the app that writes reports could not be loaded, or ran out of memory. The run is kept.',
  apiNotFetched: (url: string) =>
    `${url} could not be fetched by this page: nothing answers there, or it does not let pages of other origins read it (CORS), and no companion is connected that could.`,
  apiNoAddress: (url: string) => `"${url}" is not an address that can be fetched: https:// or http:// is missing in front.`,
  apiLedAway: (url: string, host: string) =>
    `${url} redirects to ${host}, in a private network. Nothing of it was taken. Enter that address itself if it is meant.`,
  noPartAddress: 'it names nothing that can be fetched',
  privateHost: (host: string) => `it is at ${host}, in a private network, and a document does not lead there`,
  partAnswered: (status: number) => `the server answered ${status}`,
  partNotFetched: 'it could not be fetched: nothing answers, it redirects, or the server lets no page read it (CORS)',
  tooManyParts: 'the documents are too many, or too large together',
  partsHint: 'What they describe is not checked. Download all of it, and choose the folder.',
  apiAnswered: (url: string, status: number) => `${url} answered ${status}.`,
  apiTooLarge: (url: string, size: string) => `${url} is larger than ${size}.`,
  apiNotFetchedHint: 'Download it by other means, and choose the file or paste it.',
  textClosed: 'This text is not held any more. Choose the response again.',
  noDiscoveryHint: 'Enter the complete address, with https:// in front.',
  loadLogin: "Load tests can't open sign-in windows.",
  loadLoginHint: 'Run the case once first: its token is kept, and the load test uses it.',
  loadBusy: 'A load test is going on already. Stop it first.',
  noLoadTest: 'The load test is not in the project any more.',
}
