/** What is said of an OAuth2 step that is not filled in yet. */
export const unset = {
  clientSecret: (grant: string) => `${grant} needs a client secret: type one, or refer to a variable.`,
  tokenEndpoint: 'There is neither a Discovery Endpoint nor a Token Endpoint.',
  clientId: 'The Client ID is empty.',
} as const
