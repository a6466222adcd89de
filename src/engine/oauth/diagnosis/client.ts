import { assertionHint, hasCodeHint } from '../refusals/refusal-texts.ts'
import { meansClient, meansGrant, meansPassword, meansVerifier, standardCode } from '../refusals/standard-code.ts'
import { provesClient, editSecret, fix, namesRedirectUri, otherTransports, sentAndOther, sentAndOthers } from './fixes.ts'
import { all, any, isError, not, ranked, matchesText } from './rank.ts'
import { clockGap, gapInWords } from './clock-gap.ts'
import { headerMember, listed, omits } from './discovery-facts.ts'
import { discovered, type Evidence } from './evidence.ts'
import type { Fix } from '../step-settings.ts'
import type { Cause } from './cause.ts'

// Keycloak says "Unexpected error when authenticating client" to a Basic header that it can't decode.
const failedProof =
  /(invalid|wrong|incorrect|bad)( empty)? client.{0,12}(secret|credentials)|authenticating client|client.{0,20}(authentication|credentials).{0,12}(failed|invalid|wrong)/i

/** What was issued to the client before is redeemed: it may use the grant, so that a bare refusal is about its proof. */
const redeems = ({ purpose, sent }: Evidence): boolean =>
  purpose === 'refresh' ||
  ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'].includes(sent('grant_type') ?? '')
/** What the authorization header holds is not form-encoded: in the words of dex, of fosite and of Nimbus. */
const badlyEncoded = matchesText(/\b(en|de)coded\b|\burl.?encoding\b/i)
const undescribed = ({ description }: Evidence): boolean => description === ''

const refusedProof = any(
  isError('invalid_client', 'unauthorized'),
  all(isError('unauthorized_client'), any(ranked('coded', matchesText(failedProof)), all(redeems, undescribed))),
  all(provesClient, ({ error, description }) => meansClient(error, description)),
  // idpyoidc says no more to a proof that does not hold.
  all(provesClient, isError('invalid_request'), ({ description }) => /^authorization failed\.?$/i.test(description)),
  all(provesClient, isError('access_denied'), ({ description }) => /^unauthorized\.?$/i.test(description)),
  all(
    provesClient,
    ({ status, error }) => (status === 401 || (status === 403 && error === '')) && !hasCodeHint(standardCode(error)),
  ),
)
const isAboutAccount = ({ sent, words }: Evidence): boolean => sent('grant_type') === 'password' && meansPassword(words)
const refusedClient = all(
  refusedProof,
  ({ words }) => !meansGrant(words) && !meansVerifier(words),
  (evidence) => !isAboutAccount(evidence),
)
const byAssertion = ({ settings, sent }: Evidence): boolean =>
  sent('client_assertion') !== undefined || settings?.clientAuthMethod === 'ClientAssertion'
const byCertificate = ({ settings }: Evidence): boolean => settings?.clientAuthMethod === 'ClientCertificate'
const withSecret = ({ settings, sentSecret }: Evidence): boolean => sentSecret !== undefined || Boolean(settings?.clientSecret)

const encodingMatters = ({ failure }: Evidence): boolean => failure.escapes === true
const isRaw = (settings: Evidence['settings']): boolean => settings?.secretTransport === 'basic-raw'

/** Client authentication methods by which a secret travels (OpenID Connect Core 9). */
const secretMethods: Record<string, Fix> = {
  client_secret_post: fix('Send it in the body', { secretTransport: 'body' }),
  client_secret_basic: fix('HTTP Basic', { secretTransport: 'basic' }),
}

/** The method that was used for the secret. */
const sentMethod = ({ sentSecret }: Evidence): string => (sentSecret === 'basic' ? 'client_secret_basic' : 'client_secret_post')

/**
 * Authlib names the methods that its endpoint takes for every client that did not authenticate, also where the secret went by
 * one of them.
 */
const takenMethods = ({ words }: Evidence): string[] =>
  /cannot authenticate with methods: \[([^\]]*)\]/i.exec(words)?.[1]?.match(/client_secret_(?:post|basic)/g) ?? []
const sentAsTaken = (evidence: Evidence): boolean => takenMethods(evidence).includes(sentMethod(evidence))

/** The method that the provider's text says it supports, not the one that it says was used; undefined if it names none. */
const methodNamed = ({ words }: Evidence): string | undefined =>
  /registered (?:with|for) ['"]?(none|private_key_jwt|client_secret_jwt|(?:self_signed_)?tls_client_auth)\b/i.exec(words)?.[1] ??
  /(?:supports|expects?|only|requires?|must use|registered(?: with)?)[^.]{0,60}?(client_secret_(?:post|basic))/i.exec(words)?.[1]

/** What to do where the provider says for which method the client is registered; undefined where it does not. */
function registeredFor(evidence: Evidence): string | undefined {
  const method = methodNamed(evidence)
  if (method === undefined) return undefined
  if (method in secretMethods) return sentAndOther(evidence, method, `but the client is registered for ${method}`)
  const registered = `A secret was sent, but the client is registered for ${method}.`
  if (method === 'none') return `Remove the Client Secret, or register the client for one. ${registered}`
  if (method.endsWith('jwt'))
    return `Choose Client assertion (signed JWT) as Client Auth Method, or register the client for a secret. ${registered}`
  return `Choose Client certificate (mTLS) as Client Auth Method, or register the client for a secret. ${registered}`
}

/** The buttons for the way that the provider names; for the other ways if it names none. */
function transportNamed(evidence: Evidence): Fix[] {
  const wanted = methodNamed(evidence)
  const named = (wanted === undefined ? takenMethods(evidence) : [wanted]).flatMap((method) => secretMethods[method] ?? [])
  return named.length > 0 ? named : otherTransports(evidence)
}

/**
 * The ways of sending the secret that the provider's description lists for its token endpoint (RFC 8414 section 2), by its
 * names.
 */
const methods = 'token_endpoint_auth_methods_supported'
const listedMethods = (evidence: Evidence): string[] =>
  (listed(evidence, methods) ?? []).filter((one) => Object.hasOwn(secretMethods, one))
const sentUnlisted = (evidence: Evidence): boolean => {
  const listed = listedMethods(evidence)
  return listed.length > 0 && !listed.includes(sentMethod(evidence))
}

/** The audiences of a client assertion that were not used (RFC 7523 section 3). */
function otherAudience({ settings }: Evidence): Fix[] {
  const used = settings?.privateKeyJwt?.audience
  return (
    [
      ['token-endpoint', 'Use the token endpoint as audience'],
      ['issuer', 'Use the issuer as audience'],
      ['endpoint', 'Use the receiving endpoint as audience'],
    ] as const
  )
    .filter(([audience]) => audience !== used)
    .map(([audience, label]) => fix(label, { privateKeyJwt: { audience } }))
}

/**
 * The refusal is about the key itself, not about all that a provider verifies of an assertion (Better Auth says one sentence to
 * all of it).
 */
const namesKey = matchesText(/\bkey\b|\bkid\b|certificate|jwks|thumbprint|x5t|algorithm|\balg\b|AADSTS/i)

/** The provider reads a time in the future, which only a clock explains. */
const inTheFuture = matchesText(/\bin the future\b|not yet valid|issued in future|before (its|the) (nbf|not.before)|clock skew/i)

/** The refusal is about the secret, not about the client's name as well. */
const namesSecret = matchesText(
  /(invalid|wrong|incorrect|bad|mismatching)( empty)? client.secret\b|client.secret\b.{0,20}(invalid|wrong|incorrect|mismatch|(does not|doesn't) match)/i,
)

/** The method by which this client proved who it is, by a key or certificate (RFC 7591 section 2). */
const provenBy = (evidence: Evidence): string | undefined =>
  byCertificate(evidence) ? 'tls_client_auth' : byAssertion(evidence) ? 'private_key_jwt' : undefined

/** Client authentication failed. */
export const clientCauses: Cause[] = [
  {
    id: 'google-secret-missing',
    title: 'The provider requires a client secret',
    means:
      "Enter the Client Secret from the credentials page: Google's web clients need it even with PKCE. It can stay in this browser's vault for tests.",
    fixes: () => [editSecret],
    reference: 'Google: OAuth 2.0 for Web Server Applications',
  },
  {
    id: 'assertion-audience',
    when: all(byAssertion, any(refusedClient, isError('invalid_request', 'invalid_grant')), matchesText(/\baud(ience)?\b/i)),
    title: 'The client assertion is for another audience',
    means:
      'Choose another audience: some providers accept only the token endpoint as `aud`, newer ones only the issuer. The exchange shows the one that was sent.',
    fixes: otherAudience,
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-clock',
    when: any(
      all(byAssertion, any(refusedClient, isError('invalid_request', 'invalid_grant')), inTheFuture),
      ranked(
        'happened',
        all(byAssertion, refusedClient, (evidence) => clockGap(evidence, 'client_assertion') !== undefined),
      ),
    ),
    title: "The provider rejected the client's assertion: the clocks differ",
    means: (evidence) => {
      const gap = clockGap(evidence, 'client_assertion')
      return gap === undefined
        ? "Synchronize this machine's clock (NTP): it is ahead of the provider's clock, so to the provider the assertion was issued in the future."
        : `${gapInWords(gap)} An assertion is valid for five minutes, so the provider sees it as expired or not yet valid. Synchronize both clocks (NTP).`
    },
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-expired',
    when: all(byAssertion, refusedClient, matchesText(/expired|\b(exp|iat|nbf)\b|lifetime|clock|AADSTS700024/i)),
    title: 'The client assertion is outside its validity period',
    means: (evidence) => {
      const gap = clockGap(evidence, 'client_assertion')
      return gap === undefined
        ? "Synchronize this machine's clock (NTP) and run again. It differs from the provider's clock by more than the provider tolerates."
        : gapInWords(gap)
    },
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-replayed',
    when: all(byAssertion, refusedClient, matchesText(/\bjti\b|replay|\breuse|already (been )?used/i)),
    title: 'The client assertion was already used',
    means: 'Check for a proxy that sent the request twice: Assay creates an assertion with a new jti for each request.',
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-algorithm',
    // As Keycloak says it.
    when: all(
      byAssertion,
      refusedClient,
      any(
        matchesText(/\b(invalid|wrong|unexpected|unsupported)\W+(signature |signing )?algorithm\b/i),
        omits('token_endpoint_auth_signing_alg_values_supported', headerMember('client_assertion', 'alg')),
      ),
    ),
    title: "The provider rejected the client assertion's algorithm",
    means:
      "Choose the algorithm registered for the client as the key's Algorithm, with a matching key, or allow this one at the provider.",
    reference: 'RFC 7591 section 2',
  },
  {
    id: 'assertion-key',
    when: all(
      byAssertion,
      any(refusedClient, isError('invalid_request')),
      matchesText(/signature|verif|\bkey\b|\bkid\b|certificate|jwks|thumbprint|x5t|algorithm|\balg\b|AADSTS700027/i),
    ),
    title: 'The provider has no key for the client assertion',
    means: (evidence) =>
      "Upload the certificate of this key, and compare the key ID. The registered public key or certificate, its `kid` or x5t#S256, or its algorithm doesn't match." +
      (namesKey(evidence) ? '' : " The provider gave no details, so the assertion's audience or time may also be wrong."),
    fixes: (evidence) => (namesKey(evidence) ? [] : otherAudience(evidence)),
    reference: 'RFC 7523 section 3.2',
  },
  {
    id: 'auth-method-not-listed',
    when: all(any(refusedClient, all(isError('invalid_request'), undescribed)), omits(methods, provenBy)),
    title: "The provider doesn't offer this client authentication method",
    means: (evidence) =>
      `Choose a Client Auth Method that discovery lists: ${(listed(evidence, methods) ?? []).join(', ')}. The step used ${provenBy(evidence)}.`,
    fixes: () => [editSecret],
    reference: 'RFC 8414 section 2',
  },
  {
    id: 'assertion-not-accepted',
    when: all(byAssertion, refusedClient),
    title: "The provider rejected the client's assertion",
    means: ({ settings }) =>
      `${assertionHint(settings?.privateKeyJwt?.audience ?? 'issuer')} The provider gave no reason. The client may be registered for a client secret instead: check its authentication method at the provider.`,
    fixes: otherAudience,
    reference: 'RFC 7523 section 3.2',
  },
  {
    id: 'certificate-not-accepted',
    when: all(byCertificate, refusedClient),
    title: "The provider rejected the client's certificate",
    means:
      "Compare the certificate's subject with the client's tls_client_auth_subject_dn (each part, in order). For self_signed_tls_client_auth, compare the certificate with the client's jwks. If they match, the proxy that terminates TLS may not forward the certificate, the endpoint may have to be one of mtls_endpoint_aliases, or the client may be registered for a secret.",
    reference: 'RFC 8705 section 2',
  },
  {
    id: 'client-in-body',
    // The SDK of MCP prints what its schema found: path "client_id", "expected string, received undefined".
    when: all(
      provesClient,
      isError('invalid_request', 'invalid_client'),
      ({ sentSecret }) => sentSecret === 'basic',
      matchesText(/\bclient_id\b/),
      matchesText(/missing|required|undefined/i),
    ),
    title: 'The provider expects the secret sent differently',
    means: (evidence) => sentAndOther(evidence, 'client_secret_post', 'and the provider found no client_id in the body'),
    fixes: () => [fix('Send it in the body', { secretTransport: 'body' })],
    reference: 'RFC 6749 section 2.3.1',
  },
  {
    id: 'secret-method',
    when: all(
      any(refusedClient, isError('invalid_request', 'unauthorized_client')),
      matchesText(
        // a12n-server says that "a secret must be specified" where it ignored one in the body.
        /\bsecret must be (specified|provided|sent|included)\b|\b(client.?)?secret (is )?(required|missing)\b|client_secret_(post|basic)|token_endpoint_auth_method|authentication method|client credentials (in|must)|auth(orization|entication)? header|Basic auth/i,
      ),
      withSecret,
      (evidence) => !badlyEncoded(evidence) && !sentAsTaken(evidence),
    ),
    title: 'The provider expects the secret sent differently',
    means: (evidence) =>
      registeredFor(evidence) ??
      `Use another method for the secret: ${sentAndOthers(evidence)}. The client is registered for a different method.`,
    fixes: (evidence) =>
      (methodNamed(evidence) ?? 'client_secret_post') in secretMethods ? transportNamed(evidence) : [editSecret],
    reference: 'RFC 6749 section 2.3.1',
  },
  {
    id: 'secret-expired',
    when: all(refusedClient, matchesText(/secret.{0,30}expired|expired.{0,30}secret/i)),
    title: "The client's secret has expired",
    means: 'Create a new secret at the provider, and enter it as Client Secret.',
    fixes: () => [editSecret],
    reference: 'RFC 7591 section 3.2.1',
  },
  {
    id: 'client-id-document',
    // atproto: `Unable to obtain client metadata for "nope": Invalid URL`, `Invalid client ID "https://…"`.
    when: all(
      isError('invalid_client_metadata', 'invalid_client', 'invalid_request'),
      matchesText(/(obtain|fetch|load|retrieve)\w* client metadata|invalid client id\b/i),
      (evidence) => discovered(evidence, 'client_id_metadata_document_supported') === true,
    ),
    title: 'The Client ID must be the URL of a document',
    means:
      "Set the Client ID to the https: URL of a document with the client's name, redirect URIs and this URL as client_id: this provider doesn't register clients (client_id_metadata_document_supported). For a client on this machine, the AT Protocol accepts http://localhost?redirect_uri=…&scope=…, each value percent-encoded.",
    fixes: () => [{ label: 'Edit Client ID', edit: 'clientId' }],
    reference: 'OAuth Client ID Metadata Document',
  },
  {
    id: 'unknown-client',
    when: any(
      // Nothing is proven at the authorization endpoint, so that the client is only unknown.
      ranked(
        'stated',
        all(({ purpose }) => purpose === 'authorization', isError('invalid_client'), not(namesRedirectUri)),
      ),
      all(
        any(refusedClient, isError('unauthorized_client', 'invalid_request')),
        // Better Auth says "missing client" and nothing else.
        matchesText(
          /\bmissing client(?=[.\n])|client.{0,20}(not found|unknown|does not exist|not exist|not registered|not recognized)|unknown client|no client|invalid client_?id\b(?! ?(\/|or|and) ?(secret|client[ _]?(secret|‹)))|client was not found|Invalid value for 'client_id'/i,
        ),
      ),
    ),
    possible: {
      when: all(
        provesClient,
        any(
          isError('invalid_client'),
          ({ status, error, sent }) => status === 401 && error === '' && sent('grant_type') !== 'password',
        ),
        not(namesSecret),
        ({ settings }) => settings?.clientAuthMethod === 'SharedSecret',
      ),
      check: 'check the Client ID and its realm, tenant or environment, and that the client is enabled',
    },
    title: "The client isn't registered at this provider",
    means: ({ description, sentSecret }) =>
      'Compare the Client ID and the endpoint with the registration: the ID is misspelled, or the client belongs to another realm, tenant or environment.' +
      // Keycloak says the same of both.
      (/^invalid client or invalid client credentials/i.test(description) ? ' A disabled client gets the same response.' : '') +
      // aioauth says the same of both.
      (sentSecret !== undefined && /^invalid client_?id\b/i.test(description)
        ? ' If it is correct, check the Client Secret: some providers return the same error for a wrong secret.'
        : ''),
    fixes: () => [{ label: 'Edit Client ID', edit: 'clientId' }],
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'client-disabled',
    when: all(
      any(refusedClient, isError('unauthorized_client')),
      matchesText(/client.{0,20}(disabled|not enabled(?! to)|inactive|deactivated|blocked)/i),
    ),
    title: 'The client is disabled at the provider',
    means: 'Enable the client, or its organization, at the provider.',
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'account-or-client',
    when: all(
      // Spring, and so CAS, writes the status in words where a code should be.
      ({ sent, status, error }) =>
        sent('grant_type') === 'password' && (status === 401 || status === 403) && /^(unauthorized|forbidden)?$/i.test(error),
      refusedClient,
    ),
    title: 'The provider rejected the account or the client',
    means: (evidence) =>
      `First check that Username and Password are correct for this realm or tenant. Then check the Client ID${withSecret(evidence) ? ` and its secret: ${sentAndOthers(evidence)}` : ', and whether public clients are allowed'}.`,
    fixes: (evidence) => [
      { label: 'Edit password', edit: 'password' },
      ...(withSecret(evidence) ? [editSecret, ...otherTransports(evidence)] : []),
    ],
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'public-client',
    when: all(
      any(refusedClient, all(isError('invalid_request'), matchesText(/missing.{0,20}client_secret/i))),
      (evidence) => !withSecret(evidence),
    ),
    title: 'The provider requires client authentication',
    means:
      'Enter the Client Secret, choose Client assertion (signed JWT), or register the client as public. Without a secret, the step acts as a public client.',
    fixes: () => [editSecret],
    reference: 'RFC 6749 section 2.1',
  },
  {
    id: 'secret-way-not-listed',
    when: ranked(
      'discovered',
      all(
        any(refusedClient, all(provesClient, isError('invalid_request'), undescribed)),
        withSecret,
        ({ sentSecret }) => sentSecret !== undefined,
        sentUnlisted,
      ),
    ),
    possible: {
      when: all(refusedClient, withSecret, ({ failure }) => failure.escapes !== true),
      check: (evidence) => `change how the secret is sent: ${sentAndOthers(evidence)}`,
    },
    title: 'The provider expects the secret sent differently',
    means: (evidence) =>
      `Use ${listedMethods(evidence).join(' or ')}, which the discovery document lists for the token endpoint. The secret was sent ${evidence.sentSecret === 'basic' ? 'with HTTP Basic' : 'in the body'}.`,
    fixes: (evidence) => [...listedMethods(evidence).flatMap((method) => secretMethods[method] ?? []), editSecret],
    reference: 'RFC 8414 section 2',
  },
  {
    id: 'basic-not-decoded',
    when: all(refusedClient, encodingMatters, ({ sentSecret, settings }) => sentSecret === 'basic' && !isRaw(settings)),
    title: "The provider rejected the client's secret",
    means: (evidence) =>
      `Send the secret in the body, which is unambiguous: ${sentAndOthers(evidence)}; if that also fails, the secret is wrong. The Client ID or secret contains characters that form-encoding changes (RFC 6749 section 2.3.1), and a provider that doesn't decode them reads a different secret.`,
    fixes: (evidence) => [...otherTransports(evidence), editSecret],
    reference: 'RFC 6749 section 2.3.1',
  },
  {
    id: 'basic-not-encoded',
    when: all(
      // What can't be decoded is a malformed request to some, who say no more, or that it is badly encoded (dex).
      any(refusedClient, isError('unauthorized_client'), all(isError('invalid_request'), any(undescribed, badlyEncoded))),
      encodingMatters,
      ({ sentSecret, settings }) => sentSecret === 'basic' && isRaw(settings),
    ),
    title: "The provider rejected the client's secret",
    means: (evidence) =>
      `Send the secret form-encoded: ${sentAndOthers(evidence)}; if that also fails, the secret is wrong. The Client ID or secret contains characters that form-encoding changes, and a provider that decodes them (RFC 6749 section 2.3.1) reads a different secret.`,
    fixes: (evidence) => [fix('HTTP Basic', { secretTransport: 'basic' }), ...otherTransports(evidence).slice(0, 1), editSecret],
    reference: 'RFC 6749 section 2.3.1',
  },
  {
    id: 'secret-refused',
    when: all(
      refusedClient,
      withSecret,
      any(namesSecret, () => true),
    ),
    title: "The provider rejected the client's secret",
    means: 'Check the Client Secret first: it may belong to another environment, be out of date, or include a stray space.',
    fixes: (evidence) => [editSecret, ...otherTransports(evidence)],
    reference: 'RFC 6749 section 2.3.1',
  },
]
