/** What the import from Postman says to people. */
export const texts = {
  version1: 'it is a collection of version 1; export it from Postman as "Collection v2.1"',
  noCollection: 'no collection, environment or globals are in it',
  emptyFolder: 'The folder holds no requests.',
  tooDeep: 'Folders are nested too deeply here; what is in this one was left out.',
  noValue: (name: string): string => `The value of the secret "${name}" is not in the export: enter it.`,
  nextRequest: 'pm.setNextRequest',
  proxy: 'Settings of proxies and certificates are not brought over.',
  noStrictSsl: 'Bad certificates are accepted there: name the host among the insecure hosts of the environment.',
  noFile: 'No file was chosen for the body. Choose one in the step.',
  binary: (mode: string): string => `A body of the kind "${mode}" is not known here.`,
} as const
