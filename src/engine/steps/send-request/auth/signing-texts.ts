/** What signing requests says: AWS Signature 4, OAuth 1.0a, NTLM. */
export const signingTexts = {
  noKeys: 'AWS Signature 4 requires an access key and a secret key.',
  noKeysHint: 'Enter both under Auth. A variable that resolves to an empty value counts as missing.',
  noService: "The AWS service can't be read from the host.",
  noServiceHint: 'Enter the service under Auth, for example execute-api for API Gateway or s3, and the region.',
  unknownMethod: (method: string) => `"${method}" isn't an OAuth 1.0a signature method.`,
  unknownMethodHint: 'Use HMAC-SHA1, HMAC-SHA256, HMAC-SHA512, RSA-SHA1, RSA-SHA256, RSA-SHA512 or PLAINTEXT.',
  noForm: "OAuth parameters can't be added to this body: it isn't a form.",
  noFormHint: 'Send them in the header or query, or set the body to Form (RFC 5849 section 3.5.2).',
  noPrivateKey: 'The RSA methods require a private key.',
  noPrivateKeyHint: 'Enter an RSA private key in PEM form, as a secret variable.',
  notRsa: "The private key isn't an RSA key.",
  signedWith: {
    aws: 'The request was signed with AWS Signature 4. The record shows what was signed.',
    oauth1: 'The request was signed with OAuth 1.0a (RFC 5849). The record shows what was signed.',
  },
  leftBehind: (origin: string) => `A redirect led to another origin, ${origin}. The request was sent there without a signature.`,
  redirect: "sign a request for a redirect target, which it can't see",
  ntlmLimit: 'sign in with NTLM, which keeps one connection for several requests',
  ntlm: {
    done: 'The server requested NTLM: the request was sent without credentials, then again with a proof of the password (NTLMv2), on the same connection.',
    notAsked: (offered: string) =>
      `Username and password weren't sent: the server didn't request NTLM${offered === '' ? '' : `, but ${offered}`}.`,
    noChallenge:
      'The server requested NTLM but sent no challenge. Check for a proxy that closes the connection or removes WWW-Authenticate.',
    refused:
      "Check username, password and domain (DOMAIN\\user). The server rejected the NTLM proof. If they are correct, the server may require channel binding (extended protection), which isn't supported, or a proxy may have split the connection.",
    lostConnection:
      'Send the request to the server directly. The server started a new challenge, which happens when a proxy or load balancer uses a different connection for the last message.',
  },
} as const
