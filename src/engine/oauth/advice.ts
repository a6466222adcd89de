import { grantFacts } from './grants/facts.ts'
import { requestsToken, type GrantFacts } from './grants/grant-facts.ts'
import { grantTexts } from './grants/texts.ts'
import type { Advice, StepSettings } from './step-settings.ts'

type Rule = (settings: StepSettings, grant: GrantFacts) => Omit<Advice, 'id'> | undefined

const parameter = ({ additionalParameters }: StepSettings, wanted: string): string | undefined =>
  additionalParameters.find(({ name }) => name === wanted)?.value

const endpoints = [
  'discoveryEndpoint',
  'tokenEndpoint',
  'refreshEndpoint',
  'authorizationEndpoint',
  'deviceAuthorizationEndpoint',
] as const
const isInsecure = (address: string): boolean => /^http:\/\/(?!localhost\b|127\.|\[::1\])/i.test(address)

/** Rules by id, the weightiest first. */
const rules: Record<string, Rule> = {
  pkce: ({ requirePkce }, { code }) =>
    code && !requirePkce
      ? {
          title: 'Without PKCE a stolen code can be used by others',
          text: 'Public clients must use it, all others should; OAuth 2.1 demands it.',
          reference: 'RFC 9700 section 2.1.1',
          fix: { label: 'Switch PKCE on', change: { requirePkce: true } },
        }
      : undefined,
  http: (settings) =>
    endpoints.some((name) => isInsecure(settings[name]))
      ? {
          title: 'An endpoint is http: and not on this machine',
          text: 'Secrets, codes and tokens can be read and changed on the way. Use https:.',
          reference: 'RFC 9700 section 2.6',
        }
      : undefined,
  'response-type-token': (settings) =>
    /\btoken\b/.test(parameter(settings, 'response_type') ?? '')
      ? {
          title: 'A response type brings tokens through the browser',
          text: 'Let the token endpoint issue them: response_type=code.',
          reference: 'RFC 9700 section 2.1.2',
        }
      : undefined,
  'secret-in-additional-parameters': (settings) =>
    settings.additionalParameters.some(
      ({ name, value }) => /secret|password/i.test(name) && value !== '' && !value.includes('${'),
    )
      ? {
          title: 'A secret stands among the additional parameters',
          text: 'They are saved in the file in clear, and go into the address of a sign-in too. Put it into Client Secret, or into a secret variable.',
          reference: 'RFC 9700 section 4.2',
        }
      : undefined,
  'long-lived-secret': ({ clientAuthMethod, clientSecret }, { client }) =>
    clientAuthMethod === 'SharedSecret' && clientSecret && client !== 'unproven'
      ? {
          title: 'A shared secret lives long and is known on both sides',
          text: 'A key that never leaves the client is preferred: Client Auth Method ClientAssertion (private_key_jwt).',
          reference: 'RFC 9700 section 2.5',
        }
      : undefined,
  'secret-in-body': ({ clientSecret, secretTransport, clientAuthMethod }, { client }) =>
    clientAuthMethod === 'SharedSecret' && clientSecret && secretTransport === 'body' && client !== 'unproven'
      ? {
          title: 'The secret travels in the body',
          text: 'RFC 6749 prefers HTTP Basic and allows the body only to clients that can do no other; OAuth 2.1 has servers support it. A real client of this API may do either: test the way that it uses.',
          reference: 'RFC 6749 section 2.3.1',
        }
      : undefined,
  'basic-raw': ({ clientSecret, secretTransport, clientAuthMethod }) =>
    clientAuthMethod === 'SharedSecret' && clientSecret && secretTransport === 'basic-raw'
      ? {
          title: 'HTTP Basic without form-encoding is not the standard',
          text: 'A secret with special characters then fails at providers that follow it. It is there for providers that expect it.',
          reference: 'RFC 6749 section 2.3.1',
        }
      : undefined,
  'issuer-unknown': (settings, { person }) =>
    person === 'window' && settings.discoveryEndpoint === '' && settings.issuer === ''
      ? {
          title: 'Nothing says which issuer must answer',
          text: 'Without Issuer or Discovery Endpoint an answer of another provider (mix-up) is not noticed. Fill in one of them.',
          reference: 'RFC 9700 section 2.1',
        }
      : undefined,
  'audience-open': ({ scope, resource, additionalParameters }, grant) =>
    requestsToken(grant) &&
    resource.length === 0 &&
    !additionalParameters.some(({ name }) => name === 'audience' || name === 'resource') &&
    scope.trim() === ''
      ? {
          title: 'The token is asked for without scope or audience',
          text: 'It may then carry all that the client has. Ask for what the test needs: privileges should be the least possible.',
          reference: 'RFC 9700 section 2.3',
        }
      : undefined,
  'bearer-with-refresh': ({ scope, enableDpop, clientSecret, clientAuthMethod }, { refreshes }) =>
    /\boffline_access\b/.test(scope) && !enableDpop && !clientSecret && clientAuthMethod === 'SharedSecret' && refreshes
      ? {
          title: 'A public client asks for long-lived refresh tokens',
          text: 'They must be bound to a key (DPoP), or be rotated with each use: check that the provider does one of both.',
          reference: 'RFC 9700 section 2.2.2',
        }
      : undefined,
  'clock-tolerance': ({ clockTolerance }) =>
    clockTolerance > 60
      ? {
          title: 'Clocks may differ by more than a minute',
          text: 'Expired ID tokens pass for that long. A few seconds to a minute are enough where clocks are set by NTP.',
          reference: 'RFC 7519 section 4.1.4',
          fix: { label: 'Tolerate 30 s', change: { clockTolerance: 30 } },
        }
      : undefined,
}

/** What RFC 9700, OAuth 2.1 and their relatives say about the settings of a step; the weightiest first, often nothing. */
export function adviceFor(settings: StepSettings): Advice[] {
  const { advice } = grantTexts[settings.grantType]
  const found = Object.entries(rules).map(([id, rule]) => ({ id, found: rule(settings, grantFacts[settings.grantType]) }))
  return [...(advice ? [advice] : []), ...found.flatMap(({ id, found }) => (found ? [{ id, ...found }] : []))]
}
