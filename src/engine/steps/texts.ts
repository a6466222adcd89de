/** Texts about steps that more than one kind uses. */
export const texts = {
  judging: (source: string) => `Judging ${source}`,
  judgingHint: 'Use a simpler rule, or ask for less data in one response.',
  inField: (field: string, message: string) => `${field}: ${message}`,
  outOfBounds: (field: string, value: string, min: number, max: number) =>
    `${field}: "${value}" is not a number from ${min} to ${max}.`,
  outOfBoundsHint: (template: string) => `Check what ${template} stands for.`,
  noResult:
    'There is no response to look at: the nearest Send Request or SQL Query step before this one got none, or there is none.',
  rowsAreNoResponse: 'The step that is looked at gave rows, not a response.',
  rowsAreNoResponseHint: 'Look at rows with the source json.',
  noResultHint:
    'Put the step after the request whose response it is about and see that it is answered, or choose a source that needs none.',
  noResultOf: (step: string) => `There is no response of the step "${step}" to look at.`,
  noResultOfHint: 'That step must run before this one, in the same case, and get an answer.',
  showCertificate: (host: string) => `show ${host} the client certificate that the environment has for it`,
  inCertificate: (host: string, message: string) => `Client certificate for ${host}: ${message}`,
  certificateFields: { certificate: 'Certificate', key: 'Key', password: 'Key password' },
  certificateExpired: (subject: string, date: string) =>
    `The client certificate ${subject} expired on ${date}; it was sent all the same.`,
  certificateNotYet: (subject: string, date: string) =>
    `The client certificate ${subject} is not valid before ${date}; it was sent all the same.`,
  unmet: ({ subject, expected, actual }: { subject: string; expected: string; actual: string }) =>
    `Run only if ${subject} ${expected}: it was ${actual}.`,
  inCondition: (message: string) => `Run only if: ${message}`,
  readCookies: 'read the cookies that a server sets (Set-Cookie)',
} as const
