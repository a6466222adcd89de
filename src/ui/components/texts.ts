/** Texts of the components. */
export const componentTexts = {
  whatIsThis: 'What is this?',
  /** Instead of a name that is empty. */
  unnamed: '(no name)',
  close: 'Close',
  dismiss: 'Dismiss',
  contextMenu: 'Context menu',
  unknownVariables: (names: readonly string[]) =>
    names.length === 1
      ? `Unknown variable: ${names[0]}`
      : `Unknown variables: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}`,
  loopVariable: (name: string, loop: string | undefined): string[] =>
    loop === undefined ? [] : [`${name} is set only in the loop "${loop}"`],
  tooManyReferences: (most: number) => `More than ${most} variables: not highlighted.`,
  usual: 'Suggestions',
  secret: {
    show: 'Reveal',
    hide: 'Hide',
    remove: 'Clear',
    stored: 'stored in the vault',
    missing: 'no value in this browser',
    empty: 'Enter a value or ${variable}',
    short: "Use at least 4 characters. Shorter secrets can't be masked inside longer text.",
    gone: "The vault doesn't contain a value for this ID.",
    notConcealed: (id: string, why: string) =>
      `Stored results may still show the value of "${id}" until newer runs replace them: ${why}`,
    notStored: (id: string, why: string) => `Couldn't store the secret "${id}": ${why}`,
  },
  number: {
    notANumber: 'Enter a number. The last valid value is kept.',
    whole: 'Enter a number or one variable such as ${name}. The last valid value is kept.',
    range: (min: number | undefined, max: number | undefined) =>
      min !== undefined && max !== undefined
        ? `Enter ${min} to ${max}. The last valid value is kept.`
        : min !== undefined
          ? `Enter at least ${min}. The last valid value is kept.`
          : `Enter at most ${max}. The last valid value is kept.`,
    useVariable: 'Use a variable',
    useNumber: 'Use a number',
  },
  outcome: {
    passed: 'passed',
    failed: 'failed',
    broken: 'error',
    skipped: 'skipped',
    cancelled: 'cancelled',
    running: 'running',
    none: 'not run',
  },
  resize: (label: string) => `Resize ${label}`,
} as const
