import { redirectSuspect } from './redirect-suspect.ts'
import { discovered, type Evidence } from './evidence.ts'
import { endedOnPage, isEmptyPage } from './discovery-facts.ts'
import { fix, scopeWithout, suspectScopes, withParameter } from './fixes.ts'
import { all, any, endedWith, isError, matchesText, ranked, shows } from './rank.ts'
import type { Fix } from '../step-settings.ts'
import type { Cause } from './cause.ts'

/** Pages of providers that reject the request itself: the codes of RFC 6749 section 4.1.2.1, and the pages of frameworks. */
const errorPage =
  /\bunauthorized client\b|\bOAuth ?Error\b|\b(invalid_request|unauthorized_client|invalid_client|unsupported_response_type|redirect_uri_mismatch|invalid_redirect(_uri)?|request_not_supported)\b|whitelabel error page|\binvalid request\b|\bbad request\b|request( you made)? (is|was) invalid|request for authorization was invalid|There was an unexpected error|\bapplication\b.{0,60}\bnot (authorized|registered)\b|invalid redirect\b|(invalid|mismatching|unknown|unregistered|wrong|missing).{0,20}(redirect.?ur[il]|client.?id)|\bunknown client\b|(retrieve|find|load|look up) (the )?client\b|client name is not valid|(redirect.?ur[il]|client.?id).{0,60}(invalid|malformed|not (match|valid|registered|allowed|found)|mismatch|unknown|does not|doesn't)/i

/** Pages of servers that have nothing at this path, and the response of those that don't even have a page. */
const missingPage =
  /\bcannot GET \/|\b404\b.{0,20}not found|\bpage not found\b|(^|")(404 )?not found\.?("|$)|(^|")404("|$)|\bpage you (were|are) looking for (doesn.t|does not|could not|couldn.t)\b|type=Not Found, status=404|\bno (handler|route) (for|matches)\b/im
const emptyNotFound = /responded with status 404\b.{0,40} and no content/

/** Such a page that is about the scope alone, in its code or in the sentence of RFC 6749 section 4.1.2.1. */
const scopePage =
  /\binvalid_scope\b|\bvalid scopes?\b|\b(requested )?scopes?\b.{0,30}(invalid|unknown|malformed|not (allowed|found|valid|supported))/i

const pageOfRedirectUri = /redirect(ion)?.?ur[il]|invalid redirect\b/i
const pageOfClient = /client.?id\b|\bunknown client\b|\bclient\b.{0,20}not (found|registered|exist)|find (the )?client\b/i

/** Pages that do not take what was typed into them, of whatever make. */
const credentialsPage =
  /\b(wrong|invalid|incorrect|bad|unknown|(unable|failed|could not) (to )?verify)\b[^.";]{0,30}\b(password|passcode|credentials|user ?name|e-?mail|user|account)\b|\b(password|credentials|user ?name|e-?mail|account)\b[^.";]{0,30}\b(wrong|invalid|incorrect|not (correct|found|recogni[sz]ed|valid)|(do|does|did)(n.t| not) (match|exist))\b|\b(login|sign.?in|(?<!client )authentication) (has )?failed\b|\b(check|enter) (your|the correct) (user ?name|e-?mail)\b|\blogin_failure\b/i

/** The script did all that it should. */
const afterLastAction = /^After the last action\b/

/** Pages that ask for a second factor, by their text or a field of theirs. */
const secondFactor =
  /\bapprove (a|the) (request|sign-?in)\b|\bverify your identity\b|\b(two|2)[- ](step|factor)\b|\bsecond factor\b|\bone-time password\b|\bmulti-?factor\b|\bauthenticator app\b/i
const codeField = /- textbox "[^"]*\b(one-?time|otp|totp|authenticator|verification|security|2fa|mfa)\b/i

const waitLonger = ({ settings }: Evidence): Fix[] =>
  settings && Number(settings.loginTimeout) < 600 ? [fix('Wait 10 minutes', { loginTimeout: 600 })] : []

/** A client's secret that goes into the header, where it goes at all. */
const secretInHeader = (settings: Evidence['settings']): boolean =>
  Boolean(settings?.clientSecret) && settings?.secretTransport !== 'body'

/** Sign-ins that ended without a response, and the pages on which scripts stopped. */
export const pageCauses: Cause[] = [
  {
    id: 'device-not-approved',
    when: all(endedWith('oauth-login-timeout'), ({ purpose, page }) => purpose === 'device-authorization' && page === ''),
    title: "The device wasn't approved in time",
    means: ({ settings }) =>
      "Run the step again, open the URL on the card and enter the code. If you did, check the provider's log for this code." +
      (secretInHeader(settings)
        ? ` If its last page shows invalid_client, set "Send secret in" to request body: some providers, such as dex, only accept a device's secret there.`
        : ''),
    fixes: (evidence) => [
      ...waitLonger(evidence),
      ...(secretInHeader(evidence.settings) ? [fix('Send it in the body', { secretTransport: 'body' })] : []),
    ],
    reference: 'RFC 8628 section 3.3',
  },
  {
    id: 'scope-refused-on-page',
    when: all(endedOnPage, shows(scopePage)),
    title: 'The provider stays on a page that rejects the scope',
    means: (evidence) => {
      const { list, isUnlisted } = suspectScopes(evidence)
      const suspect = isUnlisted ? ` Its discovery document doesn't list ${list}.` : ''
      return `Check the step's Scope, not the script: a value is misspelled, unknown, or not assigned to the client at the provider.${suspect} Requested: ${evidence.sent('scope') || '(none)'}.`
    },
    fixes: (evidence) => [
      ...scopeWithout(evidence, (word) => suspectScopes(evidence).words.includes(word)),
      { label: 'Edit scope', edit: 'scope' },
    ],
    reference: 'RFC 6749 section 3.3',
  },
  {
    id: 'offline-without-consent',
    when: all(
      endedOnPage,
      shows(/\bprompt\b|offline_access/i),
      ({ sent }) => /\boffline_access\b/.test(sent('scope') ?? '') && !/\bconsent\b/.test(sent('prompt') ?? ''),
    ),
    title: 'The provider requires consent for offline_access',
    means:
      'Add prompt=consent to the additional parameters. OpenID Connect Core 1.0 section 11 requires it with the offline_access scope.',
    fixes: (evidence) => withParameter(evidence, 'prompt', 'consent'),
    reference: 'OpenID Connect Core 1.0 section 11',
  },
  {
    id: 'parameters-beside-request',
    when: all(
      endedOnPage,
      shows(/missing.{0,40}\b(response_type|redirect_uri|scope)\b/i),
      ({ settings }) => settings?.useJar === true || settings?.usePar === true,
    ),
    title: 'The provider also requires parameters in the URL',
    means: (evidence) => {
      const missing =
        /missing.{0,40}\b(response_type|redirect_uri|scope)\b/i.exec(evidence.failure.message)?.[1] ?? 'response_type'
      const text = `Add ?${missing}=… to the Authorization Endpoint, or turn off Use JAR and Use PAR. This provider follows OpenID Connect Core 1.0 section 6, which also requires ${missing} in the URL; RFC 9101 section 5 and RFC 9126 section 4 don't.`
      return [...notAnnounced(evidence), text].join(' ')
    },
    fixes: ({ settings }) => [
      ...(settings?.useJar ? [fix('Without JAR', { useJar: false })] : []),
      ...(settings?.usePar ? [fix('Without PAR', { usePar: false })] : []),
    ],
    reference: 'OpenID Connect Core 1.0 section 6.1',
  },
  {
    id: 'authorization-not-found',
    when: ranked(
      'happened',
      all(
        endedOnPage,
        any(shows(missingPage), ({ failure }) => emptyNotFound.test(failure.message)),
      ),
    ),
    title: 'There is no authorization endpoint at this URL',
    means: 'Clear the Authorization Endpoint to use discovery, or compare it with the discovery document.',
    fixes: ({ settings }) =>
      settings?.authorizationEndpoint ? [fix('Take it from discovery', { authorizationEndpoint: '' })] : [],
    reference: 'RFC 6749 section 3.1',
  },
  {
    id: 'sign-in-refused-on-page',
    when: any(
      // A specific code of the page says more than that there is an error.
      ranked(
        'happened',
        all(endedOnPage, any(shows(errorPage), isEmptyPage), ({ error }) => error === '' || error === 'invalid_request'),
      ),
      all(endedOnPage, shows(pageOfClient), shows(pageOfRedirectUri)),
    ),
    title: (evidence) =>
      isEmptyPage(evidence)
        ? 'The provider rejected the sign-in request without a reason'
        : 'The provider stays on an error page',
    means: (evidence) => {
      const redirectUri = evidence.sent('redirect_uri')
      const register =
        redirectUri === undefined
          ? 'register the redirect URI for the client'
          : `register the redirect URI ${redirectUri} for the client exactly as sent (scheme, port, path, trailing slash)`
      const steps = [
        ...(evidence.settings?.useJar
          ? [
              'register the public key for the client and allow its algorithm for request objects (Keycloak: with Use PAR, Request object required must also accept a Request URI)',
            ]
          : []),
        'check the Client ID and its realm, tenant or environment',
        register,
        ...(evidence.settings?.useJar === false && discovered(evidence, 'request_parameter_supported') === true
          ? ['turn on Use JAR, if the client requires request objects']
          : []),
      ]
      return [
        `Most likely fix first: ${steps.join('; or ')}.`,
        "The page doesn't name the cause, but the script isn't at fault. See the run's screenshot.",
      ].join(' ')
    },
    reference: 'RFC 6749 section 4.1.2.1',
  },
  {
    id: 'captcha',
    when: shows(/^The page shows a captcha/),
    title: 'The page requires a captcha',
    means: ({ failure }) =>
      failure.hint ?? "Use a test account or client without a captcha, or sign in manually. Scripts can't solve captchas.",
    reference: 'RFC 6749 section 3.1',
  },
  {
    id: 'account-locked',
    title: 'The account is locked after too many attempts',
    means:
      'Unlock the account at the provider or wait, then check its password here. Each run with a wrong password locks it again.',
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'account-disabled',
    title: 'The account is disabled',
    means: 'Enable the account at the provider, or use another test account.',
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'password-change',
    title: 'The account must change its password first',
    means: "Sign in once by hand and change the password, or set one that isn't temporary, then update its value here.",
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'account-unfinished',
    title: 'The account must complete an action first',
    means:
      'Sign in once by hand and complete what the provider requires (verify the email, accept terms, set up a second factor), or use a test account without it.',
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'one-time-code',
    title: 'The provider rejected the one-time code',
    means:
      "Check the script's one-time password key, and this machine's clock (NTP): codes are valid for 30 s. The key must belong to this account and device.",
    reference: 'RFC 6238 section 5.2',
  },
  {
    id: 'user-code',
    when: all(
      ({ purpose }) => purpose === 'device-authorization',
      shows(
        /\b(invalid|incorrect|wrong|unknown|expired) (user |device )?code\b|\bcode\b[^".;]{0,20}\b(expired|invalid|incorrect|not valid|unknown)\b/i,
      ),
    ),
    title: 'The provider rejected the device code that was entered',
    means:
      'Run the step again: device codes expire within minutes. If it fails again, check that the script types ${userCode} unchanged, with its hyphen.',
    reference: 'RFC 8628 section 3.3',
  },
  {
    id: 'second-factor',
    when: ranked(
      'happened',
      all(
        endedOnPage,
        any(shows(secondFactor), ({ tree }) => codeField.test(tree)),
      ),
    ),
    title: 'The page requires a second factor',
    means:
      "Add a one-time password action with the key of this account to the script, or use a test account without a second factor. A script can't approve a sign-in in an app.",
    reference: 'RFC 6238 section 4',
  },
  {
    id: 'credentials-refused-on-page',
    when: any(
      // An error response that a page shows as JSON is about the request: "client credentials are invalid".
      all(endedOnPage, ({ error }) => error === '', shows(credentialsPage)),
      // The sign-in may end with a redirect: hashicorp/cap says "invalid password".
      all(({ purpose }) => purpose === 'authorization', isError('access_denied'), matchesText(credentialsPage)),
    ),
    title: 'The provider rejected the username or password',
    means:
      "Check the script's variables and secrets for mistakes and trailing spaces, and that the account belongs to this realm or tenant. After too many attempts, the account may be locked temporarily: see the run's screenshot.",
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'sign-in-shown-again',
    when: ranked(
      'happened',
      all(endedOnPage, ({ failure, tree }) => afterLastAction.test(failure.message) && /^\s*- '?textbox "pass/im.test(tree)),
    ),
    title: 'The page still shows the sign-in form, without a reason',
    means:
      "Check the script's username and password, and that the account can sign in by hand. If the script doesn't click the sign-in button, add that action. Some providers reject a sign-in without a message.",
    reference: 'OpenID Connect Core 1.0 section 3.1.2.3',
  },
  {
    id: 'script-stopped',
    when: ranked(
      'coded',
      all(endedOnPage, ({ page, error }) => page !== '' && error === ''),
    ),
    title: "The script doesn't match the page",
    means: ({ failure }) => failure.hint ?? 'Change the script to match the page, or step through it with Try.',
    reference: 'RFC 6749 section 3.1',
  },
  {
    id: 'page-empty',
    when: all(endedWith('oauth-script'), ({ failure }) => /\bThe page is empty\.$/.test(failure.message)),
    title: 'The sign-in ended on an empty page',
    means:
      "Check the provider's log first: the provider sent an empty page, or closed the connection while it handled the form. If the log shows no error, change the script to match the page.",
    reference: 'RFC 6749 section 3.1',
  },
  {
    id: 'no-callback',
    when: all(endedWith('oauth-login-timeout'), ({ page }) => page === ''),
    title: 'The sign-in returned no response',
    means: (evidence) =>
      [evidence.failure.hint ?? redirectSuspect(evidence.sent('redirect_uri') ?? ''), ...notAnnounced(evidence)].join(' '),
    fixes: waitLonger,
    reference: 'RFC 6749 section 3.1.2.4',
  },
]

/**
 * What the authorization request contains, and discovery does not announce (OpenID Connect Discovery 1.0 section 3): providers
 * that do not offer it seldom say so on the page where they stop.
 */
function notAnnounced(evidence: Evidence): string[] {
  const types = discovered(evidence, 'response_types_supported')
  const asked = evidence.sent('response_type')
  const words = (text: string): string => text.split(/\s+/).toSorted().join(' ')
  const isOffered = (type: string): boolean =>
    !Array.isArray(types) || types.some((one) => typeof one === 'string' && words(one) === words(type))
  return [
    ...(asked === undefined || !Array.isArray(types) || isOffered(asked)
      ? []
      : [`Discovery lists the response types ${types.join(', ')}, but the request has response_type=${asked}.`]),
    ...(evidence.settings?.useJar && discovered(evidence, 'request_parameter_supported') !== true && types !== undefined
      ? ["Try turning off Use JAR: discovery doesn't announce request objects (request_parameter_supported)."]
      : []),
  ]
}
