/** Texts about clients that prove themselves by a certificate (RFC 8705). */
export const mutualTlsTexts = {
  none: (label: string, host: string) => `${label}: the environment has no client certificate for ${host}.`,
  noneHint: (host: string) =>
    `Add one for ${host} under Client certificates in the environment, or choose another Client Auth Method.`,
  notTls: (label: string, url: string) => `${label}: client certificates need https:, but the URL is ${url}.`,
  notTlsHint: "Use the endpoint's https: URL.",
  bound: (subject: string, thumbprint: string) =>
    `The access token is bound to the client certificate ${subject}: its cnf.x5t#S256 is the thumbprint of the certificate sent to the token endpoint, ${thumbprint} (RFC 8705 section 3.1).`,
  notBound: (subject: string) =>
    `The access token isn't bound to the client certificate ${subject}, although the provider supports it. Anyone with the token can use it.`,
  boundToUnshown: (thumbprint: string) =>
    `The access token is bound to the certificate with the thumbprint ${thumbprint} (cnf.x5t#S256), but the environment has no certificate for the token endpoint.`,
  boundToOther: (bound: string, shown: string, subject: string) =>
    `The access token is bound to another certificate: its cnf.x5t#S256 is ${bound}, but ${shown} (${subject}) was sent to the token endpoint.`,
  boundToOtherHint:
    "Check the proxy that ends TLS in front of the provider: it must forward the client's certificate, not its own (RFC 8705 section 6.5).",
} as const
