/** Messages about an OAuth2 step that is not filled in yet. */
export const unset = {
  clientSecret: (grant: string) => `${grant} needs a client secret: enter one or use a variable.`,
  tokenEndpoint: 'Enter a Discovery Endpoint or a Token Endpoint.',
  clientId: 'Enter a Client ID.',
} as const
