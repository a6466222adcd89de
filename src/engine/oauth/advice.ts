import { grantFacts } from './grants/facts.ts'
import { endpointNames, requestsToken, type GrantFacts } from './grants/grant-facts.ts'
import { grantTexts } from './grants/texts.ts'
import type { Advice, StepSettings } from './step-settings.ts'

type Rule = (settings: StepSettings, grant: GrantFacts) => Omit<Advice, 'id'> | undefined

const parameter = ({ additionalParameters }: StepSettings, wanted: string): string | undefined =>
  additionalParameters.find(({ name }) => name === wanted)?.value

const endpoints = ['discoveryEndpoint', 'refreshEndpoint', ...endpointNames] as const
const isInsecure = (address: string): boolean => /^http:\/\/(?!localhost\b|127\.|\[::1\])/i.test(address)

/** Rules by ID, most important first. */
const rules: Record<string, Rule> = {
  pkce: ({ requirePkce }, { code }) =>
    code && !requirePkce
      ? {
          title: 'PKCE is off: others could use a stolen code',
          text: 'Public clients must use PKCE, and others should. OAuth 2.1 requires it.',
          reference: 'RFC 9700 section 2.1.1',
          fix: { label: 'Turn on PKCE', change: { requirePkce: true } },
        }
      : undefined,
  http: (settings) =>
    endpoints.some((name) => isInsecure(settings[name]))
      ? {
          title: "An endpoint uses http: and isn't on this machine",
          text: 'Use https:. With http:, secrets, codes and tokens can be read and changed in transit.',
          reference: 'RFC 9700 section 2.6',
        }
      : undefined,
  'response-type-token': (settings) =>
    /\btoken\b/.test(parameter(settings, 'response_type') ?? '')
      ? {
          title: 'The response type sends tokens through the browser',
          text: 'Use response_type=code, so that the token endpoint issues them.',
          reference: 'RFC 9700 section 2.1.2',
        }
      : undefined,
  'secret-in-additional-parameters': (settings) =>
    settings.additionalParameters.some(
      ({ name, value }) => /secret|password/i.test(name) && value !== '' && !value.includes('${'),
    )
      ? {
          title: 'The additional parameters contain a secret',
          text: 'Move it to Client Secret or a secret variable. Additional parameters are saved as plaintext and are part of the sign-in URL.',
          reference: 'RFC 9700 section 4.2',
        }
      : undefined,
  'long-lived-secret': ({ clientAuthMethod, clientSecret }, { client }) =>
    clientAuthMethod === 'SharedSecret' && clientSecret && client !== 'unproven'
      ? {
          title: 'The client uses a long-lived shared secret',
          text: 'Prefer Client assertion (signed JWT) as Client Auth Method: its key never leaves the client.',
          reference: 'RFC 9700 section 2.5',
        }
      : undefined,
  'secret-in-body': ({ clientSecret, secretTransport, clientAuthMethod }, { client }) =>
    clientAuthMethod === 'SharedSecret' && clientSecret && secretTransport === 'body' && client !== 'unproven'
      ? {
          title: 'The secret is sent in the body',
          text: "Test the method that the API's real clients use. RFC 6749 prefers HTTP Basic and allows the body only for clients that can't use it. OAuth 2.1 requires servers to support the body.",
          reference: 'RFC 6749 section 2.3.1',
        }
      : undefined,
  'basic-raw': ({ clientSecret, secretTransport, clientAuthMethod }) =>
    clientAuthMethod === 'SharedSecret' && clientSecret && secretTransport === 'basic-raw'
      ? {
          title: "HTTP Basic without form-encoding isn't standard",
          text: 'Use it only for providers that expect it. Standard providers reject secrets with special characters that are sent this way.',
          reference: 'RFC 6749 section 2.3.1',
        }
      : undefined,
  'issuer-unknown': (settings, { person }) =>
    person === 'window' && settings.discoveryEndpoint === '' && settings.issuer === ''
      ? {
          title: "The issuer isn't checked",
          text: "Enter Issuer or Discovery Endpoint. Without them, a response from another provider (mix-up attack) isn't detected.",
          reference: 'RFC 9700 section 2.1',
        }
      : undefined,
  'audience-open': ({ scope, resource, additionalParameters }, grant) =>
    requestsToken(grant) &&
    resource.length === 0 &&
    !additionalParameters.some(({ name }) => name === 'audience' || name === 'resource') &&
    scope.trim() === ''
      ? {
          title: 'The token is requested without a scope or audience',
          text: "Request only what the test needs. Without a scope or audience, the token may have all of the client's privileges.",
          reference: 'RFC 9700 section 2.3',
        }
      : undefined,
  'bearer-with-refresh': ({ scope, enableDpop, clientSecret, clientAuthMethod }, { refreshes }) =>
    /\boffline_access\b/.test(scope) && !enableDpop && !clientSecret && clientAuthMethod === 'SharedSecret' && refreshes
      ? {
          title: 'A public client requests long-lived refresh tokens',
          text: 'Check that the provider binds them to a key (DPoP) or rotates them on each use. One of the two is required.',
          reference: 'RFC 9700 section 2.2.2',
        }
      : undefined,
  'clock-tolerance': ({ clockTolerance }) =>
    clockTolerance > 60
      ? {
          title: 'Clocks may differ by more than a minute',
          text: 'Use at most a minute, which is enough for clocks synchronized by NTP. The step accepts expired ID tokens for the whole tolerance.',
          reference: 'RFC 7519 section 4.1.4',
          fix: { label: 'Tolerate 30 s', change: { clockTolerance: 30 } },
        }
      : undefined,
}

/** Advice of RFC 9700, OAuth 2.1 and related standards for the settings of a step, most important first. Often empty. */
export function adviceFor(settings: StepSettings): Advice[] {
  const { advice } = grantTexts[settings.grantType]
  const found = Object.entries(rules).map(([id, rule]) => ({ id, found: rule(settings, grantFacts[settings.grantType]) }))
  return [...(advice ? [advice] : []), ...found.flatMap(({ id, found }) => (found ? [{ id, ...found }] : []))]
}
