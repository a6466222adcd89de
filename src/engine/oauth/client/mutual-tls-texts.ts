/** What people read of clients that prove themselves by a certificate (RFC 8705). */
export const mutualTlsTexts = {
  none: (label: string, host: string) =>
    `${label}: the client proves itself by its certificate, and the environment has none for ${host}.`,
  noneHint: (host: string) =>
    `Add one for ${host} under Client certificates of the environment, or choose another Client Auth Method.`,
  notTls: (label: string, url: string) => `${label}: the client proves itself by its certificate, and ${url} is not https:.`,
  notTlsHint: 'Use the https: address of the endpoint.',
  bound: (subject: string, thumbprint: string) =>
    `The access token is bound to the client certificate ${subject}: its cnf.x5t#S256 is the thumbprint of what the token endpoint was shown, ${thumbprint} (RFC 8705 section 3.1).`,
  notBound: (subject: string) =>
    `The access token is not bound to the client certificate ${subject}, although the provider can bind tokens. Anyone who has it can use it.`,
  boundToUnshown: (thumbprint: string) =>
    `The access token is bound to the certificate with the thumbprint ${thumbprint} (cnf.x5t#S256), and the environment has none for the token endpoint.`,
  boundToOther: (bound: string, shown: string, subject: string) =>
    `The access token is bound to another certificate than the token endpoint was shown: its cnf.x5t#S256 is ${bound}, that of ${subject} is ${shown}.`,
  boundToOtherHint:
    'Look at what ends TLS in front of the provider: it has to hand on the certificate of the client, not its own (RFC 8705 section 6.5).',
} as const
