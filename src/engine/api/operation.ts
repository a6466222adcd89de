import type { ParameterStyle } from './parameter-style.ts'

/** Where a parameter is. `body` and `formData` of Swagger 2.0 are a request body here. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** An operation as lists show it. */
export interface OperationHead {
  /** Its `operationId`, or `GET /orders/{id}` without one: unique in its document. What a check names. */
  key: string
  /** In capitals. */
  method: string
  /** `/orders/{id}`, as it is written. */
  path: string
  /** Its summary, its id, or method and path. */
  name: string
  description: string
  tags: readonly string[]
  deprecated: boolean
}

/** A parameter of a request, or a header of a response. */
export interface Parameter {
  name: string
  in: ParameterPlace
  required: boolean
  deprecated: boolean
  description: string
  /** As it is in the document; made a JSON Schema by `schema.ts`. Undefined: anything. */
  schema: unknown
  example?: unknown
  /** How lists and objects are written. */
  style: ParameterStyle
}

/** A body in one media type. */
export interface Content {
  /** `application/json`, also with `*`. */
  type: string
  schema: unknown
  example?: unknown
  /** How fields of a form are written that say it. */
  styles?: Readonly<Record<string, ParameterStyle>>
}

/** What a request sends. */
export interface RequestContent {
  required: boolean
  description: string
  contents: readonly Content[]
}

/** A response that is documented. */
export interface ResponseContent {
  /** `200`, `4XX`, `default`. */
  status: string
  description: string
  headers: readonly Parameter[]
  /** Undefined: nothing is said about a body. */
  contents: readonly Content[] | undefined
}

/** A scheme with the scopes that are asked of it. */
export interface NeededScheme {
  scheme: string
  scopes: readonly string[]
}

/** Everything that is known of an operation. */
export interface Operation extends OperationHead {
  parameters: readonly Parameter[]
  body: RequestContent | undefined
  responses: readonly ResponseContent[]
  /** Alternatives, each with the schemes that it needs together; an empty one means no one is asked. */
  security: readonly (readonly NeededScheme[])[]
  /** Addresses, their variables filled in; may be relative. */
  servers: readonly Server[]
}

/** Where an API answers. */
export interface Server {
  url: string
  description: string
}

/** A flow of OAuth 2, with the grant's name in the document. */
export interface OAuthFlow {
  flow: 'clientCredentials' | 'authorizationCode' | 'password' | 'implicit' | 'deviceAuthorization'
  authorizationUrl: string
  tokenUrl: string
  refreshUrl: string
  deviceUrl: string
  scopes: readonly string[]
}

/** How a client shows who it is. */
export type SecurityScheme = { name: string; description: string } & (
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; parameter: string }
  | { type: 'basic' | 'bearer' }
  | { type: 'oauth'; flows: readonly OAuthFlow[]; metadataUrl: string }
  | { type: 'openIdConnect'; url: string }
  | { type: 'other'; what: string }
)
