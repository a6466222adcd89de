import type { GrantType } from './grants/facts.ts'
import type { EndpointField } from './grants/grant-facts.ts'

/** What a negative test does wrong on purpose. */
type Fault = 'none' | 'replay-code' | 'wrong-verifier' | 'wrong-secret'

/**
 * Settings that are values of the same type in every shape of an OAuth2 step: in the file, where strings can hold variables, and
 * resolved for a run (`OAuthSettings`). The step's schema is checked against {@link StepSettings}, and {@link StepPatch} follows
 * from it, so that a new setting is named here, in the schema and where it is resolved.
 */
export interface SharedSettings extends Record<EndpointField, string> {
  grantType: GrantType
  discoveryEndpoint: string
  /** Used for refreshing instead of the token endpoint, if not empty (case 36). */
  refreshEndpoint: string
  issuer: string
  /** Empty: the client is unknown to the provider, and the request has no `client_id`. */
  clientId: string
  secretTransport: 'body' | 'basic' | 'basic-raw'
  scope: string
  /** RFC 8707 resource indicators. */
  resource: readonly string[]
  requirePkce: boolean
  /** Push the authorization request to the provider first (RFC 9126). */
  usePar: boolean
  /** Bind the token to a key (RFC 9449). */
  enableDpop: boolean
  username: string
  /** Seconds. */
  clockTolerance: number
  strict: boolean
  fault: Fault
}

/** What of an OAuth2 step a diagnosis or an advice looks at; a step can be passed directly. */
export interface StepSettings extends SharedSettings {
  clientAuthMethod: 'SharedSecret' | 'ClientAssertion' | 'ClientCertificate'
  clientSecret?: unknown
  privateKeyJwt?: { audience: string } | undefined
  jwtBearer?: { audience: string } | undefined
  useJar: boolean
  additionalParameters: readonly { name: string; value: string }[]
  forceReauthentication: boolean
  /** A number, or a string with variables. */
  loginTimeout: number | string
}

/**
 * Keys of an OAuth2 step with the values that they should get, laid over the step unchanged; those that are objects are laid over
 * the key's own members. What only the user can enter isn't among them.
 */
export type StepPatch = Partial<
  Omit<StepSettings, 'clientId' | 'clientSecret' | 'clientAuthMethod' | 'username' | 'resource' | 'fault'>
>

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
