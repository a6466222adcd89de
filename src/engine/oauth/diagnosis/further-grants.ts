import { clockGap, gapInWords } from './clock-gap.ts'
import type { Cause } from './cause.ts'
import type { Evidence } from './evidence.ts'
import { fix } from './fixes.ts'
import { all, any, isError, matchesText, ranked } from './rank.ts'
import type { Fix } from '../step-settings.ts'

/** JWT Bearer: an assertion was exchanged (RFC 7523 section 2.1). */
const byBearer = ({ sent, purpose }: Evidence): boolean => purpose === 'token' && sent('assertion') !== undefined

/** Rejected, but not the client: Google says `unauthorized_client` of the account, WSO2 and Entra ID `invalid_request`. */
const refusedAssertion = all(
  byBearer,
  isError('invalid_grant', 'invalid_request', 'invalid_assertion', 'unauthorized_client', 'access_denied'),
)

const exchanges = ({ sent, purpose }: Evidence): boolean => purpose === 'token' && sent('subject_token') !== undefined

/** Token Exchange: rejected, but not the client (RFC 8693 section 2.2.2). */
const refusedExchange = all(
  exchanges,
  isError('invalid_request', 'invalid_grant', 'invalid_token', 'access_denied', 'unauthorized_client', 'unsupported_token_type'),
)

/** The audiences of the assertion that were not used (RFC 7523 section 3). */
function otherAudience({ settings }: Evidence): Fix[] {
  const used = settings?.jwtBearer?.audience
  if (used === undefined) return []
  return (
    [
      ['token-endpoint', 'Use the token endpoint as audience'],
      ['issuer', "Use the provider's issuer as audience"],
    ] as const
  )
    .filter(([audience]) => audience !== used)
    .map(([audience, label]) => fix(label, { jwtBearer: { audience } }))
}

/** CIBA: the client asks whether the user has approved (OpenID Connect CIBA Core 1.0 section 10.1). */
const polls = ({ sent }: Evidence): boolean => sent('auth_req_id') !== undefined

/** What was exchanged for a token was rejected: an assertion, or another token; or a backchannel authentication, by the provider or the user. */
export const furtherGrantCauses: Cause[] = [
  {
    id: 'bearer-clock',
    when: any(
      all(refusedAssertion, matchesText(/\bin the future\b|not yet valid|issued in future|\bnbf\b|clock skew/i)),
      ranked(
        'happened',
        all(refusedAssertion, (evidence) => clockGap(evidence, 'assertion') !== undefined),
      ),
    ),
    title: 'The provider rejected the assertion: the clocks differ',
    means: (evidence) => {
      const gap = clockGap(evidence, 'assertion')
      return gap === undefined
        ? "Synchronize this machine's clock (NTP): it is ahead of the provider's clock, so to the provider the assertion was issued in the future."
        : gapInWords(gap)
    },
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-time',
    when: all(refusedAssertion, matchesText(/short-lived|\bexpired\b|\b(exp|iat)\b|lifetime|validity period|too (old|long)/i)),
    title: 'The assertion has expired, or is valid for too long',
    means:
      "Decrease Lifetime under JWT assertion, and synchronize this machine's clock (NTP). Salesforce accepts 3 minutes, Google 1 hour. If the assertion comes from a variable, create a new one before this step.",
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-audience',
    when: all(refusedAssertion, matchesText(/\baud(ience)?\b/i)),
    title: 'The assertion is for another audience',
    means:
      "Choose another Audience (aud) under JWT assertion: the token endpoint, the provider's issuer, or the value in its documentation. The exchange shows the one that was sent.",
    fixes: otherAudience,
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-replayed',
    when: all(refusedAssertion, matchesText(/\bjti\b|replay|\breuse|already (been )?used|used before/i)),
    title: 'The assertion was already used',
    means: 'Create a new assertion before this step, or leave Assertion empty: each request then gets its own.',
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-key',
    when: all(
      refusedAssertion,
      matchesText(/signature|\bverif(y|ied|ication)\b|\bkey\b|\bkid\b|certificate|jwks|\balg(orithm)?\b|thumbprint/i),
    ),
    title: "The provider can't verify the assertion's signature",
    means:
      "Register this key's public key or certificate for the issuer at the provider, and compare the key ID and algorithm with the assertion's header in the exchange.",
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-subject',
    when: any(
      // Authlib calls it `invalid_client`.
      all(byBearer, matchesText(/\bno permission to access user\b/i)),
      all(
        refusedAssertion,
        any(
          // Google, Salesforce, DocuSign, and makes that verify `sub`
          matchesText(
            /\bsub(ject)?\b|not a valid email|invalid email or user|user (hasn't|has not) approved|consent_required|unauthorized to retrieve access tokens using this method|\buser\b.{0,40}\b(not found|unknown|inactive|does(n't| not) exist)/i,
          ),
          isError('consent_required', 'interaction_required'),
        ),
      ),
    ),
    title: "The provider issues no token for the assertion's subject",
    means:
      'Check Subject (sub) under JWT assertion: the user must exist, and the user or an administrator must have allowed this client. A Google service account needs domain-wide delegation to act for a user. Without delegation, leave Subject empty.',
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-issuer',
    when: all(
      refusedAssertion,
      // Authlib: "The client does not exist on this server."
      matchesText(
        /\biss(uer)?\b|service account|account not found|trust|\bclient\b.{0,20}(not (exist|found|registered)|unknown)/i,
      ),
    ),
    title: "The provider doesn't trust the assertion's issuer",
    means:
      "Compare Issuer (iss) under JWT assertion with the registered account or identity provider: for Google the service account's email, for Salesforce the Client ID.",
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-malformed',
    when: all(
      refusedAssertion,
      matchesText(
        /invalid (jwt )?(assertion|payload)\b|malformed|not a (valid )?(jwt|token)|(parse|decode|read)\w* (the )?(jwt|assertion|token)/i,
      ),
    ),
    title: "The provider can't read the assertion",
    means:
      'Use a signed JWT as Assertion, for example the variable of a JWT step, or leave Assertion empty so that the step signs one. The provider may also accept only its own tokens.',
    reference: 'RFC 7523 section 3',
  },
  {
    id: 'bearer-refused',
    when: all(refusedAssertion, isError('invalid_grant', 'invalid_assertion')),
    title: 'The provider rejected the assertion',
    means:
      "Compare the decoded assertion under Exchange with the provider's settings, most likely first: the registered key, the audience (aud), the issuer (iss), the subject (sub), and its times.",
    fixes: otherAudience,
    reference: 'RFC 7521 section 4.1.1',
  },
  {
    id: 'exchange-target',
    // Keycloak: "Requested audience not available: stock", or `invalid_client` with "Audience not found".
    when: all(
      exchanges,
      any(
        isError('invalid_target'),
        matchesText(/\baudience\b.{0,30}(not (found|available|allowed|registered)|unknown|invalid)/i),
      ),
    ),
    title: "The provider doesn't issue tokens for this audience",
    means:
      'Check Target audience and Resource Indicators: the provider must know the service by this name, and the user and client must have access to it. In Keycloak, the audience must be in a client scope that the request has.',
    reference: 'RFC 8693 section 2.2.2',
  },
  {
    id: 'exchange-audience',
    when: all(
      refusedExchange,
      matchesText(/(not within|not in|not part of).{0,30}\baud(ience)?\b|\baudience\b.{0,40}(subject|token)/i),
    ),
    title: "The subject token isn't for this client",
    means:
      "Make the provider add this client to the subject token's audience (aud), or use a client that is in the audience. In Keycloak, add an Audience mapper to the client that obtained the token.",
    reference: 'RFC 8693 section 2.2.2',
  },
  {
    id: 'exchange-type',
    when: all(
      refusedExchange,
      matchesText(
        /token[ _]types?\b.{0,60}(not supported|unsupported|not allowed|unknown|invalid|must be|only)|(unsupported|invalid|unknown|only).{0,30}token[ _]type|supports? [a-z ]{3,20}tokens? only/i,
      ),
    ),
    title: "The provider doesn't exchange tokens of this type",
    means:
      'Choose another Subject token type, Actor token type or Requested token type. Most providers exchange access tokens for access tokens.',
    reference: 'RFC 8693 section 2.2.2',
  },
  {
    id: 'exchange-not-allowed',
    when: all(
      refusedExchange,
      matchesText(
        /exchange.{0,60}(not enabled|not allowed|disabled|not permitted|denied)|(not allowed|not permitted|not enabled|not authorized|forbidden|may not).{0,60}\b(exchange|impersonat|delegat)/i,
      ),
    ),
    title: "The client isn't allowed to exchange this token",
    means:
      'Allow token exchange for this client at the provider (in Keycloak: Standard token exchange under Capability config), or use a client that is allowed to exchange tokens for the target audience.',
    reference: 'RFC 8693 section 2.2.2',
  },
  {
    id: 'actor-token-refused',
    when: all(refusedExchange, ({ sent }) => sent('actor_token') !== undefined, matchesText(/\bactor[ _]token\b/i)),
    title: 'The provider rejected the actor token',
    means:
      'Request a new actor token before this step, and check Actor token type. It must come from this provider or from an issuer that the provider trusts. The subject token may also limit who can act (may_act).',
    reference: 'RFC 8693 section 2.2.2',
  },
  {
    id: 'subject-token-refused',
    when: any(
      all(
        refusedExchange,
        matchesText(
          /\bsubject[ _]token\b|\binvalid token\b|token (is |has )?(expired|invalid|revoked|inactive|not active)|\bnot active\b/i,
        ),
      ),
      all(refusedExchange, isError('invalid_grant', 'invalid_token')),
      all(refusedExchange, isError('invalid_request'), ({ description }) => description === ''),
    ),
    title: 'The provider rejected the subject token',
    means:
      'Request a new subject token before this step, and check Subject token type. The token must come from this provider or from an issuer that it trusts, and must not have expired or been revoked.',
    reference: 'RFC 8693 section 2.2.2',
  },
  {
    id: 'ciba-user-unknown',
    // Keycloak says "invalid user".
    when: any(
      isError('unknown_user_id'),
      all(
        ({ purpose }) => purpose === 'backchannel-authentication',
        matchesText(/\b(invalid|unknown|no such) user\b|\buser\b.{0,20}\bnot found\b/i),
      ),
    ),
    title: "The provider can't find a user for the hint",
    means:
      "Compare Login hint, or the hint token, with the provider's users: some providers expect the username, others an email or phone number.",
    reference: 'OpenID Connect CIBA Core 1.0 section 13',
  },
  {
    id: 'ciba-user-code',
    when: isError('missing_user_code', 'invalid_user_code'),
    title: "The user's code is missing or wrong",
    means: 'As User code, enter the code that the user has set at the provider, or turn the code off for this client.',
    reference: 'OpenID Connect CIBA Core 1.0 section 13',
  },
  {
    id: 'ciba-binding-message',
    when: isError('invalid_binding_message'),
    title: 'The provider rejected the binding message',
    means: 'Shorten Binding message, and use only letters, digits and simple punctuation.',
    reference: 'OpenID Connect CIBA Core 1.0 section 13',
  },
  {
    id: 'ciba-hint-expired',
    when: isError('expired_login_hint_token'),
    title: 'The login hint token has expired',
    means: 'Request a new token before this step, or use Login hint.',
    reference: 'OpenID Connect CIBA Core 1.0 section 13',
  },
  {
    id: 'ciba-expired',
    when: all(isError('expired_token'), polls),
    title: "The user didn't approve the sign-in in time",
    means: "Run the step again and approve in time. The request's lifetime is set at the provider.",
    reference: 'OpenID Connect CIBA Core 1.0 section 11',
  },
  {
    id: 'ciba-denied',
    when: all(isError('access_denied'), polls),
    title: 'The user or a provider rule rejected the sign-in',
    means: "Approve the sign-in on the user's device. If the device showed nothing, find the rule in the provider's log.",
    reference: 'OpenID Connect CIBA Core 1.0 section 11',
  },
  {
    id: 'ciba-failed',
    // Keycloak without a channel to devices.
    when: any(isError('transaction_failed'), matchesText(/failed to send authentication request/i)),
    title: "The provider couldn't reach or authenticate the user",
    means: "Check that the user has a registered authentication device, and see the provider's log.",
    reference: 'OpenID Connect CIBA Core 1.0 section 12',
  },
]
