import { wayOfAuth } from '../other-auth.ts'

/** What the import of a description of an API says. */
export const texts = {
  noHost: (url: string): string =>
    `The document names no host${url === '/' || url === '' ? '' : `, only ${url}`}. Fill in the variable baseUrl.`,
  unfilled: (url: string): string => `The address ${url} holds a part without a value. Fill it in, in the variable baseUrl.`,
  untagged: 'Other operations',
  server: (n: number): string => `Server ${n}`,
  respond: (status: string): string => `Answers ${status} as documented`,
  conforms: 'Answers as documented',
  clientId: 'The client that is registered with the authorization server.',
  inClear: 'User and password as user:password, not in base64; a key that has no password ends with a colon.',
  scheme: (name: string, what: string): string =>
    `The security scheme "${name}" (${what}) has no counterpart; its requests are sent without it. ${wayOfAuth(what.replace(/^http /, ''))}`,
  mutualTls: (name: string): string =>
    `The security scheme "${name}" is a client certificate (mutualTLS): add it to the environment, for the host of the API.`,
  unknownScheme: (name: string): string =>
    `The security scheme "${name}" is named, and nowhere described in what was given. Its requests are sent without it.`,
  noFlow: (name: string): string => `The security scheme "${name}" has no flow.`,
  callbacks: "Callbacks and webhooks are sent by the server, so they aren't imported.",
  unsent: (method: string): string => `${method} is a method that neither browsers nor Assay send. Its operations have no case.`,
  sweeping: (operations: readonly string[]): string =>
    `Switched off, as ${operations.length === 1 ? 'it would' : 'they would'} delete or change all of something, or stop or reset the server: ${operations.slice(0, 10).join(', ')}${operations.length > 10 ? ' …' : ''}. Where that does no harm, switch the steps on.`,
  unsecured: (scheme: string, without: number, all: number): string =>
    `The document describes how to sign in ("${scheme}"), and asks for it at ${all - without} of ${all} operations: the requests of the others are sent without. Where the server wants it, set it once under "Auth and headers" of the project.`,
  tooLarge: (name: string): string =>
    `${name}: its schema only accepts values with more than 5,000 parts. The example is empty: enter a value.`,
  file: (path: string): string => `A file is sent: ${path}. Choose it in the step, or put it beside the project.`,
  serversMore: (count: number): string => `${count} more servers: the first 20 became environments.`,
  otherDocuments: (path: string, others: readonly string[]): string =>
    `${path} was read. ${others.length === 1 ? 'Another description is' : `${others.length} other descriptions are`} no part of it: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}. Attach ${others.length === 1 ? 'it' : 'them'} by ${others.length === 1 ? 'itself' : 'themselves'}.`,
  moreParts: (count: number): string => `${count} more parts are missing like these.`,
  partsHint:
    'What they describe is not checked. Give the whole folder or a .zip of it, in which those files are; what is at an address, attach by its URL.',
  partsHintPath:
    'What they describe is not checked. If they lie further up, name the folder above: --root FOLDER. What is at an address is not fetched: put it beside the document, and refer to it there.',
} as const
