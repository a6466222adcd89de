/** Texts of the tabs that edit the checks and transfers nested under a step. */
export const nestedTexts = {
  checks: 'Checks',
  settings: 'Settings',
  parts: 'Step',
  variables: 'Variables',
  openStep: (name: string) => `Open ${name}`,
  disabled: 'disabled',
} as const
