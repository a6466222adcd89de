/** Milliseconds after which a sign-in that has not come back makes the redirect URI a suspect: time to see what the window shows. */
export const suspectAfter = 15_000

/** Why no answer may ever come back from a sign-in, and what to do, the redirect URI first (RFC 6749 section 4.1.2.1). */
export const redirectSuspect = (redirectUri: string): string =>
  `If the window shows an error of the provider, it never redirects: the redirect URI ${redirectUri} is not registered for this client there, ` +
  'to the letter (scheme, port, path, slash at the end). Register it exactly so. The Client ID is the next suspect; some providers also stay there when the person declines.'
