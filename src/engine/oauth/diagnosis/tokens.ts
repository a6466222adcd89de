import { discovered } from './evidence.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { editSecret, fix, withHint } from './fixes.ts'
import { all, any, matchesText } from './rank.ts'
import type { Evidence } from './evidence.ts'
import type { Cause } from './cause.ts'

const badIdToken = ({ failure }: Evidence): boolean => failure.code === 'oauth-id-token'
const fails = (claim: string) => all(badIdToken, matchesText(new RegExp(`(is invalid: |; )${claim}: `)))

const tokenIssuer = ({ exchange }: Evidence): unknown =>
  parseJsonObject(exchange?.tokens?.find(({ name }) => name === 'id_token')?.claims ?? '')?.iss

/** Two issuers that differ by a slash at the end only. */
const sameButSlash = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a !== b && a.replace(/\/$/, '') === b.replace(/\/$/, '')

/** How far ahead or behind the provider's clock is, rounded up to what tolerates it. */
function neededTolerance({ failure }: Evidence): number | undefined {
  const seconds = /: (?:(\d+) s ahead|expired (\d+) s ago)/.exec(failure.message)
  const off = Number(seconds?.[1] ?? seconds?.[2] ?? Number.NaN)
  return off <= 590 ? Math.ceil((off + 5) / 30) * 30 : undefined
}

/** Times that differ by whole hours aren't caused by clocks that run fast or slow. */
function wholeHours({ failure }: Evidence): string {
  const off = Number(/: (\d{1,9}) s ahead/.exec(failure.message)?.[1] ?? 0)
  const hours = Math.round(off / 3600)
  return hours > 0 && Math.abs(off - hours * 3600) <= 60
    ? `The clocks differ by exactly ${hours === 1 ? 'an hour' : `${hours} hours`}: one machine treats its local time as UTC. `
    : ''
}

const tolerate = (evidence: Evidence) => {
  const seconds = neededTolerance(evidence)
  return seconds === undefined || seconds > 600 ? [] : [fix(`Tolerate ${seconds} s`, { clockTolerance: seconds })]
}

/** Tokens that were received but rejected. */
export const tokenCauses: Cause[] = [
  {
    id: 'issuer-trailing-slash',
    when: all(fails('iss'), (evidence) =>
      sameButSlash(tokenIssuer(evidence), evidence.settings?.issuer || discovered(evidence, 'issuer')),
    ),
    title: 'The issuer differs by a trailing slash',
    means: "Use the token's spelling in the step or the discovery document. Issuers must match exactly.",
    fixes: (evidence) => [fix("Use the token's spelling", { issuer: String(tokenIssuer(evidence)) })],
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
  {
    id: 'issuer-mismatch',
    when: fails('iss'),
    title: 'The ID token comes from another issuer',
    means: (evidence) =>
      /\{tenantid\}|\/(common|organizations|consumers)\//i.test(
        evidence.words + String(evidence.settings?.discoveryEndpoint ?? ''),
      )
        ? 'Use the tenant ID in the URLs. The Entra ID endpoint (common or organizations) is shared by all tenants, but each token is issued by one tenant.'
        : "Set the public host name at the provider. The token's issuer differs from the discovery document's, usually because of a proxy or different internal and external host names.",
    fixes: ({ settings }) =>
      settings?.issuer && settings.discoveryEndpoint ? [fix('Take the issuer from discovery', { issuer: '' })] : [],
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
  {
    id: 'id-token-time',
    when: all(badIdToken, matchesText(/(exp|iat|nbf): (expected a number of seconds|\d{10,} s ahead)/)),
    title: "A time in the ID token isn't in seconds",
    means:
      "Fix the provider's code: it writes milliseconds or a string instead of seconds since 1970. The clocks aren't the cause, and signing libraries don't check this.",
    reference: 'RFC 7519 section 2',
  },
  {
    id: 'clock-ahead',
    when: any(fails('iat'), fails('nbf')),
    title: "This machine's clock is behind the provider's",
    means: (evidence) =>
      `Synchronize the clocks (NTP)${neededTolerance(evidence) === undefined ? '' : ', or increase the tolerance'}: by this machine's clock, the token was issued in the future. ${wholeHours(evidence)}`.trimEnd(),
    fixes: tolerate,
    reference: 'RFC 7519 section 4.1.5',
  },
  {
    id: 'clock-behind',
    when: fails('exp'),
    title: 'The ID token was already expired when received',
    means:
      "Synchronize the clocks (NTP): this machine's clock is ahead of the provider's. The provider may also issue ID tokens that are valid for only a few seconds.",
    fixes: tolerate,
    reference: 'RFC 7519 section 4.1.4',
  },
  {
    id: 'id-token-audience',
    when: any(fails('aud'), fails('azp')),
    title: 'The ID token is for another client',
    means: ({ words }) =>
      /\baud: .{0,200}found (\[\]|nothing)/.test(words)
        ? "Set the client's audience at the provider (Canaille: the client itself). The token has no audience, but must have one that contains the Client ID."
        : "Compare the token's audience with the step's Client ID. An alias or a client behind a broker is the usual cause.",
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
  {
    id: 'id-token-nonce',
    when: fails('nonce'),
    title: 'The ID token belongs to another sign-in',
    means:
      "Check for an additional parameter nonce, or a provider that drops it. The token doesn't have the nonce that was sent.",
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'id-token-no-key',
    when: all(badIdToken, matchesText(/the JWKS has no key/)),
    title: "The JWKS doesn't contain the ID token's key",
    means:
      'Check jwks_uri. It belongs to another realm or tenant, or a cache still serves the keys from before a rotation. For an Entra ID token with custom claims, add ?appid= and the Client ID to the discovery endpoint.',
    reference: 'RFC 7517 section 4.5',
  },
  {
    id: 'id-token-unsigned',
    when: fails('alg'),
    title: "The ID token's signing algorithm isn't accepted",
    means:
      "Set the client's ID token signing algorithm to one that the provider announces, usually RS256 or ES256. Spring Authorization Server announces only RS256 by default.",
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
  {
    id: 'id-token-no-secret',
    when: all(fails('signature'), matchesText(/needs the client secret, but/)),
    title: "The ID token is signed with a secret that the step doesn't have",
    means:
      "Enter the client's secret, or set its ID token signing algorithm to RS256 or ES256 at the provider. With HS256, both sides need the client secret.",
    fixes: () => [editSecret],
    reference: 'OpenID Connect Core 1.0 section 10.1',
  },
  {
    id: 'id-token-signature',
    when: fails('signature'),
    title: "The ID token's signature is invalid",
    means:
      "Check the client secret (HS256) and the provider's published keys: the token was signed with another key, or changed in transit. A provider that signs with its own secret (possible in UAA) must use RS256 or ES256.",
    reference: 'RFC 7515 section 5.2',
  },
  {
    id: 'id-token-no-hash',
    when: all(fails('at_hash'), matchesText(/at_hash: missing/)),
    title: "The access token isn't bound to the ID token",
    means:
      "Use Auth Code with PKCE, which doesn't require at_hash. The provider omits at_hash, which is required when the URL contains an access token: without it, an attacker could have exchanged one of the tokens.",
    fixes: () => [fix('Use Auth Code with PKCE', { grantType: 'AuthorizationCode', requirePkce: true })],
    reference: 'OpenID Connect Core 1.0 section 3.2.2.10',
  },
  {
    id: 'id-token-hash',
    when: fails('at_hash'),
    title: "ID token and access token don't belong together",
    means:
      "Check for a cache or proxy that mixes up two responses: at_hash doesn't match. The provider may also compute at_hash incorrectly.",
    reference: 'OpenID Connect Core 1.0 section 3.1.3.6',
  },
  {
    id: 'id-token-subject',
    when: fails('sub'),
    title: 'The refreshed ID token is for another user',
    means: "Check the provider: a refresh must never change the user. The token wasn't used.",
    reference: 'OpenID Connect Core 1.0 section 12.2',
  },
  {
    id: 'userinfo-subject',
    when: all(badIdToken, ({ failure }) => failure.message.startsWith('sub: userinfo is for')),
    title: 'Userinfo is for another user',
    means: withHint("The response wasn't used."),
    reference: 'OpenID Connect Core 1.0 section 5.3.2',
  },
  {
    id: 'id-token',
    when: badIdToken,
    title: 'The ID token is invalid',
    means: 'See the claims and their checks next to the decoded token in the exchange.',
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
]
