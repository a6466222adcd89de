import { counted } from '#engine/base/counted.ts'
import { deepest, largest } from '../problems/limits.ts'
import { isInvisible } from '../texts.ts'

/** What the reading of files says to users. */
export const fileTexts = {
  // the file as a whole
  tooLarge: (size: number) =>
    `The file is ${Math.ceil(size / 1_000_000)} MB. The limit for .aprj files is ${largest / 1_000_000} MB.`,
  empty: "This isn't an .aprj file: it is empty.",
  notAprj: (begins: string) => `This isn't an .aprj file: it starts with ${begins}.`,
  notAprjJson: 'This isn\'t an .aprj file: its "format" isn\'t "aprj".',
  newer: (version: unknown) =>
    `This file was written by a newer version of Assay (file version ${String(version)}, supported: 1). It wasn't changed.`,
  badUtf8: "isn't UTF-8 text",
  badUtf16: "isn't UTF-16 text",
  badLine: (line: number, bytes: string) => `Line ${line} contains ${bytes}, which isn't UTF-8.`,
  invalid: (first: string, line: number, more: number) =>
    `${first} (line ${line}).${more === 0 ? '' : ` ${counted(more, 'more problem')}.`}`,
  conflict: (ours: string, theirs: string) =>
    `unresolved git merge conflict${ours === '' || theirs === '' ? '' : ` between ${ours} and ${theirs}`}`,
  hints: {
    'file-too-large': 'Split the project, or use smaller data sources. Nothing was changed.',
    'file-not-aprj': 'Choose a file saved by Assay. Nothing was changed.',
    'file-newer-version': 'Update Assay, then open the file again.',
    'file-invalid': 'Fix these lines in a text editor. Nothing was changed.',
    conflict:
      'Resolve the conflict in a text editor, or use one side: git checkout --ours FILE, or --theirs. Nothing was changed.',
    salvageable: 'Open the readable parts as a new project, or fix the file in a text editor. Nothing was changed.',
  },

  // JSON
  character: (point: number) =>
    point < 0x20 || (point >= 0x7f && point < 0xa0) || isInvisible(point)
      ? `the character U+${point.toString(16).toUpperCase().padStart(4, '0')}`
      : `"${String.fromCodePoint(point)}"`,
  expected: (wanted: string, seen: string) => `expected ${wanted}, found ${seen}`,
  afterEnd: (seen: string) => `expected the end of the file, found ${seen}`,
  cutOff: 'the file ends here; it was truncated',
  cutInString: 'missing closing quote',
  controlInString: (seen: string) => `${seen} must be escaped in a string`,
  badEscape: (seen: string) => `"${seen}" isn't a valid JSON escape`,
  unfitNumber: (literal: string, how: 'large' | 'small') =>
    `${literal.length > 20 ? `${literal.slice(0, 20)}…` : literal} is too ${how} for a number; ` +
    `${how === 'large' ? 'the largest is 1.7976931348623157e308' : 'the smallest is 5e-324, or write 0'}. For a string, put it in quotes`,
  tooDeep: `is nested more than ${deepest} levels deep`,
  duplicateKey: (key: string) => `duplicate key ${JSON.stringify(key)}`,

  // rules
  missing: 'is missing',
  unknownKey: (key: string, near: string | undefined) =>
    `unknown key ${JSON.stringify(key)}${near === undefined ? '' : `; did you mean "${near}"?`}`,
  notOneOf: (value: string, options: string, near: string | undefined) =>
    `${value} isn't one of ${options}${near === undefined ? '' : `; did you mean "${near}"?`}`,
  wrongType: (value: string, expected: string) => `${value} isn't ${expected}`,
  unsafeNumber: (value: bigint, expected: string) =>
    `${value} has too many digits for a number; expected ${expected}${expected.includes('a string') ? ', so put it in quotes' : ''}`,
  broken: (value: string, rule: string) => `${value} ${rule}`,
  duplicateId: (id: string, other: string) => `${JSON.stringify(id)} is also the ID of ${other}`,
  types: {
    string: 'a string',
    lines: 'a string or a list of lines',
    number: 'a number',
    boolean: 'true or false',
    list: 'a list',
    object: 'an object',
    secret: 'a secret ({ "secret": "<id>" }) or a variable',
    secretId: 'a secret ({ "secret": "<id>" })',
    or: ' or ',
  },

  // salvage
  leftOut: (what: string) => `${what}; left out`,
  moreLeftOut: (count: number) => `${counted(count, 'more problem')}; left out`,
  newId: (id: string) => `the ID ${JSON.stringify(id)} was already in use; replaced with a new one`,
  salvagedName: 'Recovered project',
  nothingToSalvage: 'No part of this file can be read as a project.',
}
