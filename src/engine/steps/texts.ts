/** Texts about steps that more than one kind uses. */
export const stepTexts = {
  judging: (source: string) => `Judging ${source}`,
  judgingHint: 'Use a simpler rule, or request less data at once.',
  inField: (field: string, message: string) => `${field}: ${message}`,
  outOfBounds: (field: string, value: string, min: number, max: number) =>
    `${field}: "${value}" isn't a number from ${min} to ${max}.`,
  outOfBoundsHint: (template: string) => `Check the value of ${template}.`,
  noResult: 'No response to read: no earlier Send Request or SQL Query step has one.',
  rowsAreNoResponse: 'The step returned rows, not a response.',
  rowsAreNoResponseHint: 'Choose the source "json" to read rows.',
  noResultHint: "Move this step after a request that gets a response, or choose a source that doesn't need one.",
  noResultOf: (step: string) => `The step "${step}" has no response.`,
  noResultOfHint: 'Run that step before this one, in the same case.',
  showCertificate: (host: string) => `send ${host} the environment's client certificate`,
  inCertificate: (host: string, message: string) => `Client certificate for ${host}: ${message}`,
  certificateFields: { certificate: 'Certificate', key: 'Key', password: 'Key password' },
  certificateExpired: (subject: string, date: string) =>
    `The client certificate ${subject} expired on ${date} and was sent anyway. Replace it in the environment.`,
  certificateNotYet: (subject: string, date: string) =>
    `The client certificate ${subject} isn't valid before ${date} and was sent anyway. Replace it in the environment, or check this machine's clock.`,
  unmet: ({ subject, expected, actual }: { subject: string; expected: string; actual: string }) =>
    `Run only if ${subject} ${expected}: it was ${actual}.`,
  inCondition: (message: string) => `Run only if: ${message}`,
  keepCookies: 'keep cookies between requests',
  readCookies: 'read cookies that a server sets (Set-Cookie)',
} as const
