/** Texts of the loop end editor. */
export const loopEndTexts = {
  titles: {
    loop: 'Loop',
  },
  closes: (name: string) => `Closes "${name}": the steps between the two repeat, once per row of its data source.`,
} as const
