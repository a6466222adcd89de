import { oneLine } from '#engine/base/printable.ts'
import { importerFacts, type ImporterId } from './facts.ts'
import { wayOfAuth } from './other-auth.ts'
import { largestFile, largestImport, largestRatio, mostFiles } from './limits.ts'

const quoted = (text: string): string => `"${oneLine(text.length > 80 ? `${text.slice(0, 80)}…` : text)}"`
const mb = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

/** What imports say to people, beside what each format says of its own. */
export const texts = {
  quoted,
  // what can't be imported
  empty: (name: string): string => `${quoted(name)} holds nothing to import.`,
  tooLarge: (name: string, bytes: number): string =>
    `${quoted(name)} has ${mb(bytes)}; an import holds at most ${mb(largestImport)}, and each file at most ${mb(largestFile)}.`,
  tooManyFiles: (name: string, count: number): string =>
    `${quoted(name)} holds ${count} files; an import holds at most ${mostFiles}.`,
  bomb: (name: string): string =>
    `${quoted(name)} is packed more than ${largestRatio} times smaller than what it holds. It was not unpacked.`,
  outside: (name: string, path: string): string =>
    `${quoted(name)} holds a file that would lie outside of it: ${quoted(path)}. Nothing of it was read.`,
  badZip: (name: string): string => `${quoted(name)} is a ZIP archive that can't be read: it is damaged or encrypted.`,
  tooLargeHint: 'Export a part of it, or leave out what is not needed, and import again. Nothing was changed.',
  badZipHint: 'Export it again, or unpack it and import the folder. Nothing was changed.',
  own: (name: string): string => `${quoted(name)} is a project of Assay itself: there is nothing to import.`,
  ownHint: 'Open it in the page by "Open .aprj…" of the project menu, or run it: assay run FILE.aprj',
  unknown: (name: string): string => `${quoted(name)} is none of the formats that Assay imports.`,
  otherFormat: (name: string, title: string): string => `${quoted(name)} is ${title}, which Assay does not import.`,
  unknownHint: `These can be imported: ${Object.values(importerFacts)
    .map(({ title, reads }) => `${title} (${reads})`)
    .join('; ')}. Nothing was changed.`,
  unreadable: (name: string, why: string, line: number | undefined): string =>
    `${quoted(name)} can't be read as JSON or YAML: ${line === undefined ? '' : `line ${line}: `}${why}.`,
  unreadableHint: 'Mend it there, or export it again. Nothing was changed.',
  excessHint: 'Write it without so many aliases and levels, or export it again as JSON. Nothing was changed.',
  notOfKind: (name: string, kind: ImporterId, why: string): string =>
    `${quoted(name)} can't be read as ${importerFacts[kind].title}: ${why}.`,
  notOfKindHint: 'Choose the format that it has, or let Assay look. Nothing was changed.',
  damaged: (name: string, kind: ImporterId): string =>
    `${quoted(name)} could not be read as ${importerFacts[kind].title}: something in it is not as that format has it.`,
  noRequests: 'no request is in it',
  badYaml: (path: string, why: string): string => `${quoted(path)} is not YAML that can be read: ${why}`,

  // what is made
  nameless: 'Imported',
  namelessStep: 'Request',
  namelessCase: 'Requests',
  renamed: (foreign: string): string => `Called ${quoted(foreign)} where it was imported from.`,
  checks: (name: string): string => `Check ${name}`,
  keep: (names: readonly string[]): string => `Keep ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`,
  getToken: 'Get token',
  signToken: 'Sign token',
  noteHead: (what: string): string => `${what} (was not brought over; nothing of it is run):`,

  // what is left out
  another: (kind: ImporterId): string =>
    `This is ${importerFacts[kind].title} of its own. One import reads one: import this file by itself.`,
  otherBeside: (title: string, way: string): string => `This is ${title}, which Assay does not import. ${way}`,
  rows: 'Rows of data are not brought over. Open a case, choose "Make data-driven…" in its menu, and take this file: its columns become the variables.',
  andMore: (count: number): string => `and ${count} more like these`,
  unknownVariable: (name: string): string =>
    `The variable ${quoted(name)} is used but has no value in what was imported. It is an empty variable of the project now: fill it in.`,
  unknownSecret: (name: string): string =>
    `The variable ${quoted(name)} is used but has no value in what was imported. Its name is that of a credential: it is a secret now, enter it.`,
  file: (path: string): string =>
    path.trim() === ''
      ? 'A file belongs here and none was chosen. Choose it in the step.'
      : `The file ${quoted(path)} is named, not contained. Put it beside the project, or choose it in the step.`,
  auth: (kind: string): string =>
    `Authorization of the kind ${quoted(kind)} is not brought over; the request is sent without it. ${wayOfAuth(kind)}`,
  noTokenEndpoint: 'The login names no address of its provider. Enter one in the step "Get token".',
  algorithm: (name: string): string => `The signing algorithm ${quoted(name)} is not known here; HS256 stands in its place.`,
  mixedSecret: (field: string): string =>
    `${field} mixes text and variables. Assay keeps secrets whole: enter the value as a secret.`,
  dynamic: (name: string): string => `{{${name}}} has no counterpart; a random word stands in its place.`,
  tag: (tag: string): string => `The template ${quoted(tag)} has no counterpart and was left as text.`,
  noAnswerOf: (request: string): string =>
    `Templates refer to the answer to the request ${quoted(request)}, which is not in what was imported. Enter the values of their variables.`,
  loginsOfEnvironment:
    'Logins of an environment (Security, Auth) are not brought over. Put a step "Get token" before the requests, or let the assistant do it.',
  dateFormat: (tag: string): string =>
    `The template ${quoted(tag)} writes a moment in a form of its own; here it is written as ISO 8601.`,
  script: (what: string, count: number): string =>
    `${what}: ${count} ${count === 1 ? 'statement was' : 'statements were'} not brought over and ${count === 1 ? 'stands' : 'stand'} as a note.`,
  unreadableScript: (what: string): string => `${what} is not JavaScript that can be read. It stands as a note.`,
  emptyFolder: 'The folder holds no requests.',
  tooDeep: 'Folders are nested too deeply here; what is in this one was left out.',
  noRequestAtAll: 'No request is in it.',
  noValue: (name: string): string => `The value of the secret ${quoted(name)} is not in the export: enter it.`,
  otherBody: (kind: string): string => `A body of the kind ${quoted(kind)} is not known here. The request is sent without it.`,
  unitTest: 'Unit tests that send more than one request of the collection, or one that is not in it, are not brought over.',
  multipart: (mediaType: string): string =>
    `The body is ${quoted(mediaType)} there; it is sent as multipart/form-data. Where another one is wanted, write it as a text with its boundaries.`,
  otherRequest: (kind: string): string => `Requests of the kind ${quoted(kind)} are not sent by Assay.`,
  otherStep: (kind: string): string => `Steps of the kind ${quoted(kind)} have no counterpart.`,
  otherAssertion: (kind: string): string => `An assertion of the kind ${quoted(kind)} has no counterpart.`,
  assets: (count: number): string =>
    `${count} ${count === 1 ? 'call is a part' : 'calls are parts'} of pages: documents, images, styles, scripts, fonts.`,
  mocks: (count: number): string => `${count} mock ${count === 1 ? 'service is' : 'services are'} not brought over.`,
  loadTests: 'Load and security tests are not brought over.',
  notXml: 'it is not XML that can be read, or it declares a document type',
  definedAgain: (name: string, line: number, left: readonly number[]): string =>
    `The variable ${quoted(name)} is set to several values. The last one counts, of line ${line}, as in VS Code; ${left.length === 1 ? 'that of line' : 'those of the lines'} ${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} left out. Where a request needs it, give its case a variable of that name.`,
  otherValue: (name: string): string => `The variable ${quoted(name)} has another value in the project, which stays as it is.`,
  jumps:
    'Scripts choose which request comes next, or leave one out (setNextRequest, skipRequest). Here all are sent in their order: give steps a condition (Run only if), disable or move them, or repeat them by a loop.',
  unset: (name: string): string =>
    `Scripts take ${name === '' ? 'variables' : `the variable ${quoted(name)}`} away. Here ${name === '' ? 'they keep their last values' : 'it keeps its last value'} until the run ends: clear the field of a request that is to be sent without.`,
  setAgain: (name: string): string =>
    `Scripts set the variable ${quoted(name)} to several values before requests. The first one is the start value of the case.`,
  oneStartValue: (name: string): string =>
    `Steps of several suites share the variable ${quoted(name)}, which has another start value in each environment. The project has the first one.`,
  examples: (count: number): string =>
    `${count} saved ${count === 1 ? 'example of an answer is' : 'examples of answers are'} not brought over.`,
  /** In the place of a token in a description. */
  tokenStood: '(a token stood here)',
  /** The name of what holds requests that belong to no collection. */
  drafts: 'Drafts',
  cookies:
    'Cookies are not brought over, and none is kept from answer to answer. Keep that of a session by a Data Transfer (source "cookie"), and send it as the header Cookie in "Auth and headers" of the project.',
  session:
    'No request has a credential, so that a cookie of this one may be what the others are known by. No cookie is kept by itself here: keep it by a Data Transfer (source "cookie") behind this request, and send it as the header Cookie in "Auth and headers" of the project.',
  scripts: { before: 'Script before the request', after: 'Script after the response' },
} as const
