/** What a transfer says when it can't be made. */
export const texts = {
  noValue: (source: string) => `the source "${source}" has no value that could be kept`,
  broken: (source: string, to: string, why: string) => `${source} to ${to}: ${why}`,
  nothing: 'nothing was found',
  noMatch: 'the expression matches nothing in what was found',
  nothingHint: 'Look at the response, correct the source, or give the transfer a default.',
} as const
