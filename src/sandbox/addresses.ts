/** Where the sandbox of an app answers: its provider's issuer and its API. `app` ends with a slash. */
export const sandboxAt = (app: string): { provider: string; api: string } => ({
  provider: new URL('sandbox', app).href,
  api: new URL('sandbox/api', app).href,
})
