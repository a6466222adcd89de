/** Kinds of authorization that no step does, by the names that tools and descriptions give them: what they are, and what to do instead. */
const ways: readonly (readonly [kind: RegExp, what: string])[] = [
  [/^(aws|awsv4|aws[-_]?sig(nature)?(v?4)?|iam)$/i, 'Choose AWS Signature 4 under Auth, and enter the keys.'],
  [/^oauth-?1(\.0a?)?$/i, 'Choose OAuth 1.0a under Auth, and enter the keys.'],
  [
    /^(hawk|edgegrid|akamai-?eg|akamai-edgegrid|wsse)$/i,
    "Send the requests through a local proxy that signs them, or use a token if the API accepts one. Assay can't sign each request.",
  ],
  [/^ntlm$/i, 'Choose NTLM under Auth, and enter username and password.'],
  [
    /^(negotiate|kerberos|spnego(\/kerberos)?)$/i,
    "Use NTLM, Basic, Digest or a token if the API accepts one, or send the requests through a local proxy that signs in. Assay doesn't support Kerberos.",
  ],
  [/^aws profile$/i, 'Choose AWS Signature 4 under Auth, and enter the keys of the profile: ~/.aws/credentials has them.'],
  [/^asap$/i, 'Add a "Sign token" step before the request, and add the Authorization header to the request: Bearer ${jwt}.'],
  [
    /^netrc$/i,
    "Enter an Authorization header (Basic …) in the step. The username and password are in the machine's .netrc file.",
  ],
]

/** What to do about a kind of authorization that is not brought over. */
export const wayOfAuth = (kind: string): string =>
  ways.find(([known]) => known.test(kind.trim()))?.[1] ?? 'Enter the header that the API requires in the step.'
