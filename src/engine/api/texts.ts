import { formatSize } from '#engine/base/format-size.ts'
import { excerpt } from '#engine/base/excerpt.ts'

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, 8).join(', ')
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown
}

/** What is said of descriptions of APIs, and of answers that are held against them. */
export const texts = {
  notYaml: 'it is neither JSON nor YAML',
  tooDeep: 'it is nested more than 512 levels deep',
  tooManyAliases: (most: number) => `it has more than ${most.toLocaleString('en')} aliases`,
  circular: 'an alias of it stands for something that holds the alias',
  bomb: 'its aliases expand to more than 5,000,000 values',

  tooLarge: (name: string, size: number, largest: number) =>
    `"${name}" is ${formatSize(size)}. The limit for API definitions is ${formatSize(largest)}.`,
  tooLargeHint: 'Attach a part of it: the paths that are tested, with the components that they refer to.',
  empty: (name: string) => `"${name}" is empty.`,
  notText: (name: string) => `"${name}" isn't UTF-8 or UTF-16 text.`,
  unreadable: (name: string, why: string, line: number | undefined) =>
    `"${name}" can't be read${line === undefined ? '' : `: line ${line}`}: ${why}.`,
  unreadableHint: 'Correct it there; a linter of its format names the place.',
  notApi: (name: string, found: string) => `"${name}" isn't an API definition: ${found}.`,
  notApiHint: 'Choose a document of OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, as JSON or YAML.',
  noVersion: 'neither "openapi" nor "swagger" says its version',
  otherVersion: (version: string) => `its version is ${excerpt(version, 40, 'quoted')}`,
  html: 'it is a web page',
  untitled: 'Untitled API',

  remote: (refs: readonly string[]) =>
    `${refs.length === 1 ? 'A part is' : `${refs.length} parts are`} in other documents, which were not read: ${listed(refs)}. What they describe is not checked.`,
  nothingThere: 'nothing stands there',
  tooFar: 'too many documents lead there, one after the other',
  excess: (name: string, excess: 'deep' | 'large') =>
    `"${name}" can't be put together of its documents: they ${excess === 'deep' ? 'are nested in each other more than 512 levels deep' : 'come to more than 5,000,000 values or 20,000 parts that stand in others'}.`,
  partTooLarge: `it is larger than ${formatSize(30_000_000)}`,
  partNotText: "it isn't UTF-8 or UTF-16 text",
  partUnreadable: (why: string, line: number | undefined) =>
    `it can't be read: ${line === undefined ? '' : `line ${line}: `}${why}`,
  repeated: (name: string, line: number) =>
    `${excerpt(name, 60, 'quoted')} in line ${line} stands a second time at that level. Of equal names the last one counts, here and wherever there are more: correct the document if another one is meant.`,
  part: (wanted: string, where: string, pointer: string, why: string) =>
    `${excerpt(wanted, 200, 'quoted')} is missing: ${why}. ${where} refers to it at ${excerpt(pointer || '/', 200)}.`,
  notGiven: 'no such file was given with it',
  outside: 'it lies outside of the folder that was given',
  elsewhere: 'it is at an address, and nothing is fetched from there',
  otherHost: (host: string) => `it is at ${host}, which is asked only if you allow it`,
  missing: (refs: readonly string[]) =>
    `${refs.length === 1 ? 'A reference leads' : `${refs.length} references lead`} nowhere: ${listed(refs)}.`,
  noOperations: 'It describes no operations.',

  unknownOperation: (operation: string, api: string) => `The API "${api}" has no operation "${operation}".`,
  unknownOperationHint: 'Choose one of its operations, or leave it out: then the one that matches the request is taken.',
  noApi: 'The project has no API to check against.',
  noApiHint: "Attach its OpenAPI document in the project's overview, tab APIs.",
  unknownApi: (api: string) => `The project has no API "${api}".`,
  severalApis: (names: readonly string[]) => `The check names no API, and the project has several: ${listed(names)}.`,
  noOperationFits: (request: string, apis: readonly string[]) => `${listed(apis)} describes no ${request}`,
  statusNotDocumented: (status: number, documented: readonly string[]) =>
    documented.length === 0
      ? `${status}: no responses are documented`
      : `${status} is not documented, only ${listed(documented)}`,
  headerMissing: (name: string) => `header ${name}: is required and missing`,
  headerWrong: (name: string, why: string) => `header ${name}: ${why}`,
  typeNotDocumented: (type: string, documented: readonly string[]) =>
    `content type ${excerpt(type, 100)} is not documented, only ${listed(documented)}`,
  noType: 'none',
  bodyMissing: (types: readonly string[]) => `body: is empty, and documented as ${listed(types)}`,
  bodyUnreadable: (why: string) => `body: ${why}`,
  bodyWrong: (pointer: string, why: string) => `body ${pointer === '' ? '(whole)' : excerpt(pointer, 200)}: ${excerpt(why, 300)}`,
  notJudged: (why: string) => `its schema can't be used: ${why}`,
  conforms: (operation: string) => `conforms to ${operation}`,
  violations: (operation: string, count: number) => `${operation}, ${count === 1 ? '1 violation' : `${count} violations`}`,
  andMore: (count: number) => `and ${count} more`,
}
