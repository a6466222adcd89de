import { excerpt } from '#engine/base/excerpt.ts'

/** What sources say when they can't give a value. */
export const texts = {
  needs: (source: string, key: string) => `The source "${source}" needs a ${key}.`,
  needsHint: (key: string) => `Fill in the ${key}.`,
  lacks: (source: string, key: string) => `the source "${source}" needs a ${key}`,
  lacksCell: (source: string) => `the source "${source}" needs a row and a column`,
  noRows: 'the step that is looked at gave a response, not rows',
  noColumn: (name: string, columns: readonly string[]) =>
    `the rows have no column ${excerpt(name, 60, 'quoted')}; they have ${columns.length === 0 ? 'none' : columns.join(', ')}`,

  later: (source: string) => `The source "${source}" is not in this version yet.`,
  laterHint: 'Use another source, or disable the step.',

  bodyCut: (cut: string) => `The body can't be checked: ${cut}.`,
  bodyCutHint: 'Check the status or a header instead, or ask the server for less.',
  undecodedHint: 'Let the server send it with gzip, deflate or br, or as it is: the header Accept-Encoding asks for that.',
  tooHeavy: "The body can't be checked as JSON: its values are so many that they would take more than 100 MB of memory.",
  tooHeavyHint: 'Ask the server for less, or check the body as text.',
  notJson: (type: string | undefined, why: string) => `the body is not JSON (${type ?? 'no content type'}): ${why}`,
  invalidUtf8: 'it holds bytes that are not valid UTF-8',
  nestedTooDeep: (levels: number) => `it is nested deeper than ${levels} levels`,
  beginsWith: (text: string) => `it begins with ${excerpt(text, 80, 'quoted')}`,

  pathTooLong: (path: string) => `The JSONPath ${path} is too long or too deeply nested.`,
  pathTooLongHint: (characters: number, levels: number) =>
    `It may have ${characters} characters, and brackets ${levels} levels deep.`,
  badPath: (path: string) => `${path} is not a JSONPath (RFC 9535).`,
  badPathHint: 'It begins with $, for example $.items[0].id or $..name.',
  pathStopped: (path: string, values: number) => `The JSONPath ${path} was stopped after looking at ${values} values.`,
  pathStoppedHint: 'Name the place more exactly: fewer "..", "*" and filters.',
}
