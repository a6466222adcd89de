/** Texts of what a step or a case depends on. */
export const conditionTexts = {
  title: 'Run only if',
  hint: {
    step: 'Skipped, with what looks at its answer, unless all of this holds. An answer is that of the nearest request before.',
    case: 'All its steps are skipped unless all of this holds.',
  },
  check: 'condition',
  change: 'Change condition',
  add: 'Add condition',
} as const
