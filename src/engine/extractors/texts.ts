import { excerpt } from '#engine/base/excerpt.ts'

/** Messages of sources without a value. */
export const extractorTexts = {
  needs: (source: string, key: string) => `The source "${source}" needs a ${key}.`,
  needsHint: (key: string) => `Enter the ${key}.`,
  lacks: (source: string, key: string) => `the source "${source}" needs a ${key}`,
  lacksCell: (source: string) => `the source "${source}" needs a row and a column`,
  ofRow: (row: number) => `in row ${row} (counting from 0)`,
  noRows: 'the step returned a response, not rows',
  noColumn: (name: string, columns: readonly string[]) =>
    `no column ${excerpt(name, 60, 'quoted')}; columns: ${columns.length === 0 ? 'none' : columns.join(', ')}`,

  bodyCut: (cut: string) => `The body can't be checked: ${cut}.`,
  bodyCutHint: 'Check the status or a header instead, or request less data.',
  undecodedHint: 'Set Accept-Encoding to gzip, deflate, br or identity.',
  tooHeavy: "The body can't be checked as JSON: it would need more than 100 MB of memory.",
  tooHeavyHint: 'Request less data, or check the body as text.',
  notJson: (type: string | undefined, why: string) => `the body isn't JSON (${type ?? 'no content type'}): ${why}`,
  notXml: (type: string | undefined, why: string) => `the body isn't XML (${type ?? 'no content type'}): ${why}`,
  xmlMistake: (why: string, line: string, column: string) => `${why}, at line ${line}, column ${column}`,
  xmlTooHeavy: "The body can't be checked as XML: it would need more than 100 MB of memory.",
  htmlHint: 'Check the text instead. HTML is rarely valid XML.',
  invalidUtf8: 'it contains invalid UTF-8',
  nestedTooDeep: (levels: number) => `it is nested more than ${levels} levels deep`,
  beginsWith: (text: string) => `it starts with ${excerpt(text, 80, 'quoted')}`,

  pathTooLong: (path: string, language = 'JSONPath') => `The ${language} ${path} is too long or too deeply nested.`,
  pathTooLongHint: (characters: number, levels: number) =>
    `Use at most ${characters} characters and ${levels} levels of brackets.`,
  badPath: (path: string) => `${path} isn't a valid JSONPath (RFC 9535).`,
  badIgnored: (path: string) => `${path} can't be ignored: it matches everything, or has a filter or slice.`,
  badIgnoredHint: 'Use keys, indexes, * and .., for example $.items[*].id.',
  badPathHint: 'Start with $, for example $.items[0].id or $..name.',
  pathStopped: (path: string, values: number) => `The JSONPath ${path} was stopped after ${values} values.`,
  pathStoppedHint: 'Use a more specific path with fewer "..", "*" and filters.',
  badXPath: (path: string) => `${path} isn't a valid XPath (3.1).`,
  badXPathHint: 'Examples: /order/@id, //item[1]/name, count(//item).',
  xpathPrefixes: (known: string[]) =>
    known.length === 0
      ? 'Use names without a prefix, or *:name. The document declares no prefixes.'
      : `Use a declared prefix (${known.join(', ')}), or *:name for any namespace.`,
  xpathStopped: (path: string, nodes: number) => `The XPath ${path} was stopped after ${nodes} nodes.`,
  monstrousPath: (path: string, why: string) => `The XPath ${path} could run forever: ${why}. Write a simpler path.`,
  ownFunctions: 'it defines functions',
  longRange: (most: number) => `it uses a range of more than ${most} numbers`,
  loopsInLoops: (most: number) => `it nests more than ${most} loops`,
}
