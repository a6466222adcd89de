import type { GrantType } from './grants/facts.ts'

/** Keys of an OAuth2 step with the values that they should get; laid over the step unchanged. */
export interface StepPatch {
  grantType?: GrantType
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
  /** Laid over its members as well. */
  jwtBearer?: { audience: string }
}

/** What of an OAuth2 step a diagnosis or an advice looks at; a step can be passed directly. */
export interface StepSettings {
  grantType: GrantType
  discoveryEndpoint: string
  tokenEndpoint: string
  refreshEndpoint: string
  authorizationEndpoint: string
  deviceAuthorizationEndpoint: string
  issuer: string
  clientId: string
  clientAuthMethod: 'SharedSecret' | 'ClientAssertion' | 'ClientCertificate'
  clientSecret?: unknown
  secretTransport: NonNullable<StepPatch['secretTransport']>
  privateKeyJwt?: { audience: string } | undefined
  jwtBearer?: { audience: string } | undefined
  scope: string
  resource: readonly string[]
  requirePkce: boolean
  useJar: boolean
  usePar: boolean
  enableDpop: boolean
  additionalParameters: readonly { name: string; value: string }[]
  forceReauthentication: boolean
  /** A number, or a string with variables. */
  loginTimeout: number | string
  clockTolerance: number
  strict: boolean
}

/** A field of the step that a user has to look at. */
export type EditedField = 'clientSecret' | 'clientId' | 'scope' | 'password'

/** What a button can do about a failure; its label is short: `Send it in the body`. */
export type Fix =
  /** Changes the step. */
  | { label: string; change: StepPatch }
  /** Goes to the field that only the user can fill in. */
  | { label: string; edit: EditedField }

/** One thing that current practice says about the settings of a step. */
export interface Advice {
  /** Stable: `implicit`. */
  id: string
  /** What is so, as a headline without a full stop. */
  title: string
  /** Why it matters and what to use instead. */
  text: string
  /** Where it is written. */
  reference: string
  /** A change of the step that follows the advice, where one is enough. */
  fix?: { label: string; change: StepPatch }
}
