import { discovered } from './evidence.ts'
import { parseJsonObject } from '#engine/base/json-value.ts'
import { all, any, editSecret, fix, says, withHint } from './patterns.ts'
import type { Evidence } from './evidence.ts'
import type { Situation } from './situation.ts'

const badIdToken = ({ failure }: Evidence): boolean => failure.code === 'oauth-id-token'
const fails = (claim: string) => all(badIdToken, says(new RegExp(`(is invalid: |; )${claim}: `)))

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

/** Times that differ by whole hours are no matter of clocks that run fast or slow. */
function wholeHours({ failure }: Evidence): string {
  const off = Number(/: (\d{1,9}) s ahead/.exec(failure.message)?.[1] ?? 0)
  const hours = Math.round(off / 3600)
  return hours > 0 && Math.abs(off - hours * 3600) <= 60
    ? `It is ${hours === 1 ? 'an hour' : `${hours} hours`} off to the minute: one of the machines takes its local time for UTC. `
    : ''
}

const tolerate = (evidence: Evidence) => {
  const seconds = neededTolerance(evidence)
  return seconds === undefined || seconds > 600 ? [] : [fix(`Tolerate ${seconds} s`, { clockTolerance: seconds })]
}

/** Tokens that came and can't be accepted. */
export const tokenSituations: Situation[] = [
  {
    id: 'issuer-trailing-slash',
    when: all(fails('iss'), (evidence) =>
      sameButSlash(tokenIssuer(evidence), evidence.settings?.issuer || discovered(evidence, 'issuer')),
    ),
    title: 'The issuer differs by a slash at the end',
    means: 'Issuers are compared to the letter. The step, or the discovery document, has it another way than the token.',
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
        ? 'The endpoint of Entra ID is shared by all tenants (common, organizations), and the token names one. Put the tenant id into the addresses.'
        : 'The provider calls itself otherwise than its discovery document: a proxy or a host name that differs inside and outside is typical. Set the public name at the provider.',
    fixes: ({ settings }) =>
      settings?.issuer && settings.discoveryEndpoint ? [fix('Take the issuer from discovery', { issuer: '' })] : [],
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
  {
    id: 'id-token-time',
    when: all(badIdToken, says(/(exp|iat|nbf): (expected a number of seconds|\d{10,} s ahead)/)),
    title: 'A time in the ID token is no number of seconds',
    means:
      'The provider writes milliseconds, or a text, where seconds since 1970 have to stand; the clocks are not the suspect. Libraries that sign what they are given leave that to the code of the provider: mend it there.',
    reference: 'RFC 7519 section 2',
  },
  {
    id: 'clock-ahead',
    when: any(fails('iat'), fails('nbf')),
    title: "This machine's clock is behind the provider's",
    means: (evidence) =>
      `The token is from the future. ${wholeHours(evidence)}Set the clocks by NTP${neededTolerance(evidence) === undefined ? '.' : '; until then the tolerance can be raised.'}`,
    fixes: tolerate,
    reference: 'RFC 7519 section 4.1.5',
  },
  {
    id: 'clock-behind',
    when: fails('exp'),
    title: 'The ID token has expired on arrival',
    means: "This machine's clock is ahead of the provider's, or the provider issues ID tokens that live for seconds.",
    fixes: tolerate,
    reference: 'RFC 7519 section 4.1.4',
  },
  {
    id: 'id-token-audience',
    when: any(fails('aud'), fails('azp')),
    title: 'The ID token is for another client',
    means: ({ words }) =>
      /\baud: .{0,200}found (\[\]|nothing)/.test(words)
        ? 'It names no audience at all, which has to hold the Client ID: give the client its audience at the provider (Canaille: the audience of the client, which is itself).'
        : 'Its audience is not the Client ID of the step. Compare both: an alias or a client behind a broker is typical.',
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
  {
    id: 'id-token-nonce',
    when: fails('nonce'),
    title: 'The ID token answers another sign-in',
    means:
      'The nonce that was sent did not come back. An additional parameter nonce, or a provider that drops it, are the usual reasons.',
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  {
    id: 'id-token-no-key',
    when: all(badIdToken, says(/the JWKS has no key/)),
    title: 'The JWKS does not hold the key of the ID token',
    means:
      'Keys were rotated and a cache serves old ones, or jwks_uri belongs to another realm or tenant. Entra ID: a token with custom claims needs ?appid= at the discovery endpoint.',
    reference: 'RFC 7517 section 4.5',
  },
  {
    id: 'id-token-unsigned',
    when: fails('alg'),
    title: 'The ID token is not signed in an accepted way',
    means:
      'Set the ID token signing algorithm of the client to one that the provider announces, RS256 or ES256 as a rule. Spring Authorization Server announces RS256 alone, unless it is told to name more.',
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
  {
    id: 'id-token-no-secret',
    when: all(fails('signature'), says(/needs the client secret, but/)),
    title: 'The ID token is signed with a secret that the step does not have',
    means:
      "HS256 needs the client secret on both sides. Set the client's ID token signing algorithm to RS256 or ES256 at the provider; a client that has a secret needs it in the step.",
    fixes: () => [editSecret],
    reference: 'OpenID Connect Core 1.0 section 10.1',
  },
  {
    id: 'id-token-signature',
    when: fails('signature'),
    title: 'The signature of the ID token does not hold',
    means:
      'It was signed with another key than the provider publishes, or changed on the way. With HS256 the client secret must be the right one; a provider that signs so with a secret of its own (UAA may) lets nobody verify it, and has to sign with RS256 or ES256.',
    reference: 'RFC 7515 section 5.2',
  },
  {
    id: 'id-token-no-hash',
    when: all(fails('at_hash'), says(/at_hash: missing/)),
    title: 'Nothing binds the access token to the ID token',
    means:
      'The provider leaves out at_hash, which it must put into an ID token that comes with an access token in the address. Without it somebody could have exchanged one of them. With Auth Code and PKCE none is needed.',
    fixes: () => [fix('Use Auth Code with PKCE', { grantType: 'AuthorizationCode', requirePkce: true })],
    reference: 'OpenID Connect Core 1.0 section 3.2.2.10',
  },
  {
    id: 'id-token-hash',
    when: fails('at_hash'),
    title: 'ID token and access token do not belong together',
    means: 'at_hash binds one to the other: a cache or proxy mixed two answers, or the provider computes the hash wrongly.',
    reference: 'OpenID Connect Core 1.0 section 3.1.3.6',
  },
  {
    id: 'id-token-subject',
    when: fails('sub'),
    title: 'The refreshed ID token is for somebody else',
    means: 'A refresh may never change the person. The token was not used.',
    reference: 'OpenID Connect Core 1.0 section 12.2',
  },
  {
    id: 'userinfo-subject',
    when: all(badIdToken, ({ failure }) => failure.message.startsWith('sub: userinfo is about')),
    title: 'Userinfo is about somebody else',
    means: withHint('The answer was not used.'),
    reference: 'OpenID Connect Core 1.0 section 5.3.2',
  },
  {
    id: 'id-token',
    when: badIdToken,
    title: 'The ID token is not acceptable',
    means: 'Its claims and their checks are listed beside the decoded token in the exchange.',
    reference: 'OpenID Connect Core 1.0 section 3.1.3.7',
  },
]
