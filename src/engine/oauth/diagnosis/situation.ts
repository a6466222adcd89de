import type { Evidence } from './evidence.ts'

/** Keys of an OAuth2 step with the values that they should get; laid over the step as it is. */
export interface StepPatch {
  grantType?: 'ClientCredentials' | 'AuthorizationCode' | 'Implicit' | 'DeviceCode' | 'ResourceOwnerPassword'
  discoveryEndpoint?: string
  tokenEndpoint?: string
  refreshEndpoint?: string
  authorizationEndpoint?: string
  deviceAuthorizationEndpoint?: string
  issuer?: string
  secretTransport?: 'body' | 'basic' | 'basic-raw'
  scope?: string
  requirePkce?: boolean
  useJar?: boolean
  usePar?: boolean
  enableDpop?: boolean
  additionalParameters?: { name: string; value: string }[]
  forceReauthentication?: boolean
  loginTimeout?: number
  clockTolerance?: number
  strict?: boolean
  /** Laid over the key's own members. */
  privateKeyJwt?: { audience: string }
}

/** What of an OAuth2 step a diagnosis or an advice looks at; a step fits as it is. */
export interface StepSettings {
  grantType: NonNullable<StepPatch['grantType']>
  discoveryEndpoint: string
  tokenEndpoint: string
  refreshEndpoint: string
  authorizationEndpoint: string
  deviceAuthorizationEndpoint: string
  issuer: string
  clientId: string
  clientAuthMethod: 'SharedSecret' | 'ClientAssertion'
  clientSecret?: unknown
  secretTransport: NonNullable<StepPatch['secretTransport']>
  privateKeyJwt?: { audience: string } | undefined
  scope: string
  resource: readonly string[]
  requirePkce: boolean
  useJar: boolean
  usePar: boolean
  enableDpop: boolean
  additionalParameters: readonly { name: string; value: string }[]
  forceReauthentication: boolean
  /** A number, or a text with variables. */
  loginTimeout: number | string
  clockTolerance: number
  strict: boolean
}

/** A change of the step that a button can make. */
export interface Fix {
  /** Short, as a button says it: `Send it in the body`. */
  label: string
  change: StepPatch
}

/** One known situation: how it is recognised, what it means, what can be changed. */
export interface Situation {
  /** Stable, for tests and records: `wrong-redirect-uri`. */
  id: string
  /** The first situation of the list for which this holds is the diagnosis. */
  when(evidence: Evidence): boolean
  /** What happened, as a headline without a full stop. */
  title: string
  /** What it most probably means and what to do about it, in sentences. */
  means: string | ((evidence: Evidence) => string)
  /** The most likely one first. Only what differs from the settings is offered. */
  fixes?(evidence: Evidence): Fix[]
  /** RFC and section, or the provider's own page. */
  reference: string
}
