/** Texts of the components. */
export const texts = {
  whatIsThis: 'What is this?',
  /** In place of a name that is empty. */
  unnamed: '(no name)',
  close: 'Close',
  dismiss: 'Dismiss',
  contextMenu: 'Context menu',
  unknownVariables: (names: readonly string[]) =>
    names.length === 1
      ? `Unknown variable: ${names[0]}`
      : `Unknown variables: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}`,
  tooManyReferences: (most: number) => `More than ${most} references: not marked here.`,
  usual: 'Suggestions',
  secret: {
    show: 'Reveal',
    hide: 'Hide',
    remove: 'Forget it',
    stored: 'stored in the vault',
    missing: 'no value stored here',
    empty: 'Type a value, or ${variable}',
    short:
      'Under 4 characters: too short to be masked safely. It is hidden where it is a whole value, and shows where it is part of a text.',
    gone: 'The vault holds no value under this id.',
    notConcealed: (id: string, why: string) =>
      `Stored results may still show the value of "${id}", until newer runs have replaced them: ${why}`,
    notStored: (id: string, why: string) => `The secret "${id}" was not stored: ${why}`,
  },
  number: {
    notANumber: 'Not a number. The last valid value is kept.',
    whole: 'Not a number, and not one reference such as ${name}. The last valid value is kept.',
    range: (min: number | undefined, max: number | undefined) =>
      min !== undefined && max !== undefined
        ? `From ${min} to ${max}. The last valid value is kept.`
        : min !== undefined
          ? `At least ${min}. The last valid value is kept.`
          : `At most ${max}. The last valid value is kept.`,
    useVariable: 'Use a variable',
    useNumber: 'Use a number',
  },
  outcome: {
    passed: 'passed',
    failed: 'failed',
    broken: 'broken',
    skipped: 'skipped',
    cancelled: 'cancelled',
    running: 'running',
    none: 'not run',
  },
  resize: (label: string) => `Resize ${label}`,
} as const
