/** Texts of finding and replacing in a project. */
export const findTexts = {
  title: 'Find and replace',
  find: 'Find',
  hint: 'Names, addresses, headers, bodies, checks and variables. Not in data sources, descriptions of APIs, designs and load tests.',
  by: 'Replace with',
  matchCase: 'Match case',
  close: 'Close',
  replace: (places: number) => `Replace ${places === 1 ? '1 place' : `${places} places`}`,
  remove: (places: number) => `Remove from ${places === 1 ? '1 place' : `${places} places`}`,
  found: (places: number, cases: number) =>
    places === 0
      ? 'Found nowhere in this project.'
      : `${places === 1 ? '1 place' : `${places} places`}${cases === 0 ? '' : ` in ${cases === 1 ? '1 case' : `${cases} cases`}`}`,
  results: 'Places',
  more: (left: number) => `And ${left} more: find something longer to see them.`,
  stay: (places: number) =>
    `${places === 1 ? '1 place stays' : `${places} places stay`} as they are: what would come out can't be held there, as a space in the name of a variable.`,
  edit: (text: string) => `Replace ${text.length > 30 ? `${text.slice(0, 30)}…` : text}`,
  done: (places: number) => `Replaced in ${places === 1 ? '1 place' : `${places} places`}.`,
  undo: 'Undo',
  uses: (places: number, name: string) =>
    `${places === 1 ? '1 place still says' : `${places} places still say`} \${${name}}, which no variable is called any more.`,
  rename: 'Rename there too…',
} as const
