/** Names of the grants (O1). */
export const grantTitles = {
  ClientCredentials: 'Client Credentials',
  AuthorizationCode: 'Auth Code',
  Implicit: 'Implicit',
  DeviceCode: 'Device Code',
  ResourceOwnerPassword: 'ROPC',
} as const
