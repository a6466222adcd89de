/** The ways to a token that an OAuth2 step knows (O1); the values of the file. */
export type GrantType = 'ClientCredentials' | 'AuthorizationCode' | 'Implicit' | 'DeviceCode' | 'ResourceOwnerPassword'
