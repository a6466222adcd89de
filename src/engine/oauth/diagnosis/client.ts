import { clientHints, saysWhatIsWrong } from '../refusals/refusal-texts.ts'
import { meansClient, meansGrant, meansVerifier, standardCode } from '../refusals/standard-code.ts'
import {
  all,
  any,
  provesClient,
  editSecret,
  fix,
  isError,
  otherTransports,
  says,
  sentAndOther,
  sentAndOthers,
} from './patterns.ts'
import { clockGap, gapInWords } from './clock-gap.ts'
import { discovered, type Evidence } from './evidence.ts'
import type { Fix } from '../step-settings.ts'
import type { Situation } from './situation.ts'

// Keycloak says "Unexpected error when authenticating client" to a Basic header that it can't decode.
const failedProof =
  /(invalid|wrong|incorrect|bad)( empty)? client.{0,12}(secret|credentials)|authenticating client|client.{0,20}(authentication|credentials).{0,12}(failed|invalid|wrong)/i

/** What was issued to the client before is redeemed: it may use the grant, so that a bare refusal is about its proof. */
const redeems = ({ purpose, sent }: Evidence): boolean =>
  purpose === 'refresh' ||
  ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'].includes(sent('grant_type') ?? '')
/** What the authorization header holds is not form-encoded: in the words of dex, of fosite and of Nimbus. */
const badlyEncoded = says(/\b(en|de)coded\b|\burl.?encoding\b/i)
const undescribed = ({ description }: Evidence): boolean => description === ''

const refusedProof = any(
  isError('invalid_client', 'unauthorized'),
  all(isError('unauthorized_client'), any(says(failedProof), all(redeems, undescribed))),
  all(provesClient, ({ error, description }) => meansClient(error, description)),
  // idpyoidc says no more to a proof that does not hold.
  all(provesClient, isError('invalid_request'), ({ description }) => /^authorization failed\.?$/i.test(description)),
  all(provesClient, isError('access_denied'), ({ description }) => /^unauthorized\.?$/i.test(description)),
  all(
    provesClient,
    ({ status, error }) => (status === 401 || (status === 403 && error === '')) && !saysWhatIsWrong(standardCode(error)),
  ),
)
const refusedClient = all(refusedProof, ({ words }) => !meansGrant(words) && !meansVerifier(words))
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

/** By which of those methods the secret went. */
const sentMethod = ({ sentSecret }: Evidence): string => (sentSecret === 'basic' ? 'client_secret_basic' : 'client_secret_post')

/** Authlib names the methods that its endpoint takes for every client that did not prove itself, also where the secret went by one of them. */
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
  if (method in secretMethods) return `The client is registered for ${method}: ${sentAndOther(evidence, method)}.`
  const registered = `The client is registered for ${method}, and a secret was sent:`
  if (method === 'none') return `${registered} it is a public client. Take the Client Secret out, or register the client for one.`
  if (method.endsWith('jwt'))
    return `${registered} choose ClientAssertion as Client Auth Method, or register the client for a secret.`
  return `${registered} choose ClientCertificate as Client Auth Method, or register the client for a secret.`
}

/** The buttons for the way that the provider names; for the other ways if it names none. */
function transportNamed(evidence: Evidence): Fix[] {
  const wanted = methodNamed(evidence)
  const named = (wanted === undefined ? takenMethods(evidence) : [wanted]).flatMap((method) => secretMethods[method] ?? [])
  return named.length > 0 ? named : otherTransports(evidence)
}

/** The ways of sending the secret that the provider's description lists for its token endpoint (RFC 8414 section 2), by its names. */
const listedMethods = (evidence: Evidence): string[] => {
  const listed = discovered(evidence, 'token_endpoint_auth_methods_supported')
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string' && Object.hasOwn(secretMethods, one)) : []
}
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
      ['endpoint', 'Use the endpoint it is sent to as audience'],
    ] as const
  )
    .filter(([audience]) => audience !== used)
    .map(([audience, label]) => fix(label, { privateKeyJwt: { audience } }))
}

/** The refusal is about the key itself, not about all that a provider verifies of an assertion (Better Auth says one sentence to all of it). */
const namesKey = says(/\bkey\b|\bkid\b|certificate|jwks|thumbprint|x5t|algorithm|\balg\b|AADSTS/i)

/** The client could not prove itself. */
export const clientSituations: Situation[] = [
  {
    id: 'google-secret-missing',
    when: says(/client_secret is missing/i),
    title: 'The provider wants a client secret here too',
    means:
      "Google's web clients need the secret even with PKCE. Fill in Client Secret from the credentials page; for tests it may stay in this browser's vault.",
    fixes: () => [editSecret],
    reference: 'Google: OAuth 2.0 for Web Server Applications',
  },
  {
    id: 'assertion-audience',
    when: all(byAssertion, any(refusedClient, isError('invalid_request', 'invalid_grant')), says(/\baud(ience)?\b/i)),
    title: 'The client assertion is for another audience',
    means:
      'Some providers accept only the token endpoint as `aud`, others only the issuer; newer ones insist on the issuer. The exchange shows what was sent.',
    fixes: otherAudience,
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-expired',
    when: all(byAssertion, refusedClient, says(/expired|\b(exp|iat|nbf)\b|lifetime|not yet valid|clock|AADSTS700024/i)),
    title: 'The client assertion is outside its time',
    means: "This machine's clock and the provider's differ by more than it tolerates. Set the clock by NTP and run again.",
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-replayed',
    when: all(byAssertion, refusedClient, says(/\bjti\b|replay|already (been )?used/i)),
    title: 'The client assertion was used before',
    means: 'Each request gets an assertion of its own with a new jti; a proxy may have sent the request twice.',
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-algorithm',
    // As Keycloak says it.
    when: all(byAssertion, refusedClient, says(/\b(invalid|wrong|unexpected|unsupported)\W+(signature |signing )?algorithm\b/i)),
    title: 'The provider does not take the algorithm of the client assertion',
    means:
      'It is not the one that is registered for the client: choose that one as Algorithm of the key, with a key of its kind, or allow this one there.',
    reference: 'RFC 7591 section 2',
  },
  {
    id: 'assertion-key',
    when: all(
      byAssertion,
      any(refusedClient, isError('invalid_request')),
      says(/signature|verif|\bkey\b|\bkid\b|certificate|jwks|thumbprint|x5t|algorithm|\balg\b|AADSTS700027/i),
    ),
    title: 'The provider has no key that fits the client assertion',
    means: (evidence) =>
      'The public key or certificate registered for the client is another one, `kid` or x5t#S256 do not match, or the algorithm is not the registered one. Upload the certificate of this key, and compare the key id.' +
      (namesKey(evidence) ? '' : ' Providers that say no more than this may mean the audience or the time of the assertion too.'),
    fixes: (evidence) => (namesKey(evidence) ? [] : otherAudience(evidence)),
    reference: 'RFC 7523 section 3.2',
  },
  {
    id: 'assertion-clock',
    when: all(byAssertion, refusedClient, (evidence) => clockGap(evidence, 'client_assertion') !== undefined),
    title: "The clocks differ, and the client's assertion was refused",
    means: (evidence) =>
      `${gapInWords(clockGap(evidence, 'client_assertion') ?? 0)} An assertion lives for five minutes: there it has expired, or was made in the future.`,
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'assertion-not-accepted',
    when: all(byAssertion, refusedClient),
    title: "The provider refused the client's assertion",
    means: ({ settings }) =>
      `It did not say why. ${clientHints.assertion(settings?.privateKeyJwt?.audience ?? 'issuer')} Or the client is registered for a secret.`,
    fixes: otherAudience,
    reference: 'RFC 7523 section 3.2',
  },
  {
    id: 'certificate-not-accepted',
    when: all(byCertificate, refusedClient),
    title: "The provider refused the client's certificate",
    means:
      "TLS let it through, but it is not the one that is registered for the client. Compare its subject with the client's tls_client_auth_subject_dn (each part, in order), or for self_signed_tls_client_auth the certificate with the one in the client's jwks; and see that what ends TLS in front of the provider hands the certificate on. The endpoint may have to be the one of mtls_endpoint_aliases. Or the client is registered for a secret.",
    reference: 'RFC 8705 section 2',
  },
  {
    id: 'client-in-body',
    // The SDK of MCP prints what its schema found: path "client_id", "expected string, received undefined".
    when: all(
      provesClient,
      isError('invalid_request', 'invalid_client'),
      ({ sentSecret }) => sentSecret === 'basic',
      says(/\bclient_id\b/),
      says(/missing|required|undefined/i),
    ),
    title: 'The provider expects the secret another way',
    means: (evidence) =>
      `It looks for client_id in the body, and finds none: ${sentAndOther(evidence, 'client_secret_post')}, which takes the Client ID along.`,
    fixes: () => [fix('Send it in the body', { secretTransport: 'body' })],
    reference: 'RFC 6749 section 2.3.1',
  },
  {
    id: 'secret-method',
    when: all(
      any(refusedClient, isError('invalid_request', 'unauthorized_client')),
      says(
        /client_secret_(post|basic)|token_endpoint_auth_method|authentication method|client credentials (in|must)|auth(orization|entication)? header|Basic auth/i,
      ),
      withSecret,
      (evidence) => !badlyEncoded(evidence) && !sentAsTaken(evidence),
    ),
    title: 'The provider expects the secret another way',
    means: (evidence) => registeredFor(evidence) ?? `The client is registered for another method: ${sentAndOthers(evidence)}.`,
    fixes: (evidence) =>
      (methodNamed(evidence) ?? 'client_secret_post') in secretMethods ? transportNamed(evidence) : [editSecret],
    reference: 'RFC 6749 section 2.3.1',
  },
  {
    id: 'secret-expired',
    when: all(refusedClient, says(/secret.{0,30}expired|expired.{0,30}secret/i)),
    title: "The client's secret has expired",
    means: 'Make a new one at the provider and put it into Client Secret.',
    fixes: () => [editSecret],
    reference: 'RFC 7591 section 3.2.1',
  },
  {
    id: 'client-id-document',
    // atproto: `Unable to obtain client metadata for "nope": Invalid URL`, `Invalid client ID "https://…"`.
    when: all(
      isError('invalid_client_metadata', 'invalid_client', 'invalid_request'),
      says(/(obtain|fetch|load|retrieve)\w* client metadata|invalid client id\b/i),
      (evidence) => discovered(evidence, 'client_id_metadata_document_supported') === true,
    ),
    title: 'The Client ID has to be the address of a document',
    means:
      'This provider registers nobody: it reads the name and the redirect URIs of the client from the address that is its Client ID, an https: one that it can reach (client_id_metadata_document_supported). The document must name that address as its client_id. For a client on this machine the AT Protocol takes http://localhost?redirect_uri=…&scope=…, each value percent-encoded.',
    fixes: () => [{ label: 'Edit Client ID', edit: 'clientId' }],
    reference: 'OAuth Client ID Metadata Document',
  },
  {
    id: 'unknown-client',
    when: all(
      any(refusedClient, isError('unauthorized_client', 'invalid_request')),
      // Better Auth says "missing client" and nothing else.
      says(
        /\bmissing client(?=[.\n])|client.{0,20}(not found|unknown|does not exist|not exist|not registered|not recognized)|unknown client|no client|invalid client_?id\b(?! ?(\/|or|and) ?(secret|client[ _]?(secret|‹)))|client was not found|Invalid value for 'client_id'/i,
      ),
    ),
    title: 'The provider does not know this client',
    means:
      'The Client ID is misspelt, or the client lives in another realm, tenant or environment than this endpoint. Compare both with the registration.',
    fixes: () => [{ label: 'Edit Client ID', edit: 'clientId' }],
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'client-disabled',
    when: all(
      any(refusedClient, isError('unauthorized_client')),
      says(/client.{0,20}(disabled|not enabled(?! to)|inactive|deactivated|blocked)/i),
    ),
    title: 'The client is switched off at the provider',
    means: 'It is known there, and disabled. Enable it in the registration.',
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
    title: 'The provider refused the account or the client',
    means: (evidence) =>
      `It does not say which of them. Check Username and Password first, in this realm or tenant; then the Client ID${withSecret(evidence) ? ` and its secret: ${sentAndOthers(evidence)}` : ', and whether it may be a public client'}.`,
    fixes: (evidence) => [
      { label: 'Edit password', edit: 'password' },
      ...(withSecret(evidence) ? [editSecret, ...otherTransports(evidence)] : []),
    ],
    reference: 'RFC 6749 section 5.2',
  },
  {
    id: 'public-client',
    when: all(
      any(refusedClient, all(isError('invalid_request'), says(/missing.{0,20}client_secret/i))),
      (evidence) => !withSecret(evidence),
    ),
    title: 'The provider expects this client to prove itself',
    means:
      'The step has no Client Secret, so it acted as a public client. Fill in the secret, choose ClientAssertion, or register the client as public.',
    fixes: () => [editSecret],
    reference: 'RFC 6749 section 2.1',
  },
  {
    id: 'secret-way-not-listed',
    when: all(refusedClient, withSecret, ({ sentSecret }) => sentSecret !== undefined, sentUnlisted),
    title: 'The provider expects the secret another way',
    means: (evidence) =>
      `Its discovery document lists ${listedMethods(evidence).join(' and ')} for the token endpoint; the secret was sent ${evidence.sentSecret === 'basic' ? 'by HTTP Basic' : 'in the body'}.`,
    fixes: (evidence) => [...listedMethods(evidence).flatMap((method) => secretMethods[method] ?? []), editSecret],
    reference: 'RFC 8414 section 2',
  },
  {
    id: 'basic-not-decoded',
    when: all(refusedClient, encodingMatters, ({ sentSecret, settings }) => sentSecret === 'basic' && !isRaw(settings)),
    title: "The provider refused the client's secret",
    means: (evidence) =>
      `Client ID or secret have characters that form-encoding changes, and were sent form-encoded, as RFC 6749 section 2.3.1 asks: a provider that does not decode them reads another secret. In the body they mean the same everywhere: ${sentAndOthers(evidence)}. If that is refused too, the secret is wrong.`,
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
    title: "The provider refused the client's secret",
    means: (evidence) =>
      `Client ID or secret have characters that form-encoding changes, and were not encoded: a provider that decodes them, as RFC 6749 section 2.3.1 asks, reads another secret. Let them be encoded: ${sentAndOthers(evidence)}. If that is refused too, the secret is wrong.`,
    fixes: (evidence) => [fix('HTTP Basic', { secretTransport: 'basic' }), ...otherTransports(evidence).slice(0, 1), editSecret],
    reference: 'RFC 6749 section 2.3.1',
  },
  {
    id: 'secret-refused',
    when: all(refusedClient, withSecret),
    title: "The provider refused the client's secret",
    means: (evidence) =>
      `Check the Client Secret first: it may be that of another environment, an old one, or copied with a space. Then the Client ID, which may not be known there. Last the way of sending: ${sentAndOthers(evidence)}.`,
    fixes: (evidence) => [editSecret, ...otherTransports(evidence)],
    reference: 'RFC 6749 section 2.3.1',
  },
]
