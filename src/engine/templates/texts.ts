import { secretVariable } from '#engine/base/secrets/secret-variable.ts'

/** Messages about templates and variables. */
export const templateTexts = {
  unclosed: (where: string) => `Missing "}" for "\${" at ${where}.`,
  unclosedHint: 'Add "}", or write "$${" for a literal "${".',
  notAReference: (source: string, where: string) => `"${source}" at ${where} isn't a variable or function.`,
  notAReferenceHint:
    'Use letters, digits, "_", "." and "-" in names, starting with a letter or "_". Write "$${" for a literal "${", and put arguments with "," or ")" in single quotes.',
  notAFunction: (name: string, where: string) => `"${name}" at ${where} is a variable, so it takes no arguments.`,
  unknownFunction: (name: string, where: string) => `Unknown function "${name}" at ${where}.`,
  unknownFunctionHint: (near: string[]) =>
    `${didYouMean(near)}Use another name for a variable: "random", "now", "env" and "uuid" are functions.`,
  badArguments: (name: string, where: string, why: string) => `"\${${name}}" at ${where}: ${why}.`,
  badArgumentsHint: (signature: string) => `Write \${${signature}}.`,
  tooManyReferences: (most: number) => `The text has more than ${most.toLocaleString('en')} variables.`,
  tooManyReferencesHint: 'Split it into multiple steps, or send it as a file.',
  position: (line: number, column: number) => (line === 1 ? `column ${column}` : `line ${line}, column ${column}`),

  unknownVariable: (name: string, within: readonly string[]) =>
    `Unknown variable "${name}"${within.length === 0 ? '' : `, used by the value of ${few(within.map((outer) => `"${outer}"`)).join(', used by ')}`}.`,
  unknownVariableHint: (near: string[]) =>
    `${didYouMean(near)}Define it in the case, suite, active environment or project, or set it in an earlier step.`,
  setter: (step: string, inCase: string) => `"${step}" (case "${inCase}")`,
  setFirst: (setters: readonly string[]) =>
    `Run ${setters.slice(0, 3).join(' or ')} first. ${setters.length === 1 ? 'It sets' : 'They set'} this variable.`,
  cycle: (names: readonly string[]) => `Circular variables: ${few(names).join(' → ')}.`,
  tooLong: (most: number) => `The resolved text exceeds ${most.toLocaleString('en')} characters.`,
  tooLongHint: 'Shorten a variable. Variables that use others more than once grow quickly.',
  cycleHint: "Give one of them a value that doesn't use the others.",
  stopped: 'The run was stopped.',
  noEnvironment: '"${env.name}" has no value because no environment is active.',
  noEnvironmentHint: 'Choose an environment for the run.',
  badName: (name: string) => `"${name}" isn't a valid variable name.`,
  badNameHint: 'Use letters, digits, "_", "." and "-", starting with a letter or "_". random, now, env and uuid are functions.',

  secretMissing: (id: string) => `The secret "${id}" has no value.`,
  secretMissingHint: (id: string) =>
    `In the page: enter it where the secret is used, or under Environments. On the command line: pass --secret ${id}=VALUE, ` +
    `set ${secretVariable(id)}, or set ASSAY_PASSPHRASE or ASSAY_IDENTITY to decrypt sealed secrets.`,
}

const didYouMean = (near: string[]) => (near.length === 0 ? '' : `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}? `)

const mostNames = 20

/** The first and the last ones of a long list. */
const few = (names: readonly string[]): readonly string[] =>
  names.length <= mostNames ? names : [...names.slice(0, mostNames / 2), '…', ...names.slice(-mostNames / 2)]

/** The variable that the message of `variable-unknown` is about; undefined for a function. */
export const unknownVariableOf = (message: string): string | undefined => /\bUnknown variable "([^"]+)"/.exec(message)?.[1]
