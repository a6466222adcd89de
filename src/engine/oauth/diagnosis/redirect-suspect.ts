/** Milliseconds after which a sign-in that has not come back makes the redirect URI a suspect: time to see what the window shows. */
export const suspectAfter = 15_000

/** Why no response may ever come back from a sign-in, and what to do, the redirect URI first (RFC 6749 section 4.1.2.1). */
export const redirectSuspect = (redirectUri: string): string =>
  `If the window shows an error from the provider, register the redirect URI ${redirectUri} for this client exactly as shown ` +
  '(scheme, port, path, trailing slash), and check the Client ID. Some providers also stay on the page when the user declines.'
