import { formatSize } from '#engine/base/format-size.ts'
import { excerpt } from '#engine/base/excerpt.ts'

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, 8).join(', ')
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown
}

/** Messages about API definitions, and about responses checked against them. */
export const apiDocumentTexts = {
  notYaml: 'it is neither JSON nor YAML',
  tooDeep: 'it is nested more than 512 levels deep',
  tooManyAliases: (most: number) => `it has more than ${most.toLocaleString('en')} aliases`,
  circular: 'it has a circular alias',
  bomb: 'its aliases expand to more than 5,000,000 values',

  tooLarge: (name: string, size: number, largest: number) =>
    `"${name}" is ${formatSize(size)}. The limit for API definitions is ${formatSize(largest)}.`,
  tooLargeHint: 'Attach only the paths under test, with the components they use.',
  empty: (name: string) => `"${name}" is empty.`,
  notText: (name: string) => `"${name}" isn't UTF-8 or UTF-16 text.`,
  unreadable: (name: string, why: string, line: number | undefined) =>
    `"${name}" can't be read${line === undefined ? '' : `: line ${line}`}: ${why}.`,
  unreadableHint: 'Fix the document. A linter for its format shows the position.',
  notApi: (name: string, found: string) => `"${name}" isn't an API definition: ${found}.`,
  notApiHint: 'Choose an OpenAPI 3.0, 3.1 or 3.2 or Swagger 2.0 document (JSON or YAML).',
  noVersion: 'it has no version in "openapi" or "swagger"',
  otherVersion: (version: string) => `its version is ${excerpt(version, 40, 'quoted')}`,
  html: 'it is a web page',
  untitled: 'Untitled API',

  remote: (refs: readonly string[]) =>
    `${refs.length === 1 ? "1 external document wasn't" : `${refs.length} external documents weren't`} read: ${listed(refs)}. The parts that use ${refs.length === 1 ? 'it' : 'them'} aren't checked.`,
  nothingThere: 'nothing found at this path',
  tooFar: 'the chain of documents is too long',
  excess: (name: string, excess: 'deep' | 'large') =>
    `The documents that make up "${name}" can't be combined: they ${excess === 'deep' ? 'are nested more than 512 levels deep' : 'exceed 5,000,000 values or 20,000 references to other documents'}.`,
  partTooLarge: `it is larger than ${formatSize(30_000_000)}`,
  partNotText: "it isn't UTF-8 or UTF-16 text",
  partUnreadable: (why: string, line: number | undefined) =>
    `it can't be read: ${line === undefined ? '' : `line ${line}: `}${why}`,
  repeated: (name: string, line: number) =>
    `Remove the duplicate ${excerpt(name, 60, 'quoted')} on line ${line}. Only the last one is used.`,
  part: (wanted: string, where: string, pointer: string, why: string) =>
    `${excerpt(wanted, 200, 'quoted')} is missing: ${why}. ${where} refers to it at ${excerpt(pointer || '/', 200)}.`,
  notGiven: "the file isn't in the selection",
  outside: 'it is outside the selected folder',
  elsewhere: "it is a URL, and URLs aren't downloaded",
  otherHost: (host: string) => `it is at ${host}, which needs your permission`,
  missing: (refs: readonly string[]) =>
    `${refs.length === 1 ? '1 reference has' : `${refs.length} references have`} no target: ${listed(refs)}.`,
  noOperations: 'It has no operations.',

  unknownOperation: (operation: string, api: string) => `The API "${api}" has no operation "${operation}".`,
  unknownOperationHint: 'Choose one of its operations, or none to match the request automatically.',
  noApi: 'The project has no API definition to check against.',
  noApiHint: "Attach an OpenAPI document on the APIs tab of the project's overview.",
  unknownApi: (api: string) => `The project has no API "${api}".`,
  severalApis: (names: readonly string[]) => `Choose an API in the check: the project has several (${listed(names)}).`,
  noOperationFits: (request: string, apis: readonly string[]) => `${listed(apis)} has no operation ${request}`,
  statusNotDocumented: (status: number, documented: readonly string[]) =>
    documented.length === 0 ? `${status}: no responses are documented` : `${status} isn't documented, only ${listed(documented)}`,
  headerMissing: (name: string) => `header ${name}: required but missing`,
  headerWrong: (name: string, why: string) => `header ${name}: ${why}`,
  typeNotDocumented: (type: string, documented: readonly string[]) =>
    `content type ${excerpt(type, 100)} isn't documented, only ${listed(documented)}`,
  noType: 'none',
  bodyMissing: (types: readonly string[]) => `body: empty, but documented as ${listed(types)}`,
  bodyUnreadable: (why: string) => `body: ${why}`,
  bodyWrong: (pointer: string, why: string) => `body ${pointer === '' ? '(whole)' : excerpt(pointer, 200)}: ${excerpt(why, 300)}`,
  notJudged: (why: string) => `its schema can't be used: ${why}`,
  conforms: (operation: string) => `conforms to ${operation}`,
  violations: (operation: string, count: number) => `${operation}, ${count === 1 ? '1 violation' : `${count} violations`}`,
  andMore: (count: number) => `and ${count} more`,
}
