/** Kinds of authorization that no step does, by the names that tools and descriptions give them: what they are, and what to do instead. */
const ways: readonly (readonly [kind: RegExp, what: string])[] = [
  [
    /^(aws|awsv4|aws[-_]?sig(nature)?(v?4)?|iam)$/i,
    'AWS Signature 4 signs each request, which Assay does not do. Let the address be that of a proxy on this machine that signs (as aws-sigv4-proxy does), or use an API key or a token if the API takes one.',
  ],
  [
    /^oauth-?1(\.0a?)?$/i,
    'OAuth 1 signs each request, which Assay does not do. If the API takes the signature method PLAINTEXT, enter the header Authorization in the step; else use OAuth 2 or a token if it takes one.',
  ],
  [
    /^(hawk|edgegrid|akamai-?eg|akamai-edgegrid|wsse)$/i,
    'It makes a new signature for each request, which Assay does not do. Let the address be that of a proxy on this machine that signs, or use a token if the API takes one.',
  ],
  [
    /^(ntlm|negotiate|kerberos|spnego(\/kerberos)?)$/i,
    'It logs a connection in by several messages, which Assay does not do. Use Basic, Digest or a token if the API takes one of them, or let the address be that of a proxy on this machine that logs in.',
  ],
  [
    /^asap$/i,
    'It is a signed JWT: put a step "Sign token" before the request, and the header Authorization: Bearer ${jwt} into it.',
  ],
  [/^netrc$/i, 'User and password stand in the file .netrc of its machine: enter the header Authorization: Basic … in the step.'],
]

/** What to do about a kind of authorization that is not brought over. */
export const wayOfAuth = (kind: string): string =>
  ways.find(([known]) => known.test(kind.trim()))?.[1] ?? 'Enter the header that the API wants in the step.'
