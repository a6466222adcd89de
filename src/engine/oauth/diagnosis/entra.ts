import { aadstsOf } from './aadsts.ts'
import type { Evidence } from './evidence.ts'
import { editSecret, fix, withoutParameter } from './patterns.ts'
import type { Fix } from '../step-settings.ts'
import type { Situation } from './situation.ts'

const reference = (code: string): string => `Microsoft identity platform: AADSTS${code}`

/** One code of Entra ID. */
const code = (number: string, title: string, means: string, fixes?: (evidence: Evidence) => Fix[]): Situation => ({
  id: `aadsts-${number}`,
  when: ({ aadsts }) => aadsts === number,
  title,
  means,
  ...(fixes ? { fixes } : {}),
  reference: reference(number),
})

/** `https://graph.microsoft.com/User.Read` becomes `https://graph.microsoft.com/.default`. */
function defaultScope({ settings }: Evidence): Fix[] {
  const words = settings?.scope.split(/\s+/).filter(Boolean) ?? []
  const first = words.find((word) => /^(https?|api):\/\//.test(word))
  if (!first || first.endsWith('/.default')) return []
  const base = /^([a-z]+:\/\/[^/]+)/.exec(first)?.[1]
  const cut = first.replace(/\/[^/]*$/, '')
  const resource = base && cut.length >= base.length ? cut : (base ?? first)
  return [fix(`Use ${resource}/.default`, { scope: `${resource}/.default` })]
}

/** Error codes of Entra ID (Azure AD), as `AADSTS…` in its texts. */
export const entraSituations: Situation[] = [
  code(
    '7000215',
    'The client secret is wrong',
    'Entra ID shows two texts for a secret: its Value is what goes into Client Secret, not its Secret ID. The value is shown only once; make a new one if it is lost.',
    () => [editSecret],
  ),
  code(
    '7000222',
    "The client's secret has expired",
    'Make a new secret under Certificates & secrets of the app registration, and put its Value into Client Secret.',
    () => [editSecret],
  ),
  code(
    '7000218',
    'The client has to prove itself',
    'The app registration is not public. Fill in Client Secret or choose ClientAssertion; or allow public client flows under Authentication.',
    () => [editSecret],
  ),
  code(
    '700016',
    'This tenant does not know the client',
    'The Client ID is misspelt, or the app is registered in another tenant than the one in the address. Compare both with the Overview of the app registration.',
  ),
  code(
    '700027',
    'The certificate of the client assertion is not registered',
    'Upload the certificate under Certificates & secrets; switch x5t#S256 on, so that Entra ID finds it.',
  ),
  code('700024', 'The client assertion is outside its time', "This machine's clock is off. Set it by NTP and run again."),
  code(
    '50011',
    'The redirect URI is not registered',
    'Add the Redirect URI of the step, to the letter, under Authentication of the app registration: as Single-page application for runs in the page, as Mobile and desktop for the companion.',
  ),
  code(
    '500113',
    'No redirect URI is registered',
    'Add the Redirect URI of the step under Authentication of the app registration.',
  ),
  code(
    '65001',
    'Consent is missing',
    'Neither the person nor an administrator has granted these permissions to the app. Grant admin consent under API permissions, or sign in once with prompt=consent.',
    (evidence) => withoutParameter(evidence, 'prompt'),
  ),
  code('90094', 'An administrator has to consent', 'The scopes need admin consent. Ask for it under API permissions.'),
  code(
    '9002327',
    'This client may redeem codes only from a browser',
    'The redirect URI is registered as Single-page application, and the request came without an Origin. Run the step in the page, or register the redirect URI under Mobile and desktop applications.',
  ),
  code(
    '9002326',
    'This client may not redeem codes from a browser',
    'The redirect URI is registered as Web, and the request carried an Origin. Register it as Single-page application, or run with the companion.',
  ),
  code('9002325', 'The provider demands PKCE', 'Single-page applications must use it.', ({ settings }) =>
    settings?.requirePkce ? [] : [fix('Switch PKCE on', { requirePkce: true })],
  ),
  code(
    '70011',
    'The scope is not valid',
    'With Client Credentials Entra ID takes one scope only: the API with /.default, such as api://…/.default. With people every scope needs the API in front.',
    defaultScope,
  ),
  code(
    '90014',
    'A parameter is missing',
    'The text names it. Client Credentials need a Scope: the API with /.default, such as https://graph.microsoft.com/.default.',
  ),
  code(
    '1002012',
    'The scope must end in /.default',
    'With Client Credentials Entra ID takes the API with /.default, and gives the permissions that were granted to the app.',
    defaultScope,
  ),
  code(
    '90002',
    'The tenant does not exist',
    'The tenant in the address is misspelt, deleted, or in another cloud (login.microsoftonline.us, .cn). Use the directory id of the Overview page.',
  ),
  code(
    '900023',
    'The tenant in the address is not one',
    'It is neither an id nor a domain that is known. An unresolved variable leaves such a text too.',
  ),
  code(
    '500011',
    'The tenant does not know this API',
    'The resource in the scope has no service principal here: it is misspelt, or nobody has consented to it yet.',
  ),
  code(
    '501051',
    'The client was not assigned to the API',
    'The enterprise application demands assignment. Grant an app role to the client.',
  ),
  code(
    '50105',
    'The account is not assigned to the application',
    'The enterprise application demands assignment. Assign the user or a group of theirs.',
  ),
  code(
    '50126',
    'Username or password are wrong',
    'Check both, and that the account is a cloud account of this tenant: federated ones can not sign in with ROPC.',
  ),
  code(
    '50020',
    'The account is from another tenant',
    'It is not a member or guest of the tenant in the address: a personal account, or one of another company. Invite it as a guest, or sign in with an account of the tenant.',
  ),
  code(
    '50194',
    'The app takes accounts of its own tenant only',
    'It is not multi-tenant, so common and organizations are not for it. Put the tenant id into the addresses.',
  ),
  code('50034', 'The account does not exist in this tenant', 'Check the user name (name@domain) and the tenant in the address.'),
  code(
    '50076',
    'A second factor is demanded',
    'ROPC can not give one. Use Auth Code, or exclude the test account from the rule.',
    () => [fix('Use Auth Code', { grantType: 'AuthorizationCode', requirePkce: true })],
  ),
  code(
    '50079',
    'The account has to register a second factor',
    'Sign in once by hand, or exclude the test account from the rule.',
  ),
  code(
    '53003',
    'Conditional Access blocks the sign-in',
    'A rule of the tenant refuses place, device or client. The sign-in log of Entra ID names the rule.',
  ),
  code('54005', 'The code was used before', 'A code is good for one token request. Run the step again.'),
  code(
    '70008',
    'The code or refresh token has expired',
    'Codes live for ten minutes, refresh tokens of single-page applications for 24 hours. Sign in again.',
  ),
  code('700082', 'The refresh token has expired', 'It was not used for too long. The grant runs again by itself.'),
  code('501481', 'The code verifier does not fit the challenge', 'Two sign-ins were mixed up. Run the step again.'),
  code(
    '700054',
    'The app may not issue ID tokens this way',
    'Switch ID tokens on under Authentication, Implicit grant and hybrid flows; or use Auth Code with PKCE.',
    () => [fix('Use Auth Code with PKCE', { grantType: 'AuthorizationCode', requirePkce: true })],
  ),
  code(
    '700025',
    'The client is public and sent a secret',
    'Public clients may not present one. Empty Client Secret, or switch public client flows off.',
  ),
]

/** What the code of Entra ID in a text asks for, in one text for people; undefined without a code that is known. */
export function entraHint(text: string): string | undefined {
  const number = aadstsOf(text)
  const found = number === '' ? undefined : entraSituations.find(({ id }) => id === `aadsts-${number}`)
  return found && `${found.title}. ${String(found.means)}`
}
