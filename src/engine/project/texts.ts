import { deepest, largest } from './limits.ts'

/** What the reading of files says to people. */
export const texts = {
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
  wholeFile: 'the file',
  hints: {
    'file-too-large': 'Split the project, or keep its data in smaller sources. Nothing was changed.',
    'file-not-aprj': 'Choose a file that Assay has saved. Nothing was changed.',
    'file-newer-version': 'Update Assay, then open the file again.',
    'file-invalid': 'Repair the file in a text editor at the places named. Nothing was changed.',
    salvageable: 'Open what can be read as a new project, or repair the file in a text editor. Nothing was changed.',
  },

  // settings
  unset: {
    clientSecret: 'Client Credentials needs a client secret: type one, or refer to a variable.',
    tokenEndpoint: 'There is neither a Discovery Endpoint nor a Token Endpoint.',
    clientId: 'The Client ID is empty.',
    url: 'The URL is empty.',
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
  hugeNumber: (literal: string) => `${literal.length > 20 ? `${literal.slice(0, 20)}…` : literal} is too large for a number`,
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

  // names in paths
  step: (index: number) => `step ${index + 1}`,
  item: (index: number) => String(index + 1),

  // problems
  loopWithoutEnd: 'this loop has no Loop End',
  endWithoutLoop: 'this Loop End has no Loop Start',
  noStep: (id: string) => `refers to the step "${id}", which is not in this case`,
  stepWithoutResult: (name: string) => `refers to the step "${name}", which has no result to look at`,
  laterStep: (name: string) => `refers to the step "${name}", which comes after this one and has no result yet`,
  noConnection: (id: string) => (id === '' ? 'has no connection' : `refers to the connection "${id}", which is not there`),
  noDataSource: (id: string) => (id === '' ? 'has no data source' : `refers to the data source "${id}", which is not there`),
  noTarget: (id: string) => `refers to the case or suite "${id}", which is not there`,
  noEnvironment: (id: string) => `refers to the environment "${id}", which is not there`,
  doubleVariable: (name: string) => `the variable "${name}" stands here twice`,
  doubleName: (name: string) => `the name "${name}" stands here twice`,
  onlyWith: (environments: readonly string[]) =>
    `It is one with the environment ${environments.map((name) => JSON.stringify(visible(name))).join(' or ')}.`,
  emptyRange: (from: number, to: number) => `the loop goes from row ${from} to row ${to}, which is none`,
  needsName: (source: string) => `the source "${source}" needs a name`,
  needsPath: (source: string) => `the source "${source}" needs a path`,
  needsCell: 'the source "cell" needs a row and a column',

  badDestination: (name: string) =>
    name === ''
      ? 'the name of the variable is missing'
      : `${JSON.stringify(visible(name))} can't be the name of a variable: letters, digits, "_", "." and "-", a letter or "_" first; random, now, env and uuid are reserved`,

  // secrets in clear
  literalSecret: 'looks like a secret in clear; store it as a secret of a variable and refer to it as "${name}"',

  // salvage
  leftOut: (what: string) => `${what}; left out`,
  newId: (id: string) => `the id ${JSON.stringify(id)} was taken; it got a new one`,
  salvagedName: 'Recovered project',
  nothingToSalvage: 'Nothing of a project can be read from this file.',
}

/** Characters that change how a text looks without being seen: bidirectional marks, zero-width ones, lone surrogates (R9). */
function isInvisible(point: number): boolean {
  return (
    (point >= 0x200b && point <= 0x200f) ||
    (point >= 0x202a && point <= 0x202e) ||
    (point >= 0x2060 && point <= 0x206f) ||
    (point >= 0xd800 && point <= 0xdfff) ||
    point === 0xfeff ||
    point === 0x61c
  )
}

/** A name with every control and invisible character written as `\u202e`, so that it can't pass for another (R9). */
export const visible = (text: string): string =>
  Array.from(text, (unit) => {
    const point = unit.codePointAt(0) ?? 0
    const hidden = point < 0x20 || (point >= 0x7f && point < 0xa0) || isInvisible(point)
    return hidden ? `\\u${point.toString(16).padStart(4, '0')}` : unit
  }).join('')
