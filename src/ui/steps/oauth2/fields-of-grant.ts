import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'

type Grant = OAuth2Step['grantType']

/** Parts of the editor that depend on the grant (O1, O2, O6 to O8, O10, O15). */
export interface GrantFields {
  tokenEndpoint: boolean
  refreshEndpoint: boolean
  authorizationEndpoint: boolean
  deviceAuthorizationEndpoint: boolean
  redirectUri: boolean
  clientAuthentication: boolean
  pkce: boolean
  jar: boolean
  par: boolean
  resourceOwner: boolean
  automation: boolean
  /** Values that the step makes for the authorization request itself. */
  managed: boolean
  loginTimeout: boolean
}

/** Which fields a grant has. */
export function fieldsOf(grant: Grant): GrantFields {
  const code = grant === 'AuthorizationCode'
  const implicit = grant === 'Implicit'
  const device = grant === 'DeviceCode'
  return {
    tokenEndpoint: !implicit,
    refreshEndpoint: !implicit,
    authorizationEndpoint: code || implicit,
    deviceAuthorizationEndpoint: device,
    redirectUri: code || implicit,
    clientAuthentication: !implicit,
    pkce: code || implicit,
    jar: code,
    par: code,
    resourceOwner: grant === 'ResourceOwnerPassword',
    automation: code || implicit || device,
    managed: code || implicit,
    loginTimeout: code || implicit || device,
  }
}

/** Endpoints that discovery can fill, with their names in the editor. */
export const endpointTitles = {
  tokenEndpoint: 'Token Endpoint',
  authorizationEndpoint: 'Authorization Endpoint',
  deviceAuthorizationEndpoint: 'Device Authorization Endpoint',
} as const
/** See {@link endpointTitles}. */
export type EndpointKey = keyof typeof endpointTitles

/** The endpoints that a grant needs, in the order of the editor. */
export const endpointsOf = (grant: Grant): EndpointKey[] => {
  const fields = fieldsOf(grant)
  return (['tokenEndpoint', 'authorizationEndpoint', 'deviceAuthorizationEndpoint'] as const).filter((key) => fields[key])
}
