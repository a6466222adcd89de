import type { AboutField } from '../../components/about/about-field.ts'

/** What the fields of an OAuth2 step are, by their labels, in a sentence with the standard that says so. */
export const aboutFieldTexts: Readonly<Record<string, AboutField>> = {
  'Discovery Endpoint': {
    text: "The URL of the provider's metadata: its endpoints and supported features.",
    reference: 'OpenID Connect Discovery 1.0 section 4, RFC 8414 section 3',
  },
  'Token Endpoint': {
    text: 'Where the client exchanges a grant for a token and authenticates itself.',
    reference: 'RFC 6749 section 3.2',
  },
  'Refresh Endpoint': {
    text: 'Where a refresh token is exchanged for a new access token. Usually the token endpoint.',
    reference: 'RFC 6749 section 6',
  },
  'Authorization Endpoint': {
    text: "The provider's page where the user signs in and gives consent.",
    reference: 'RFC 6749 section 3.1',
  },
  'Device Authorization Endpoint': {
    text: 'Where a device without a browser requests the code that the user enters on another device.',
    reference: 'RFC 8628 section 3.1',
  },
  Issuer: {
    text: "The provider's identifier, exactly as in its tokens and metadata.",
    reference: 'RFC 9207 section 2',
  },
  'Redirect URI': {
    text: 'Where the provider returns the browser after sign-in. Register exactly this URL for the client.',
    reference: 'RFC 6749 section 3.1.2, RFC 9700 section 2.1',
  },
  'Client ID': {
    text: "The application's identifier at the provider. It isn't a secret.",
    reference: 'RFC 6749 section 2.2',
  },
  'Client Auth Method': {
    text: 'How the client authenticates at the token endpoint: secret, signed JWT, certificate, or nothing for public clients.',
    reference: 'RFC 6749 section 2.3, RFC 7523 section 2.2',
  },
  'Client Assertion Type': {
    text: 'The type of proof sent instead of a secret: a JWT signed by the client.',
    reference: 'RFC 7521 section 4.2',
  },
  'Client Secret': {
    text: "The application's password. Stored in this browser's vault, not in the file.",
    reference: 'RFC 6749 section 2.3.1',
  },
  'Send secret in': {
    text: 'In the Authorization header (client_secret_basic) or in the form (client_secret_post). Many providers accept only one.',
    reference: 'RFC 6749 section 2.3.1',
  },
  'Decrypt ID tokens': {
    text: 'The private key that decrypts ID tokens encrypted for this client (id_token_encrypted_response_alg).',
    reference: 'OpenID Connect Core 1.0 section 10.2, RFC 7516',
  },
  Scope: {
    text: 'What the token should allow, as names separated by spaces. openid also requests an ID token.',
    reference: 'RFC 6749 section 3.3',
  },
  Username: {
    text: 'The user to sign in as. RFC 9700 advises against sending passwords through a client.',
    reference: 'RFC 9700 section 2.4',
  },
  Password: {
    text: "Sent to the token endpoint. Stored in this browser's vault.",
    reference: 'RFC 6749 section 4.3',
  },
  Assertion: {
    text: 'A signed JWT that is exchanged for a token, from the provider or from a service that it trusts.',
    reference: 'RFC 7523 section 2.1',
  },
  'Issuer (iss)': {
    text: "Who signs the assertion: for Google the service account's email, for Salesforce the Client ID.",
    reference: 'RFC 7523 section 3',
  },
  'Subject (sub)': {
    text: 'The user or account that the token is for. Most providers require it.',
    reference: 'RFC 7523 section 3',
  },
  'Audience (aud)': {
    text: 'The provider that the assertion is for: its token endpoint, its issuer, or a value from its documentation.',
    reference: 'RFC 7523 section 3',
  },
  Lifetime: {
    text: 'How long the assertion is valid. Many providers accept at most 5 minutes, Google 1 hour.',
    reference: 'RFC 7523 section 3',
  },
  'More claims': {
    text: 'Claims to add to the assertion or to replace in it. The scope is also a claim.',
    reference: 'RFC 7523 section 3',
  },
  'Subject token': {
    text: 'The token to exchange. The new token is issued for its subject.',
    reference: 'RFC 8693 section 2.1',
  },
  'Subject token type': {
    text: 'What kind of token it is. Providers reject a token of a different type.',
    reference: 'RFC 8693 section 3',
  },
  'Actor token': {
    text: 'Who acts for the subject, if it is not the client. The new token then has an act claim (delegation).',
    reference: 'RFC 8693 section 1.1',
  },
  'Actor token type': {
    text: 'What kind of token the actor token is.',
    reference: 'RFC 8693 section 3',
  },
  'Requested token type': {
    text: 'What kind of token to issue, such as an access token for another API, or an ID token.',
    reference: 'RFC 8693 section 2.1',
  },
  'Target audience': {
    text: 'The services that the new token is for, by the names that the provider knows, such as a Client ID.',
    reference: 'RFC 8693 section 2.1',
  },
  'Backchannel Authentication Endpoint': {
    text: 'Where the client starts a sign-in that the user approves on their own device.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7',
  },
  'Login hint': {
    text: 'The user who approves: an email, phone number or username, as the provider expects it.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7.1',
  },
  'Login hint token': {
    text: 'A signed token that identifies the user, as the provider specifies it.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7.1',
  },
  'ID token hint': {
    text: 'An ID token from an earlier sign-in by the user, such as ${access_token.id_token}.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7.1',
  },
  'Binding message': {
    text: 'A short text that the device shows, so that the user recognizes the request.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7.1',
  },
  'User code': {
    text: 'A code that the user chose at the provider to prevent unexpected requests.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7.1',
  },
  'ACR values': {
    text: 'How strongly the user must be authenticated, as names that the provider defines.',
    reference: 'OpenID Connect CIBA Core 1.0 section 7.1',
  },
  'Require PKCE': {
    text: 'Sends a hash with the authorization request and the original value with the code, so a stolen code is useless.',
    reference: 'RFC 7636 section 1.1',
  },
  'Use JAR': {
    text: "Sends the authorization request as a signed JWT, so it can't be changed in transit.",
    reference: 'RFC 9101 section 4',
  },
  'Use PAR': {
    text: 'Sends the authorization request directly to the provider. The browser carries only a reference.',
    reference: 'RFC 9126 section 1',
  },
  'Enable DPoP': {
    text: 'Binds the token to a key. Each use proves possession of it, so a stolen token is useless.',
    reference: 'RFC 9449 section 1',
  },
  'Resource Indicators': {
    text: 'The APIs that the token is for. Other APIs reject it.',
    reference: 'RFC 8707 section 2',
  },
  'Clock Tolerance': {
    text: "How far the provider's clock and this machine's may differ when token times are checked.",
    reference: 'RFC 7519 section 4.1.4',
  },
  'Force Re-Authentication': {
    text: 'Ignores the cached token and makes the user sign in again (prompt=login).',
    reference: 'OpenID Connect Core 1.0 section 3.1.2.1',
  },
  'Login Timeout': {
    text: 'How long to wait for the user. Device polling also ends when the device code expires.',
    reference: 'RFC 8628 section 3.2',
  },
  'Automation Script': {
    text: 'Actions that sign in automatically in a browser on this machine.',
  },
  'Variable Name': {
    text: 'The variable for the access token. Add .id_token, .expires_at or .scope to read the rest of the response.',
    reference: 'RFC 6749 section 5.1',
  },
  Strict: {
    text: 'Rejects responses that violate a standard. When off, responses with a clear meaning are accepted with a warning.',
    reference: 'RFC 6749 section 5.1',
  },
  Fault: {
    text: 'A deliberate error that the provider must reject.',
    reference: 'RFC 9700 section 2.1, RFC 7636 section 4.6',
  },
  'Expected Error': {
    text: 'The error that the provider must return. Any other response fails the step.',
    reference: 'RFC 6749 section 5.2',
  },
}
