/** Words of the sequence diagram. */
export const sequenceTexts = {
  lanes: { tester: 'Tester', browser: 'Browser window', assay: 'Assay', provider: 'Provider', api: 'API' },
  sandbox: (lane: string) => `${lane} (sandbox)`,
  opens: 'opens',
  signsIn: 'signs in',
  redirects: 'redirects',
  callback: 'callback',
  shows: 'shows',
  noAnswer: 'no response',
  known: 'from the cache, not sent',
  times: (count: number) => `×${count}`,
  keys: (count: number) => (count === 1 ? '1 key' : `${count} keys`),
} as const
