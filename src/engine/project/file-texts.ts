import { deepest, largest } from './limits.ts'
import { isInvisible } from './texts.ts'

/** What the reading of files says to people. */
export const fileTexts = {
  // the file as a whole
  tooLarge: (size: number) =>
    `The file has ${Math.ceil(size / 1_000_000)} MB; an .aprj file has at most ${largest / 1_000_000} MB.`,
  empty: 'This is not an .aprj file: it is empty.',
  notAprj: (begins: string) => `This is not an .aprj file: it begins with ${begins}.`,
  notAprjJson: 'This is not an .aprj file: it is JSON, but its "format" is not "aprj".',
  newer: (version: unknown) =>
    `This file was written by a newer Assay: its version is ${String(version)}, the newest known one is 1. It was left as it is.`,
  badUtf8: 'is not UTF-8 text',
  badUtf16: 'is not UTF-16 text',
  badLine: (line: number, bytes: string) => `Line ${line} holds ${bytes}, which is not UTF-8 text.`,
  invalid: (first: string, line: number, more: number) =>
    `${first} (line ${line}).${more === 0 ? '' : ` There ${more === 1 ? 'is 1 more place' : `are ${more} more places`} like this.`}`,
  conflict: (ours: string, theirs: string) =>
    `a merge of git was not finished: two versions stand here${ours === '' || theirs === '' ? '' : `, of ${ours} and of ${theirs}`}`,
  hints: {
    'file-too-large': 'Split the project, or keep its data in smaller sources. Nothing was changed.',
    'file-not-aprj': 'Choose a file that Assay has saved. Nothing was changed.',
    'file-newer-version': 'Update Assay, then open the file again.',
    'file-invalid': 'Repair the file in a text editor at the places named. Nothing was changed.',
    conflict:
      'Finish the merge in a text editor: keep one of the two versions between the marks, or both where they are entries of a list. Or take one side whole: git checkout --ours FILE, or --theirs. Nothing was changed.',
    salvageable: 'Open what can be read as a new project, or repair the file in a text editor. Nothing was changed.',
  },

  // JSON
  character: (point: number) =>
    point < 0x20 || (point >= 0x7f && point < 0xa0) || isInvisible(point)
      ? `the character U+${point.toString(16).toUpperCase().padStart(4, '0')}`
      : `"${String.fromCodePoint(point)}"`,
  expected: (wanted: string, seen: string) => `expected ${wanted}, found ${seen}`,
  afterEnd: (seen: string) => `expected the end of the file, found ${seen}`,
  cutOff: 'the file ends here, in the middle; it was cut off',
  cutInString: 'a text is not closed',
  controlInString: (seen: string) => `${seen} stands in a text; it must be escaped`,
  badEscape: (seen: string) => `"${seen}" is not an escape that JSON has`,
  unfitNumber: (literal: string, how: 'large' | 'small') =>
    `${literal.length > 20 ? `${literal.slice(0, 20)}…` : literal} is too ${how} for a number here; ` +
    `${how === 'large' ? 'the largest is 1.7976931348623157e308' : 'the smallest is 5e-324, or write 0'}. If it is meant as a text, write it in quotes`,
  tooDeep: `is nested deeper than ${deepest} levels`,
  duplicateKey: (key: string) => `the key ${JSON.stringify(key)} stands here twice`,

  // rules
  missing: 'is missing',
  unknownKey: (key: string, near: string | undefined) =>
    `unknown key ${JSON.stringify(key)}${near === undefined ? '' : `; the nearest known key is "${near}"`}`,
  notOneOf: (value: string, options: string, near: string | undefined) =>
    `${value} is not one of ${options}${near === undefined ? '' : `; did you mean "${near}"?`}`,
  wrongType: (value: string, expected: string) => `${value} is not ${expected}`,
  unsafeNumber: (value: bigint, expected: string) =>
    `${value} has more digits than a number keeps here; expected ${expected}${expected.includes('a text') ? ': write it in quotes' : ''}`,
  broken: (value: string, rule: string) => `${value} ${rule}`,
  duplicateId: (id: string, other: string) => `${JSON.stringify(id)} is also the id of ${other}`,
  types: {
    string: 'a text',
    lines: 'a text or a list of lines',
    number: 'a number',
    boolean: 'true or false',
    list: 'a list',
    object: 'an object',
    secret: 'a secret ({ "secret": "<id>" }) or a reference to a variable',
    secretId: 'a secret ({ "secret": "<id>" })',
    or: ' or ',
  },

  // salvage
  leftOut: (what: string) => `${what}; left out`,
  moreLeftOut: (count: number) => `${count} more ${count === 1 ? 'place' : 'places'} like these; left out`,
  newId: (id: string) => `the id ${JSON.stringify(id)} was taken; it got a new one`,
  salvagedName: 'Recovered project',
  nothingToSalvage: 'Nothing of a project can be read from this file.',
}
