import { grantFacts, type GrantType } from '#engine/oauth/grants/facts.ts'
import { canScript, endpointFields, endpointNames, type EndpointField } from '#engine/oauth/grants/grant-facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'

/** Parts of the editor that depend on the grant (O1, O2, O6 to O8, O10, O15). */
export interface GrantFields {
  refreshEndpoint: boolean
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
export function fieldsOf(grant: GrantType): GrantFields {
  const { person, client, pkce = false, protectsRequest = false, password = false, refreshes } = grantFacts[grant]
  const inWindow = person === 'window'
  return {
    refreshEndpoint: refreshes,
    redirectUri: inWindow,
    clientAuthentication: client !== 'unproven',
    pkce,
    jar: protectsRequest,
    par: protectsRequest,
    resourceOwner: password,
    automation: canScript(grantFacts[grant]),
    managed: inWindow,
    loginTimeout: person !== undefined,
  }
}

/** The client signs: assertions, by which it authenticates or requests a token, or its authorization requests. */
export const signsByKey = (step: Pick<OAuth2Step, 'grantType' | 'clientAuthMethod' | 'useJar' | 'jwtBearer'>): boolean =>
  step.clientAuthMethod === 'ClientAssertion' ||
  step.useJar ||
  (grantFacts[step.grantType].signs === true && !step.jwtBearer?.assertion)

/** Endpoints that discovery can fill, with their names in the editor. */
export const endpointTitles = Object.fromEntries(endpointNames.map((field) => [field, endpointFields[field].title])) as Readonly<
  Record<EndpointField, string>
>

/** The endpoints that a grant needs, in the order of the editor. */
export const endpointsOf = (grant: GrantType): EndpointField[] =>
  endpointNames.filter((key) => grantFacts[grant].endpoints.includes(key))
