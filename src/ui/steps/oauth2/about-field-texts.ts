import type { AboutField } from '../../components/about.tsx'

/** What the fields of an OAuth2 step are, by their labels, in a sentence with the standard that says so. */
export const aboutFieldTexts: Readonly<Record<string, AboutField>> = {
  'Discovery Endpoint': {
    text: 'The address at which the provider describes itself: from there all other endpoints and what it can do are read.',
    reference: 'OpenID Connect Discovery 1.0 section 4, RFC 8414 section 3',
  },
  'Token Endpoint': {
    text: 'Where the client asks for a token, with a grant and a proof of who it is.',
    reference: 'RFC 6749 section 3.2',
  },
  'Refresh Endpoint': {
    text: 'Where a refresh token is exchanged for a new access token; nearly always the token endpoint.',
    reference: 'RFC 6749 section 6',
  },
  'Authorization Endpoint': {
    text: 'The page of the provider at which a person signs in and agrees.',
    reference: 'RFC 6749 section 3.1',
  },
  'Device Authorization Endpoint': {
    text: 'Where a device without a browser asks for the code that a person enters elsewhere.',
    reference: 'RFC 8628 section 3.1',
  },
  Issuer: {
    text: 'The name of the provider, as its tokens and its description say it, character by character.',
    reference: 'RFC 9207 section 2',
  },
  'Redirect URI': {
    text: 'Where the provider sends the browser back to after the sign-in. It has to be registered for the client exactly like this.',
    reference: 'RFC 6749 section 3.1.2, RFC 9700 section 2.1',
  },
  'Client ID': {
    text: 'The name under which the application is registered at the provider. It is no secret.',
    reference: 'RFC 6749 section 2.2',
  },
  'Client Auth Method': {
    text: 'How the client proves to the token endpoint who it is: by a secret, by a signed JWT, by a certificate, or not at all, if it is public.',
    reference: 'RFC 6749 section 2.3, RFC 7523 section 2.2',
  },
  'Client Assertion Type': {
    text: 'What kind of proof the client sends in place of a secret: a JWT that it signed.',
    reference: 'RFC 7521 section 4.2',
  },
  'Client Secret': {
    text: 'The password of the application. It is kept in the vault of this browser, not in the file.',
    reference: 'RFC 6749 section 2.3.1',
  },
  'Send secret in': {
    text: 'In the Authorization header (client_secret_basic), or among the form fields (client_secret_post). Providers often take one of both only.',
    reference: 'RFC 6749 section 2.3.1',
  },
  'Open encrypted ID tokens': {
    text: 'The private key with which ID tokens are opened that the provider encrypts for this client (id_token_encrypted_response_alg).',
    reference: 'OpenID Connect Core 1.0 section 10.2, RFC 7516',
  },
  Scope: {
    text: 'What the token shall allow, as names that the provider defines, separated by blanks; openid asks for an ID token too.',
    reference: 'RFC 6749 section 3.3',
  },
  Username: {
    text: 'The person as whom the token is asked for. Sending passwords through a client is advised against.',
    reference: 'RFC 9700 section 2.4',
  },
  Password: {
    text: 'Sent to the token endpoint as it is. It is kept in the vault of this browser.',
    reference: 'RFC 6749 section 4.3',
  },
  'Require PKCE': {
    text: 'The client sends a hash of a random text when the login begins, and the text itself with the code: a stolen code is of no use.',
    reference: 'RFC 7636 section 1.1',
  },
  'Use JAR': {
    text: 'The request for the login is a signed JWT: on its way through the browser nobody can change it.',
    reference: 'RFC 9101 section 4',
  },
  'Use PAR': {
    text: 'The client sends the request for the login to the provider beforehand; the browser carries a short reference to it only.',
    reference: 'RFC 9126 section 1',
  },
  'Enable DPoP': {
    text: 'The token is bound to a key, and each use proves that its user has that key: a stolen token is of no use.',
    reference: 'RFC 9449 section 1',
  },
  'Resource Indicators': {
    text: 'The APIs that the token shall be for; a token for one API is refused by another.',
    reference: 'RFC 8707 section 2',
  },
  'Clock Tolerance': {
    text: 'How far the clocks of the provider and of this machine may differ when times in tokens are checked.',
    reference: 'RFC 7519 section 4.1.4',
  },
  'Force Re-Authentication': {
    text: 'The cached token is not used, and the provider is asked to sign the person in anew (prompt=login).',
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  'Login Timeout': {
    text: 'How long the step waits for the person; a device is asked for no longer than its code lives, either.',
    reference: 'RFC 8628 section 3.2',
  },
  'Automation Script': {
    text: 'Actions that sign in as the person would, in a browser of this machine, so that nobody has to be there.',
  },
  'Variable Name': {
    text: 'The variable that holds the access token for the steps after it. With an ending it gives what came with it: .id_token, .expires_at, .scope.',
    reference: 'RFC 6749 section 5.1',
  },
  Strict: {
    text: 'Answers that break a standard are refused; without it they are understood where their meaning is clear, with a warning.',
    reference: 'RFC 6749 section 5.1',
  },
  Fault: {
    text: 'The step does something that the provider has to refuse, to test that it does.',
    reference: 'RFC 9700 section 2.1, RFC 7636 section 4.6',
  },
  'Expected Error': {
    text: 'The error with which the provider has to refuse; with any other answer the step fails.',
    reference: 'RFC 6749 section 5.2',
  },
}
