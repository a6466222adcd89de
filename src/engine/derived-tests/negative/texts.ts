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

/** Texts about the negative tests that Assay writes for an OAuth2 step. */
export const negativeCaseTexts = {
  titles,
  caseNames: {
    'expired-token': 'Rejects an expired token',
    'wrong-audience': 'Rejects a token for another audience',
    'missing-scope': 'Rejects a token without the scope',
    'tampered-signature': 'Rejects a tampered signature',
    'alg-none': 'Rejects a token with alg none',
    'replayed-code': 'Rejects a replayed code',
    'wrong-verifier': 'Rejects a wrong code_verifier',
    'wrong-secret': 'Rejects a wrong client secret',
    'token-in-query': 'Rejects a token in the query',
  } satisfies ForEach,
  why: {
    'expired-token': 'The API responds with 401 to an expired token (RFC 6750 3.1).',
    'wrong-audience': 'The API responds with 401 to a token issued for another API (RFC 9068 4, RFC 8707).',
    'missing-scope': 'The API responds with 403 to a token without the required scope (RFC 6750 3.1).',
    'tampered-signature': 'The API responds with 401 to a token with an invalid signature (RFC 9068 4).',
    'alg-none': 'The API responds with 401 to an unsigned token (RFC 8725 3.2).',
    'replayed-code': 'The provider responds with invalid_grant to a reused code (RFC 6749 4.1.2).',
    'wrong-verifier': "The provider responds with invalid_grant if the code_verifier doesn't match the challenge (RFC 7636 4.6).",
    'wrong-secret':
      'The provider responds with invalid_client to a wrong client secret (RFC 6749 5.2). unauthorized_client for the same reason also passes (Keycloak).',
    'token-in-query': 'The API rejects tokens in the URL, which ends up in logs and Referer headers (RFC 9700 4.3.2).',
  } satisfies ForEach,
  noRequest: (variable: string): string =>
    `Add the request that should be rejected: no later Send Request step in this case uses \${${variable}}.`,
  opaque: 'The last token of this step is opaque: it has no signature or header to change.',
  notInHeader: 'The request sends no token in a header, so there is nothing to move to the query.',
  boundByDpop: 'DPoP binds the token to its key: any copy without its proof is rejected.',
  noScope: 'The step requests no scope that could be removed.',
  needsCode: 'Only Auth Code exchanges a code.',
  needsPkce: 'Require PKCE is off, so there is no code_verifier.',
  needsSecret: 'The step has no client secret.',
  noSecretSent: (grant: string) => `${grant} sends no client secret.`,
  usesCertificate: 'The client authenticates with its TLS certificate and sends no client secret.',
  usesAssertion: 'The client signs an assertion and sends no client secret.',
  copy: 'Copy the token',
  waits: 'Wait until the token has expired',
  cut: "Remove the JWT's signature",
  payload: "Save the JWT's claims",
  refused: 'Refused',
}
