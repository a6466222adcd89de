import { secretVariable } from '#engine/base/secret-variable.ts'

/** What templates and variables say to people. */
export const texts = {
  unclosed: (where: string) => `"\${" at ${where} is never closed.`,
  unclosedHint: 'Close it with "}", or write "$${" for a literal "${".',
  notAReference: (source: string, where: string) => `"${source}" at ${where} is not a reference to a variable or a function.`,
  notAReferenceHint:
    'A name has letters, digits, "_", "." and "-", a letter or "_" first. Write "$${" for a literal "${", and put arguments with "," or ")" in single quotes.',
  notAFunction: (name: string, where: string) => `"${name}" at ${where} is a variable, not a function: it takes no arguments.`,
  unknownFunction: (name: string, where: string) => `There is no function "${name}" (at ${where}).`,
  unknownFunctionHint: (near: string[]) =>
    `${didYouMean(near)}"random", "now", "env" and "uuid" are reserved for functions; a variable needs another name.`,
  badArguments: (name: string, where: string, why: string) => `"\${${name}}" at ${where}: ${why}.`,
  badArgumentsHint: (signature: string) => `It is written \${${signature}}.`,
  tooManyReferences: (most: number) => `The text has more than ${most.toLocaleString('en')} references.`,
  tooManyReferencesHint: 'Split it into several steps, or send it as a file.',
  position: (line: number, column: number) => (line === 1 ? `column ${column}` : `line ${line}, column ${column}`),

  unknownVariable: (name: string, within: readonly string[]) =>
    `There is no variable "${name}"${within.length === 0 ? '' : `, which the start value of ${few(within.map((outer) => `"${outer}"`)).join(', of ')} needs`}.`,
  unknownVariableHint: (near: string[]) =>
    `${didYouMean(near)}Define it in the case, the suite, the active environment or the project, or let an earlier step set it.`,
  cycle: (names: readonly string[]) => `Start values refer to each other in a circle: ${few(names).join(' → ')}.`,
  tooLong: (most: number) => `What the text comes to is longer than ${most.toLocaleString('en')} characters.`,
  tooLongHint: 'Start values that refer to others more than once grow quickly. Make one of them shorter.',
  cycleHint: 'Give one of them a value that does not refer to the others.',
  stopped: 'The run was stopped.',
  noEnvironment: 'There is no active environment, so "${env.name}" has no value.',
  noEnvironmentHint: 'Choose an environment for the run.',
  badName: (name: string) => `"${name}" can't be the name of a variable.`,
  badNameHint:
    'Names have letters, digits, "_", "." and "-", a letter or "_" first; random, now, env and uuid are reserved for functions.',

  secretMissing: (id: string) => `There is no value for the secret "${id}".`,
  secretMissingHint: (id: string) =>
    `In the page: store it where the secret is used, or in the environments dialog. Headless: pass --secret ${id}=VALUE, ` +
    `set the environment variable ${secretVariable(id)}, or let ASSAY_PASSPHRASE or ASSAY_IDENTITY open those that are sealed in the file.`,
}

const didYouMean = (near: string[]) => (near.length === 0 ? '' : `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}? `)

const mostNames = 20

/** The first and the last ones of a long list. */
const few = (names: readonly string[]): readonly string[] =>
  names.length <= mostNames ? names : [...names.slice(0, mostNames / 2), '…', ...names.slice(-mostNames / 2)]
