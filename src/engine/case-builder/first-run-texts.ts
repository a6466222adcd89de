/** What is said of an import whose cases get their ids from the API. */
export const texts = {
  madeUp: (operation: string, description: string): string =>
    [`Made up: nothing in the document gives it. Set it to what is there, as ${operation} asks for it.`, description]
      .filter(Boolean)
      .join('\n'),
  unknown: (names: string): string =>
    `Paths name what no operation makes or lists: set these variables of the project to what is there: ${names}.`,
  needed: (name: string): string => `A sign-in sends \${${name}}: fill it in, in the variables of the project.`,
  ofOthers: (operations: string): string =>
    `Switched off, as the case has not made what they would delete: ${operations}. Name what may go, and switch the steps on.`,
} as const
