/** Texts of finding and replacing in a project. */
export const findTexts = {
  title: 'Find and replace',
  find: 'Find',
  hint: 'Searches names, URLs, headers, bodies, checks and variables, but not data sources, API definitions, designs or load tests.',
  by: 'Replace with',
  matchCase: 'Match case',
  close: 'Close',
  replaceNone: 'Replace',
  replace: (places: number) => `Replace ${places === 1 ? '1 place' : `${places} places`}`,
  remove: (places: number) => `Remove from ${places === 1 ? '1 place' : `${places} places`}`,
  found: (places: number, cases: number) =>
    places === 0
      ? 'No matches.'
      : `${places === 1 ? '1 place' : `${places} places`}${cases === 0 ? '' : ` in ${cases === 1 ? '1 case' : `${cases} cases`}`}`,
  results: 'Matches',
  more: (left: number) => `And ${left} more. Enter more text to narrow the search.`,
  stay: (places: number) =>
    `${places === 1 ? '1 match stays' : `${places} matches stay`} unchanged because the result would be invalid there, for example a space in a variable name.`,
  edit: (text: string) => `Replace ${text.length > 30 ? `${text.slice(0, 30)}…` : text}`,
  done: (places: number) => `Replaced in ${places === 1 ? '1 place' : `${places} places`}.`,
  undo: 'Undo',
  uses: (places: number, name: string) =>
    `${places === 1 ? '1 place still uses' : `${places} places still use`} \${${name}}, which no longer exists.`,
  rename: 'Rename there…',
} as const
