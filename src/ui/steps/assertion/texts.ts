/** Texts of the assertion editor. */
export const assertionTexts = {
  labels: {
    failed: 'failed',
    passed: 'passed',
    not: 'Not',
    is: 'Is',
    expected: 'Expected',
    upperBound: 'Upper bound',
    check: 'check',
  },
  placeholders: {
    value: 'value',
    from: 'from',
    to: 'to',
    list: 'open, pending, 3',
  },
  edits: {
    changeExpectedValue: 'Change expected value',
    changeSource: 'Change source',
    changeCheck: 'Change check',
    changePredicate: 'Change predicate',
    useActualValue: 'Use actual value',
    addCheck: 'Add check',
  },
  titles: {
    source: 'What is checked',
    checks: 'Checks',
    noChecks: 'No checks yet',
  },
  hints: {
    noChecks: 'A check says what the response must be: its status, a header, a value in its JSON, its duration.',
  },
  row: (n: number) => `Check ${n}`,
  rowOf: (n: number) => `check ${n}`,
  lastRun: { passed: 'passed in the last run', failed: 'failed in the last run' },
  and: 'and',
  expected: 'expected:',
  actual: 'actual:  ',
  theStep: 'the step that is checked',
  notJson: 'Not valid JSON yet. The last valid schema is kept.',
} as const
