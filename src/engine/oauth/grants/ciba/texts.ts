import type { GrantTexts } from '../grant-texts.ts'

/** Messages about CIBA. */
export const cibaTexts: GrantTexts = {
  meaning: {
    request: 'The client checks whether the user has approved the sign-in on their device.',
    reference: 'OpenID Connect CIBA Core 1.0 section 10.1',
  },
}

/** The backchannel authentication, and what can be wrong with it. */
export const backchannelTexts = {
  label: 'Backchannel Authentication Endpoint',
  noHint: 'CIBA needs a hint that identifies the user.',
  noHintHint: 'Enter Login hint, Login hint token or ID token hint.',
  severalHints: 'CIBA accepts only one hint that identifies the user (OpenID Connect CIBA Core 1.0 section 7.1).',
  severalHintsHint: 'Keep one of Login hint, Login hint token and ID token hint.',
  notJson: (url: string, status: number, type: string) =>
    `Backchannel Authentication Endpoint ${url} returned ${status} with ${type || 'no media type'} instead of JSON.`,
  noRequestId: (url: string) => `Backchannel Authentication Endpoint ${url} returned no usable auth_req_id.`,
  noExpiry: 'The response has no usable expires_in (OpenID Connect CIBA Core 1.0 section 7.3). Login Timeout applies instead.',
  interval: (value: unknown) =>
    `The response has interval ${JSON.stringify(value)}, which isn't a number of seconds. 5 s is used (OpenID Connect CIBA Core 1.0 section 7.3).`,
  expired: "The user didn't approve the sign-in before the request expired.",
  expiredHint: "Run the step again and approve in time. The provider sets the request's lifetime.",
  timedOut: "The user didn't approve the sign-in within Login Timeout.",
  timedOutHint: 'Run the step again and approve in time, or increase Login Timeout.',
} as const
