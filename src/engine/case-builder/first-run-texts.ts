/** Messages about an import whose cases get their ids from the API. */
export const texts = {
  madeUp: (operation: string, description: string): string =>
    [
      `Set this to an existing value: ${operation} needs it. The current value is invented, because the API definition has none.`,
      description,
    ]
      .filter(Boolean)
      .join('\n'),
  unknown: (names: string): string =>
    `Set these project variables to existing values: ${names}. No operation creates or lists them.`,
  needed: (name: string): string => `Set the project variable \${${name}}. A sign-in sends it.`,
  ofOthers: (operations: string): string =>
    `Switched off: ${operations}. The case didn't create what they would delete. Set what may be deleted, then switch the steps on.`,
} as const
