/** Names of the pages that a narrow window shows one at a time. */
export const pageTexts = {
  label: 'Pages',
  projects: 'Projects',
  steps: 'Steps',
  step: 'Step',
  run: 'Results',
  assistant: 'Assistant',
} as const
