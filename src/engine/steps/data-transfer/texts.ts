/** What a transfer says when it can't be made. */
export const dataTransferTexts = {
  noValue: (source: string) => `the source "${source}" has no value to keep`,
  broken: (source: string, to: string, why: string) => `${source} to ${to}: ${why}`,
  nothing: 'nothing was found',
  noMatch: "the expression doesn't match the value",
  nothingHint: 'Check the response and correct the source, or set a default.',
} as const
