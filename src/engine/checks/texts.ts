/** What checks say when they can't be run. */
export const checkTexts = {
  needs: (predicate: string, wanted: string, value: string) =>
    `"${predicate}" needs ${wanted} as its expected value, but has ${value}.`,
  needsHint: "Change the check's expected value.",
  lacksValue: (predicate: string) => `"${predicate}" needs a "value" to compare with`,
  needlessValue: (predicate: string) => `"${predicate}" takes no value: remove "value", or use "not": true for the opposite`,

  needsResponse: '"conforms-to-api" needs the source "response".',
  needsResponseHint: 'Choose the source "response", or another predicate.',

  noSnapshot: 'no snapshot yet: accept a response in the step',
  differences: (told: string, more: boolean) => `differs from the snapshot: ${told}${more ? ', and more' : ''}`,
  isNow: (path: string, now: string, before: string) => `${path} is ${now}, was ${before}`,
  isNew: (path: string, now: string) => `${path} is new: ${now}`,
  isGone: (path: string, before: string) => `${path} is missing, was ${before}`,

  patternTooLong: (length: number) => `The regular expression is too long (${length} characters).`,
  patternTooLongHint: (longest: number) => `Shorten it to ${longest} characters, or split the check.`,
  badPattern: (pattern: string) => `/${pattern}/ isn't a valid regular expression.`,
  badPatternHint: 'Check brackets, braces and backslashes.',
  unsupportedPatternHint:
    'Use two checks, or "not". Lookaheads and backreferences aren\'t supported because they can run forever.',

  badSchema: "The check's JSON Schema is invalid.",
  badKeyword: (place: string, why: string) => `The check's JSON Schema is invalid at ${place}: ${why}`,
  badKeywordHint: 'Change the keyword to a value that JSON Schema allows.',
  noAlternative: (count: number, nearest: string) => `Matches none of ${count} alternatives. Closest: ${nearest}`,
  notAllowed: 'Not allowed here.',
  badSchemaHint: 'References must point into the schema and must not be circular.',
}
