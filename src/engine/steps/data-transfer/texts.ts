/** What a transfer says when it can't be made. */
export const texts = {
  broken: (source: string, to: string, why: string) => `${source} to ${to}: ${why}`,
  nothing: 'nothing was found',
  noMatch: 'the expression matches nothing in what was found',
  nothingHint: 'Look at the response, correct the source, or give the transfer a default.',
} as const
