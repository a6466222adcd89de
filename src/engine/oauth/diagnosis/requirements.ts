import { announces, lists, refusedSignIn } from './discovery-facts.ts'
import { discovered, type Evidence } from './evidence.ts'
import { fix } from './fixes.ts'
import { all, any, isError, ranked, matchesText } from './rank.ts'
import type { Fix } from '../step-settings.ts'
import type { Cause } from './cause.ts'

/** PKCE is off, and discovery announces it. */
const withoutPkce = all(
  ({ settings }) => settings?.requirePkce === false,
  lists('code_challenge_methods_supported', () => 'S256'),
)

const withPkce = (evidence: Evidence): Fix[] =>
  evidence.settings?.requirePkce === false ? [fix('Turn on PKCE', { requirePkce: true })] : []

/** What a provider requires of every request, or doesn't support. Before other causes: the page that says so may also name the client. */
export const requirementCauses: Cause[] = [
  {
    id: 'pkce-required',
    // Spring Authorization Server names the parameter and nothing else, as do those that print what their schema found (the
    // SDK of MCP).
    when: any(
      all(isError('invalid_request'), matchesText(/\bcode_challenge\b/i), ({ settings }) => settings?.requirePkce === false), // Discovery announces PKCE, and the request that was refused without a reason has none.
      ranked(
        'happened',
        all(
          ({ purpose }) => purpose === 'authorization' || purpose === 'par',
          isError('invalid_request'),
          ({ description }) => description === '',
          withoutPkce,
        ),
      ),
    ),
    possible: {
      when: all(({ purpose }) => purpose === 'authorization' || purpose === 'par', withoutPkce),
      check: 'turn on PKCE',
    },
    title: 'The provider requires PKCE',
    means: ({ settings }) =>
      settings?.requirePkce
        ? "Compare the authorization request in the exchange with the provider's requirements. The provider received no code challenge with method S256."
        : 'Turn on PKCE. OAuth 2.1 requires it for every client.',
    fixes: withPkce,
    reference: 'RFC 9700 section 2.1.1',
  },
  {
    id: 'pkce-not-supported',
    title: "The provider doesn't support PKCE",
    means:
      'Turn off PKCE only if you must: without it, a stolen code can be used by others. The provider rejects the parameters, although RFC 6749 section 3.1 requires ignoring them.',
    fixes: ({ settings }) => (settings?.requirePkce ? [fix('Turn off PKCE', { requirePkce: false })] : []),
    reference: 'RFC 7636 section 5',
  },
  {
    id: 'par-required',
    when: all(refusedSignIn, announces('require_pushed_authorization_requests'), ({ settings }) => settings?.usePar === false),
    title: 'The provider requires pushed authorization requests',
    means: 'Turn on Use PAR. The provider requires this client to push its authorization requests first.',
    fixes: () => [fix('Use PAR', { usePar: true })],
    reference: 'RFC 9126 section 5',
  },
  {
    id: 'jar-required',
    when: all(refusedSignIn, announces('require_signed_request_object'), ({ settings }) => settings?.useJar === false),
    title: 'The provider requires a signed authorization request',
    means: 'Turn on Use JAR. The client is registered for signed request objects.',
    fixes: () => [fix('Use JAR', { useJar: true })],
    reference: 'RFC 9101 section 10.5',
  },
  {
    id: 'form-post-required',
    title: 'The provider requires the response mode form_post',
    means:
      'Add response_mode=form_post to the Authorization Endpoint: the callback page accepts posted responses. Apple requires this for the name and email scopes.',
    fixes: (evidence) => {
      const endpoint = evidence.settings?.authorizationEndpoint || discovered(evidence, 'authorization_endpoint')
      if (typeof endpoint !== 'string' || endpoint === '') return []
      const asking = `${endpoint}${endpoint.includes('?') ? '&' : '?'}response_mode=form_post`
      return [fix('Request form_post', { authorizationEndpoint: asking })]
    },
    reference: 'OAuth 2.0 Form Post Response Mode 1.0 section 2',
  },
]
