import { excerpt } from '#engine/base/excerpt.ts'

/** What sources say when they can't give a value. */
export const texts = {
  needs: (source: string, key: string) => `The source "${source}" needs a ${key}.`,
  needsHint: (key: string) => `Fill in the ${key}.`,
  lacks: (source: string, key: string) => `the source "${source}" needs a ${key}`,
  lacksCell: (source: string) => `the source "${source}" needs a row and a column`,
  ofRow: (row: number) => `of row ${row} (the first is 0)`,
  noRows: 'the step that is looked at gave a response, not rows',
  noColumn: (name: string, columns: readonly string[]) =>
    `the rows have no column ${excerpt(name, 60, 'quoted')}; they have ${columns.length === 0 ? 'none' : columns.join(', ')}`,

  bodyCut: (cut: string) => `The body can't be checked: ${cut}.`,
  bodyCutHint: 'Check the status or a header instead, or ask the server for less.',
  undecodedHint: 'Let the server send it with gzip, deflate or br, or as it is: the header Accept-Encoding asks for that.',
  tooHeavy: "The body can't be checked as JSON: its values are so many that they would take more than 100 MB of memory.",
  tooHeavyHint: 'Ask the server for less, or check the body as text.',
  notJson: (type: string | undefined, why: string) => `the body is not JSON (${type ?? 'no content type'}): ${why}`,
  notXml: (type: string | undefined, why: string) => `the body is not XML (${type ?? 'no content type'}): ${why}`,
  xmlMistake: (why: string, line: string, column: string) => `${why}, at line ${line}, column ${column}`,
  xmlTooHeavy: "The body can't be checked as XML: its elements are so many that they would take more than 100 MB of memory.",
  htmlHint: 'A page is HTML, which is seldom XML too: check it by its text.',
  invalidUtf8: 'it holds bytes that are not valid UTF-8',
  nestedTooDeep: (levels: number) => `it is nested deeper than ${levels} levels`,
  beginsWith: (text: string) => `it begins with ${excerpt(text, 80, 'quoted')}`,

  pathTooLong: (path: string, language = 'JSONPath') => `The ${language} ${path} is too long or too deeply nested.`,
  pathTooLongHint: (characters: number, levels: number) =>
    `It may have ${characters} characters, and brackets ${levels} levels deep.`,
  badPath: (path: string) => `${path} is not a JSONPath (RFC 9535).`,
  badIgnored: (path: string) => `${path} can't be ignored: it names everything, or has a filter or a slice.`,
  badIgnoredHint: 'Name what is ignored by keys, indexes, * and .., for example $.items[*].id.',
  badPathHint: 'It begins with $, for example $.items[0].id or $..name.',
  pathStopped: (path: string, values: number) => `The JSONPath ${path} was stopped after looking at ${values} values.`,
  pathStoppedHint: 'Name the place more exactly: fewer "..", "*" and filters.',
  badXPath: (path: string) => `${path} is not an XPath (3.1).`,
  badXPathHint: 'For example /order/@id, //item[1]/name or count(//item).',
  xpathPrefixes: (known: string[]) =>
    known.length === 0
      ? 'The document declares no prefixes: write the name without one, or as *:name.'
      : `The document declares the prefixes ${known.join(', ')}; *:name finds a name in any namespace.`,
  xpathStopped: (path: string, nodes: number) => `The XPath ${path} was stopped after looking at ${nodes} nodes.`,
  monstrousPath: (path: string, why: string) => `The XPath ${path} could take for ever: ${why}.`,
  ownFunctions: 'it makes functions of its own',
  longRange: (most: number) => `it counts through a range that is not two numbers less than ${most} apart`,
  loopsInLoops: (most: number) => `its loops stand more than ${most} in one another`,
}
