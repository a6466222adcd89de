/** Texts of the loop end editor. */
export const loopEndTexts = {
  titles: {
    loop: 'Loop',
  },
  closes: (name: string) => `Ends "${name}". The steps in between run once per row.`,
} as const
