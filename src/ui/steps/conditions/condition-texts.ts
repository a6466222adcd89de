/** Texts of what a step or a case depends on. */
export const conditionTexts = {
  title: 'Run only if',
  hint: {
    step: "Skips the step, and steps that read its response, unless all conditions are met. Conditions read the previous request's response.",
    case: "Skips all of the case's steps unless all conditions are met.",
  },
  check: 'condition',
  change: 'Change condition',
  add: 'Add condition',
} as const
