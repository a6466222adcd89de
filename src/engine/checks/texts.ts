/** What checks say when they can't be carried out. */
export const texts = {
  needs: (predicate: string, wanted: string, value: string) =>
    `"${predicate}" needs ${wanted} as its expected value, and has ${value}.`,
  needsHint: "Correct the check's expected value.",
  lacksValue: (predicate: string) => `"${predicate}" needs a "value" to compare with`,
  needlessValue: (predicate: string) =>
    `"${predicate}" is compared with nothing: leave "value" out; for the opposite write "not": true`,

  needsResponse: '"conforms-to-api" judges the source "response", and nothing else.',
  needsResponseHint: 'Choose the source "response", or another predicate.',

  noSnapshot: 'without a snapshot yet: accept the answer as one in the step',
  differences: (told: string, more: boolean) => `unlike its snapshot: ${told}${more ? '; and more' : ''}`,
  isNow: (path: string, now: string, before: string) => `${path} is ${now}, was ${before}`,
  isNew: (path: string, now: string) => `${path} is new: ${now}`,
  isGone: (path: string, before: string) => `${path} is gone, was ${before}`,

  patternTooLong: (length: number) => `A regular expression of ${length} characters is too long.`,
  patternTooLongHint: (longest: number) => `Shorten it to ${longest} characters, or split the check.`,
  badPattern: (pattern: string) => `/${pattern}/ can't be used as a regular expression.`,
  badPatternHint: 'Check brackets, braces and backslashes.',
  unsupportedPatternHint:
    'Lookaheads and backreferences are not supported, because they can take for ever. Use two checks, or "not".',

  badSchema: "The JSON Schema of the check can't be used.",
  badKeyword: (place: string, why: string) => `The JSON Schema of the check can't be used. At ${place}: ${why}`,
  badKeywordHint: 'Give the keyword a value that JSON Schema allows there.',
  noAlternative: (count: number, nearest: string) => `Fits none of ${count} alternatives; nearest: ${nearest}`,
  notAllowed: 'Is not allowed there.',
  badSchemaHint: 'References must point into the schema itself, and must not go round in circles.',
}
