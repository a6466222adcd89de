import { wayOfAuth } from '../request/other-auth.ts'

/** Messages of the import of an API definition. */
export const openApiTexts = {
  noHost: (url: string): string =>
    `Set the variable baseUrl: the document has no host${url === '/' || url === '' ? '' : `, only ${url}`}.`,
  unfilled: (url: string): string => `Complete the variable baseUrl: the URL ${url} has a placeholder without a value.`,
  untagged: 'Other operations',
  server: (n: number): string => `Server ${n}`,
  respond: (status: string): string => `Responds with ${status} as documented`,
  conforms: 'Responds as documented',
  clientId: 'The client registered with the authorization server.',
  inClear: 'Enter user:password, not Base64. A key without a password ends with a colon.',
  scheme: (name: string, what: string): string =>
    `The security scheme "${name}" (${what}) isn't supported, so its requests are sent without it. ${wayOfAuth(what.replace(/^http /, ''))}`,
  mutualTls: (name: string): string =>
    `Add a client certificate for the API's host to the environment: the security scheme "${name}" is mutualTLS.`,
  unknownScheme: (name: string): string =>
    `Add authorization to the requests that use the security scheme "${name}": the imported files don't define it.`,
  noFlow: (name: string): string =>
    `Add a token step for the security scheme "${name}": it has no OAuth flow, so its requests are sent without a token.`,
  callbacks: "Callbacks and webhooks are sent by the server, so they aren't imported.",
  unsent: (method: string): string =>
    `Operations with the method ${method} have no case: neither browsers nor Assay can send them.`,
  sweeping: (operations: readonly string[]): string =>
    `Turned off: ${operations.slice(0, 10).join(', ')}${operations.length > 10 ? ' …' : ''}. ${operations.length === 1 ? 'It' : 'They'} would delete or change all resources of a type, or stop or reset the server. Turn on the steps if that is safe.`,
  unsecured: (scheme: string, without: number, all: number): string =>
    `${all === without ? 'No operation requires' : `Only ${all - without} of ${all} operations require`} the sign-in "${scheme}". If the server requires it for other operations, set it under the project's "Auth and headers".`,
  tooLarge: (name: string): string =>
    `${name}: its schema only accepts values with more than 5,000 parts. The example is empty: enter a value.`,
  file: (path: string): string =>
    `Choose the file ${path} in the step, or place it in the project's folder. The request sends it.`,
  serversMore: (count: number): string => `${count} more servers weren't imported: only the first 20 became environments.`,
  otherDocuments: (path: string, others: readonly string[]): string =>
    `Only ${path} was imported. Attach ${others.length === 1 ? 'the other API definition' : `the ${others.length} other API definitions`} separately: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}.`,
  moreParts: (count: number): string => `${count} more parts are missing.`,
  partsHint: "Choose the folder or a .zip with all files, and attach remote documents by URL. The missing parts aren't checked.",
  partsHintPath:
    "If the files are further up, add --root FOLDER. URLs aren't downloaded: save those documents next to this one and refer to the files. The missing parts aren't checked.",
} as const
