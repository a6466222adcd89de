import { badRequestHint, codeHint } from '../refusals/refusal-texts.ts'
import { standardCode } from '../refusals/standard-code.ts'
import type { Evidence } from './evidence.ts'
import { withoutParameter } from './fixes.ts'
import { isError } from './rank.ts'
import type { Fix } from '../step-settings.ts'
import type { Cause } from './cause.ts'

interface Coded {
  id: string
  codes: string[]
  title: string
  reference: string
  fixes?(evidence: Evidence): Fix[]
}

/** The fix is the hint of the error code. */
const coded = ({ codes, ...rest }: Coded): Cause => ({
  ...rest,
  when: isError(...codes),
  means: ({ error, settings }) => codeHint(standardCode(error), settings?.grantType ?? 'AuthorizationCode') ?? badRequestHint,
})

/**
 * Codes of the standards that need no further evidence. Last in the list, because other situations are more specific about the
 * same code.
 */
export const codeCauses: Cause[] = [
  coded({
    id: 'token-not-accepted',
    codes: ['invalid_token'],
    title: 'The provider rejected the token',
    reference: 'RFC 6750 section 3.1',
  }),
  coded({
    id: 'token-lacks-scope',
    codes: ['insufficient_scope'],
    title: 'The token lacks a scope that the provider requires',
    reference: 'RFC 6750 section 3.1',
  }),
  coded({
    id: 'stronger-sign-in',
    codes: ['insufficient_user_authentication', 'unmet_authentication_requirements'],
    title: "The sign-in isn't strong enough",
    reference: 'RFC 9470 section 3',
  }),
  coded({
    id: 'not-revocable',
    codes: ['unsupported_token_type'],
    title: "The provider can't revoke tokens of this type",
    reference: 'RFC 7009 section 2.2.1',
  }),
  coded({
    id: 'client-metadata',
    codes: ['invalid_client_metadata', 'invalid_software_statement', 'unapproved_software_statement'],
    title: "The client's registration is invalid",
    reference: 'RFC 7591 section 3.2.2',
  }),
  coded({
    id: 'authorization-details',
    codes: ['invalid_authorization_details'],
    title: 'The provider rejected the authorization details',
    fixes: (evidence) => withoutParameter(evidence, 'authorization_details'),
    reference: 'RFC 9396 section 5',
  }),
  coded({
    id: 'registration-in-sign-in',
    codes: ['registration_not_supported'],
    title: "The provider doesn't support registration during sign-in",
    fixes: (evidence) => withoutParameter(evidence, 'registration'),
    reference: 'OpenID Connect Core 1.0 section 3.1.2.6',
  }),
  coded({
    id: 'bad-request',
    codes: ['invalid_request'],
    title: "The provider can't read the request",
    reference: 'RFC 6749 section 5.2',
  }),
]
