/** What a negative test gets wrong, by its name, in the order in which it is offered. */
const titles = {
  'expired-token': 'Expired token',
  'wrong-audience': 'Token for another audience',
  'missing-scope': 'Missing scope',
  'tampered-signature': 'Tampered signature',
  'alg-none': 'alg none',
  'replayed-code': 'Replayed code',
  'wrong-verifier': 'Wrong code_verifier',
  'wrong-secret': 'Wrong client secret',
  'token-in-query': 'Token in the query',
}

type ForEach = Record<keyof typeof titles, string>

/** What people read of the negative tests that Assay writes for an OAuth2 step. */
export const texts = {
  titles,
  caseNames: {
    'expired-token': 'Refuses an expired token',
    'wrong-audience': 'Refuses a token for another audience',
    'missing-scope': 'Refuses a token without the scope',
    'tampered-signature': 'Refuses a tampered signature',
    'alg-none': 'Refuses a token with alg none',
    'replayed-code': 'Refuses a replayed code',
    'wrong-verifier': 'Refuses a wrong code_verifier',
    'wrong-secret': 'Refuses a wrong client secret',
    'token-in-query': 'Refuses a token in the query',
  } satisfies ForEach,
  why: {
    'expired-token': 'The API answers 401 to a token past its expiry (RFC 6750 3.1).',
    'wrong-audience': 'The API answers 401 to a token that was issued for another API (RFC 9068 4, RFC 8707).',
    'missing-scope': 'The API answers 403 to a token without the scope that the request needs (RFC 6750 3.1).',
    'tampered-signature': 'The API answers 401 to a token whose signature does not fit it (RFC 9068 4).',
    'alg-none': 'The API answers 401 to a token that says it needs no signature (RFC 8725 3.2).',
    'replayed-code': 'The provider answers invalid_grant when a code comes a second time (RFC 6749 4.1.2).',
    'wrong-verifier': 'The provider answers invalid_grant when the code_verifier does not fit the challenge (RFC 7636 4.6).',
    'wrong-secret':
      'The provider answers invalid_client to a wrong client secret (RFC 6749 5.2); unauthorized_client that means the secret counts too (Keycloak).',
    'token-in-query': 'The API accepts no token in the address, where logs and Referer headers keep it (RFC 9700 4.3.2).',
  } satisfies ForEach,
  noRequest: (variable: string): string =>
    `No Send Request step after this one, in this case, uses \${${variable}}: add the request that is to be refused.`,
  opaque: 'The last token of this step is opaque: it has no signature and no header that could be changed.',
  notInHeader: 'The request does not send the token in a header, so there is nothing to move to the query.',
  boundByDpop: 'DPoP binds the token to its key: a copy without its proof is refused for that reason alone.',
  noScope: 'The step asks for no scope that could be left out.',
  needsCode: 'Only Auth Code has a code to exchange.',
  needsPkce: 'Require PKCE is off, so there is no code_verifier.',
  needsSecret: 'The step has no client secret.',
  noSecretSent: (grant: string) => `${grant} sends no client secret.`,
  usesCertificate: 'The client proves itself by its TLS certificate and sends no client secret.',
  usesAssertion: 'The client signs an assertion and sends no client secret.',
  copy: 'Copy the token',
  waits: 'Wait until the token has expired',
  cut: 'Cut the signature of the JWT',
  payload: 'Keep the claims of the JWT',
  refused: 'Refused',
}
