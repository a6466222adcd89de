/** Texts of the loop end editor. */
export const loopEndTexts = {
  titles: {
    loop: 'Loop',
  },
  noStart: 'This loop end has no loop start before it. Add a Loop Start step above, or remove this one.',
  closes: (name: string) => `Closes "${name}": the steps between the two repeat, once per row of its data source.`,
} as const
