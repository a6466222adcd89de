import { counted } from '#engine/base/counted.ts'
import { oneLine } from '#engine/base/printable.ts'
import type { ImportedSize } from './imported-size.ts'
import { importerFacts, type ImporterId } from './facts.ts'
import { wayOfAuth } from './request/other-auth.ts'
import { largestFile, largestImport, largestRatio, mostFiles } from './limits.ts'

const quoted = (text: string): string => `"${oneLine(text.length > 80 ? `${text.slice(0, 80)}…` : text)}"`
/** `1,997 requests` */
const many = (count: number, one: string): string => counted(count, one).replace(/^\d+/, count.toLocaleString('en'))
const mb = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

/** Messages of all imports. Each format has its own in addition. */
export const importerTexts = {
  quoted,
  /** How much was imported. */
  size: ({ suites, cases, requests, checks }: ImportedSize): string =>
    [
      counted(suites, 'suite'),
      counted(cases, 'case'),
      many(requests, 'request') + (checks > 0 ? ` with ${many(checks, 'check')}` : ''),
    ].join(', '),
  // what can't be imported
  empty: (name: string): string => `${quoted(name)} contains nothing to import.`,
  tooLarge: (name: string, bytes: number): string =>
    `${quoted(name)} is ${mb(bytes)}. The limit is ${mb(largestImport)} for an import and ${mb(largestFile)} for each file.`,
  tooManyFiles: (name: string, count: number): string => `${quoted(name)} has ${count} files. The limit is ${mostFiles}.`,
  bomb: (name: string): string =>
    `${quoted(name)} wasn't unpacked: its content is more than ${largestRatio} times larger than the archive.`,
  outside: (name: string, path: string): string =>
    `${quoted(name)} wasn't read: it contains a file outside its folder, ${quoted(path)}.`,
  badZip: (name: string): string => `The ZIP archive ${quoted(name)} is damaged or encrypted.`,
  tooLargeHint: 'Export only what you need, and import again. Nothing was changed.',
  badZipHint: 'Export it again, or unpack it and import the folder. Nothing was changed.',
  own: (name: string): string => `${quoted(name)} is already an Assay project.`,
  ownHint: 'Open it with "Open .aprj…" in the project menu, or run it: assay run FILE.aprj',
  unknown: (name: string): string => `${quoted(name)} isn't in a format that Assay imports.`,
  otherFormat: (name: string, title: string): string => `${quoted(name)} is ${title}, which Assay can't import.`,
  unknownHint: `Supported formats: ${Object.values(importerFacts)
    .map(({ title, reads }) => `${title} (${reads})`)
    .join('; ')}. Nothing was changed.`,
  unreadable: (name: string, why: string, line: number | undefined): string =>
    `${quoted(name)} can't be read as JSON or YAML: ${line === undefined ? '' : `line ${line}: `}${why}.`,
  unreadableHint: 'Fix the file, or export it again. Nothing was changed.',
  excessHint: 'Use fewer aliases and levels, or export it again as JSON. Nothing was changed.',
  notOfKind: (name: string, kind: ImporterId, why: string): string =>
    `${quoted(name)} can't be read as ${importerFacts[kind].title}: ${why}.`,
  notOfKindHint: 'Choose the correct format, or automatic detection. Nothing was changed.',
  damaged: (name: string, kind: ImporterId): string =>
    `${quoted(name)} can't be read as ${importerFacts[kind].title}: part of it doesn't match the format.`,
  noRequests: 'it has no requests',
  badYaml: (path: string, why: string): string => `${quoted(path)} isn't valid YAML: ${why}`,

  // what is made
  nameless: 'Imported',
  namelessStep: 'Request',
  namelessCase: 'Requests',
  renamed: (foreign: string): string => `Name in the source: ${quoted(foreign)}.`,
  checks: (name: string): string => `Check ${name}`,
  keep: (names: readonly string[]): string => `Keep ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`,
  getToken: 'Get token',
  signToken: 'Sign token',
  noteHead: (what: string): string => `${what} (not converted, never run):`,

  // what is omitted
  another: (kind: ImporterId): string =>
    `Import this file separately: it is ${importerFacts[kind].title}, and an import reads one format.`,
  otherBeside: (title: string, way: string): string => `This is ${title}, which Assay can't import. ${way}`,
  rows: 'Open a case, choose "Make data-driven…" in its menu, and select this file: its columns become variables. Data rows aren\'t imported.',
  leftOutGroups: {
    secret: (n: number) => `${counted(n, 'secret')}: enter the ${n === 1 ? 'value' : 'values'} after the import.`,
    variable: (n: number) => `${counted(n, 'variable')}: set the ${n === 1 ? 'value' : 'values'} in the project.`,
    file: (n: number) => `${counted(n, 'file')}: the source has only the ${n === 1 ? 'name' : 'names'}.`,
    script: (n: number) => `${counted(n, 'script')}: parts couldn't be converted. Kept as notes.`,
    runs: (n: number) => `${counted(n, 'script')} kept as Script steps: not every statement has a counterpart.`,
  },
  places: (n: number, what: string) => `${counted(n, 'place')}: ${what}`,
  andMore: (count: number): string => `and ${count} more like these`,
  unknownVariable: (name: string): string =>
    `Set the project variable ${quoted(name)}. Steps use it, but the source doesn't contain a value.`,
  unknownSecret: (name: string): string =>
    `Enter the secret ${quoted(name)}. Steps use its variable, but the source doesn't contain a value.`,
  file: (path: string): string =>
    path.trim() === ''
      ? 'Choose a file in the step: the source has none.'
      : `Place the file ${quoted(path)} in the project's folder, or choose it in the step. The source only contains its name.`,
  auth: (kind: string): string =>
    `${quoted(kind)} authorization isn't imported, so the request is sent without it. ${wayOfAuth(kind)}`,
  noTokenEndpoint: 'Enter the provider\'s URL in the step "Get token": the source has none.',
  algorithm: (name: string): string => `Check the signing algorithm: ${quoted(name)} isn't supported and was replaced by HS256.`,
  mixedSecret: (field: string): string => `Enter the complete value of ${field} as a secret: it mixes text and variables.`,
  dynamic: (name: string): string => `{{${name}}} has no counterpart and was replaced by a random word.`,
  tag: (tag: string): string => `The template ${quoted(tag)} has no counterpart and was kept as text.`,
  noAnswerOf: (request: string): string =>
    `Enter the values of the variables taken from the response to ${quoted(request)}. The source doesn't contain that request.`,
  loginsOfEnvironment: `Add a step "Get token" before the requests, or let the assistant do it. An environment's sign-ins (Security, Auth) aren't imported.`,
  dateFormat: (tag: string): string => `The template ${quoted(tag)} uses a custom date format. It was replaced by ISO 8601.`,
  script: (what: string, count: number): string =>
    `${what}: ${counted(count, 'statement')} couldn't be converted. Kept as a note.`,
  keptAsScript: (what: string, left: readonly string[]): string =>
    `${what}: kept as a Script step${left.length === 0 ? '' : `, with ${left.slice(0, 3).map(quoted).join(', ')}${left.length > 3 ? `, and ${counted(left.length - 3, 'more statement')}` : ''}`}.`,
  scriptOf: (name: string): string => `Script of ${name}`,
  missingModule: (name: string): string =>
    `Replace the module ${quoted(name)} in the script, which is kept as a note: Script steps don't have it.`,
  changesRequest:
    'Change the request itself, with variables that a Script step sets. The script that changes it before it is sent is kept as a note.',
  unreadableScript: (what: string): string => `${what}: not valid JavaScript. Kept as a note.`,
  emptyFolder: 'The folder has no requests.',
  tooDeep: 'The content of this folder was omitted: folders are nested too deeply.',
  noRequestAtAll: 'It has no requests.',
  noValue: (name: string): string => `Enter the secret ${quoted(name)}: the export doesn't contain its value.`,
  otherBody: (kind: string): string =>
    `Enter the body in the step: the type ${quoted(kind)} isn't supported, so the request is sent without it.`,
  unitTest:
    "Unit tests that send several of the collection's requests, or one outside it, aren't imported. Recreate those you need as cases.",
  multipart: (mediaType: string): string =>
    `The body is sent as multipart/form-data instead of ${quoted(mediaType)}. To send another type, write the body as text with its boundaries.`,
  exportBesideFiles:
    "Import this exported collection separately if you need it. The folder's `.bru` files were imported, which are what Bruno runs.",
  otherRequest: (kind: string): string => `Assay can't send ${quoted(kind)} requests.`,
  otherStep: (kind: string): string => `${quoted(kind)} steps have no counterpart.`,
  httpyacAssertion: (line: string): string => `Add a check for ${quoted(`?? ${line}`)}: it has no counterpart.`,
  httpyacScript: 'Write the script between {{ and }} as a Script step: scripts of httpyac are not converted.',
  otherAssertion: (kind: string): string => `${quoted(kind)} assertions have no counterpart.`,
  assets: (count: number): string =>
    `${counted(count, 'request')} made by pages not imported: documents, images, styles, scripts, fonts.`,
  mocks: (count: number): string => `${counted(count, 'mock service')} not imported.`,
  loadTests: "Load and security tests aren't imported.",
  notXml: "it isn't valid XML, or it declares a document type",
  definedAgain: (name: string, line: number, left: readonly number[]): string =>
    `Check the variable ${quoted(name)}: it has several values. The last one (line ${line}) is used, as in VS Code, and ${left.length === 1 ? 'line' : 'lines'} ${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} ignored; a case can set its own value.`,
  otherValue: (name: string): string =>
    `The variable ${quoted(name)} keeps its value in the project. The source has a different one.`,
  jumps:
    'Use a loop, or "Send again until", where a script goes back to an earlier request with setNextRequest: a run only skips requests.',
  unset: (name: string): string =>
    `Clear the field in requests that must not send ${name === '' ? 'removed variables' : `the variable ${quoted(name)}`}. Scripts remove ${name === '' ? 'them, but they keep their last values' : 'it, but it keeps its last value'} until the run ends.`,
  setAgain: (name: string): string =>
    `Scripts set the variable ${quoted(name)} to several values before requests. The case starts with the first one.`,
  oneStartValue: (name: string): string =>
    `The project uses the first start value of ${quoted(name)}. Several suites share the variable, and it differs between environments.`,
  examples: (count: number): string => `${counted(count, 'saved example response')} not imported.`,
  /** In the place of a token in a description. */
  tokenStood: '(token removed)',
  /** The name of what holds requests that belong to no collection. */
  drafts: 'Drafts',
  cookies:
    "Add a request that signs in, and set Keep cookies in the project overview. The requests sent cookies that no response in the source sets, and cookie values aren't imported.",
  cookiesKept: (login: string | undefined): string =>
    `Connect the companion to send requests from the page: cookies are kept within a run, because ${login === undefined ? 'the source uses them' : `${quoted(login)} signs in and no request has a credential`}. You can change Keep cookies in the project overview.`,
  cookiesDisabled:
    'Move requests that must be sent without cookies to another project. Keep cookies applies to all requests of a project, and the source disables cookies for this one.',
  cookiesCleared:
    'Set Keep cookies to "Within a case" if cases must start without cookies. Scripts that delete cookies have no counterpart.',
  scripts: { before: 'Script before the request', after: 'Script after the response' },
} as const
