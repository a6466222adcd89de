/** How wide the fields of names are, as the longest one needs; the style sheet says how much of it there is room for. */
export const longestName = (named: readonly { name: string }[]): string =>
  `${named.reduce((most, { name }) => Math.max(most, name.length), 12)}ch`
