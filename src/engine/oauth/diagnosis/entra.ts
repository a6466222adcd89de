import type { Evidence } from './evidence.ts'
import { editSecret, fix, withoutParameter } from './fixes.ts'
import { ranked } from './rank.ts'
import type { Fix } from '../step-settings.ts'
import type { Cause } from './cause.ts'

const reference = (code: string): string => `Microsoft identity platform: AADSTS${code}`

/** One code of Entra ID. */
const code = (number: string, title: string, means: string, fixes?: (evidence: Evidence) => Fix[]): Cause => ({
  id: `aadsts-${number}`,
  when: ranked('stated', ({ aadsts }) => aadsts === number),
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
export const entraCauses: Cause[] = [
  code(
    '7000215',
    'The client secret is wrong',
    "Enter the secret's Value as Client Secret, not its Secret ID. The value is shown only once: if you don't have it, create a new secret.",
    () => [editSecret],
  ),
  code(
    '7000222',
    "The client's secret has expired",
    'Create a new secret under Certificates & secrets of the app registration, and enter its Value as Client Secret.',
    () => [editSecret],
  ),
  code(
    '7000218',
    'The client must authenticate',
    "Enter the Client Secret, choose Client assertion (signed JWT), or allow public client flows under Authentication. The app registration isn't public.",
    () => [editSecret],
  ),
  code(
    '700016',
    "The client isn't registered in this tenant",
    'Compare the Client ID and the tenant in the URL with the Overview of the app registration. The ID is misspelled, or the app is registered in another tenant.',
  ),
  code(
    '700027',
    "The client assertion's certificate isn't registered",
    'Upload the certificate under Certificates & secrets, and turn on x5t#S256 so that Entra ID finds it.',
  ),
  code('700024', 'The client assertion is outside its validity period', "Synchronize this machine's clock (NTP) and run again."),
  code(
    '50011',
    "The redirect URI isn't registered",
    "Add exactly the step's Redirect URI under Authentication of the app registration: as Single-page application for runs in the page, as Mobile and desktop for the companion.",
  ),
  code('500113', 'No redirect URI is registered', "Add the step's Redirect URI under Authentication of the app registration."),
  code(
    '65001',
    'Consent is missing',
    'Grant admin consent under API permissions, or sign in once with prompt=consent. Neither the user nor an administrator has granted these permissions to the app.',
    (evidence) => withoutParameter(evidence, 'prompt'),
  ),
  code('90094', 'Admin consent is missing', 'Request admin consent for the scopes under API permissions.'),
  code(
    '9002327',
    'This client can only redeem codes from a browser',
    'Run the step in the page, or register the redirect URI under Mobile and desktop applications. It is registered as Single-page application, but the request had no Origin.',
  ),
  code(
    '9002326',
    "This client can't redeem codes from a browser",
    'Register the redirect URI as Single-page application, or run with the companion. It is registered as Web, but the request had an Origin.',
  ),
  code('9002325', 'The provider requires PKCE', 'Turn on PKCE. Single-page applications must use it.', ({ settings }) =>
    settings?.requirePkce ? [] : [fix('Turn on PKCE', { requirePkce: true })],
  ),
  code(
    '70011',
    "The scope isn't valid",
    'With Client Credentials, use one scope: the API with /.default, such as api://…/.default. With a user, every scope starts with the API.',
    defaultScope,
  ),
  code(
    '90014',
    'A parameter is missing',
    "Add the parameter named in the provider's text. Client Credentials need a Scope: the API with /.default, such as https://graph.microsoft.com/.default.",
  ),
  code(
    '1002012',
    'The scope must end in /.default',
    'Use the API with /.default as Scope. With Client Credentials, Entra ID then grants all permissions of the app.',
    defaultScope,
  ),
  code(
    '90002',
    "The tenant doesn't exist",
    'Use the directory ID from the Overview page. The tenant in the URL is misspelled, deleted, or in another cloud (login.microsoftonline.us, .cn).',
  ),
  code(
    '900023',
    "The tenant in the URL isn't valid",
    "Use the tenant's ID or domain. An unresolved variable can also be the cause.",
  ),
  code(
    '500011',
    'The tenant has no such API',
    "Check the resource in the scope. It is misspelled, or the tenant doesn't have a service principal for it because consent is missing.",
  ),
  code(
    '501051',
    "The client isn't assigned to the API",
    'Grant an app role to the client. The enterprise application requires assignment.',
  ),
  code(
    '50105',
    "The account isn't assigned to the application",
    'Assign the user or one of their groups. The enterprise application requires assignment.',
  ),
  code(
    '50126',
    'Wrong username or password',
    "Check both, and that the account is a cloud account of this tenant: federated accounts can't sign in with ROPC.",
  ),
  code(
    '50020',
    'The account is from another tenant',
    'Sign in with an account of the tenant in the URL, or invite this account as a guest. It may be a personal account or belong to another company.',
  ),
  code(
    '50194',
    'The app only accepts accounts of its own tenant',
    "Use the tenant ID in the URLs. The app isn't multi-tenant, so common and organizations don't work.",
  ),
  code('50034', "The account doesn't exist in this tenant", 'Check the username (name@domain) and the tenant in the URL.'),
  code(
    '50076',
    'A second factor is required',
    "Use Auth Code, or exclude the test account from the Conditional Access policy. ROPC doesn't support a second factor.",
    () => [fix('Use Auth Code', { grantType: 'AuthorizationCode', requirePkce: true })],
  ),
  code(
    '50053',
    'The account is locked after too many attempts',
    'Wait or unlock the account in Entra ID, then check the password.',
  ),
  code(
    '50055',
    "The account's password has expired",
    'Sign in once by hand and change the password, or use a test account whose password never expires.',
  ),
  code('50057', 'The account is disabled', 'Enable the account in Entra ID, or use another test account.'),
  code(
    '7000112',
    'The client is disabled in this tenant',
    'Enable sign-in for the application under Enterprise applications, Properties.',
  ),
  code(
    '900144',
    'The endpoint found no form in the request',
    'Check for a proxy that changes the body or its Content-Type. A token request is a form (application/x-www-form-urlencoded).',
  ),
  code(
    '50079',
    'The account must register a second factor',
    'Sign in once by hand, or exclude the test account from the Conditional Access policy.',
  ),
  code(
    '53003',
    'Conditional Access blocks the sign-in',
    "Find the Conditional Access policy in Entra ID's sign-in log, and exclude the test account or allow this location, device or client.",
  ),
  code('54005', 'The code was already used', 'Run the step again. A code is valid for one token request.'),
  code(
    '70008',
    'The code or refresh token has expired',
    "Sign in again. Codes are valid for ten minutes, and single-page applications' refresh tokens for 24 hours.",
  ),
  code(
    '700082',
    'The refresh token has expired',
    'No action needed: the grant runs again automatically. The token was unused for too long.',
  ),
  code('501481', "The code verifier doesn't match the challenge", 'Run the step again. Two sign-ins were mixed up.'),
  code(
    '700054',
    "The app can't issue ID tokens this way",
    'Use Auth Code with PKCE, or turn on ID tokens under Authentication, Implicit grant and hybrid flows.',
    () => [fix('Use Auth Code with PKCE', { grantType: 'AuthorizationCode', requirePkce: true })],
  ),
  code(
    '700025',
    'The client is public and sent a secret',
    "Clear the Client Secret, or turn off public client flows. Public clients can't use a secret.",
  ),
]
