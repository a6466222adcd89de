/** Kinds of authorization that no step does, by the names that tools and descriptions give them: what they are, and what to do instead. */
const ways: readonly (readonly [kind: RegExp, what: string])[] = [
  [
    /^(aws|awsv4|aws[-_]?sig(nature)?(v?4)?|iam)$/i,
    "Send the requests through a local proxy that signs them (such as aws-sigv4-proxy), or use an API key or token if the API accepts one. Assay can't sign requests with AWS Signature 4.",
  ],
  [
    /^oauth-?1(\.0a?)?$/i,
    "Enter the Authorization header in the step if the API accepts the signature method PLAINTEXT. Otherwise use OAuth 2 or a token: Assay can't sign requests with OAuth 1.",
  ],
  [
    /^(hawk|edgegrid|akamai-?eg|akamai-edgegrid|wsse)$/i,
    "Send the requests through a local proxy that signs them, or use a token if the API accepts one. Assay can't sign each request.",
  ],
  [
    /^(ntlm|negotiate|kerberos|spnego(\/kerberos)?)$/i,
    "Use Basic, Digest or a token if the API accepts one, or send the requests through a local proxy that signs in. Assay doesn't support sign-ins per connection.",
  ],
  [/^asap$/i, 'Add a "Sign token" step before the request, and add the Authorization header to the request: Bearer ${jwt}.'],
  [
    /^netrc$/i,
    "Enter an Authorization header (Basic …) in the step. The username and password are in the machine's .netrc file.",
  ],
]

/** What to do about a kind of authorization that is not brought over. */
export const wayOfAuth = (kind: string): string =>
  ways.find(([known]) => known.test(kind.trim()))?.[1] ?? 'Enter the header that the API requires in the step.'
