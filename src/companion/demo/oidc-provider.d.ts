/**
 * The parts of oidc-provider that the demo uses. They are imported by their files: the package's front door prints a
 * warning on Node 20, and its in-memory adapter prints one when it is used by default.
 */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface OidcClient {
    clientId: string
    clientAuthMethod: string
    grantTypeAllowed(type: string): boolean
  }

  export interface OidcContext {
    body: unknown
    type: string
    oidc: {
      client: OidcClient
      params: Record<string, string | undefined>
      provider: Provider
      requestParamScopes: Set<string>
      session: { accountId?: string; grantIdFor(clientId: string): string | undefined }
      result?: { consent?: { grantId?: string } }
      entity(name: string, value: unknown): void
    }
  }

  export interface OidcGrant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  export interface OidcToken {
    scope?: string
    resourceServer?: unknown
    expiration: number
    tokenType: string
    save(): Promise<string>
  }

  export interface OidcIdToken {
    scope: string
    issue(options: { use: 'idtoken' }): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    registerGrantType(name: string, handler: (ctx: OidcContext) => Promise<void>, parameters: string[]): void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ uid: string; prompt: { name: string }; params: Record<string, unknown> }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: string, listener: (...args: unknown[]) => void): this
    Grant: { new (fields: object): OidcGrant; find(id: string): Promise<OidcGrant | undefined> }
    AccessToken: new (fields: object) => OidcToken
    RefreshToken: new (fields: object) => OidcToken
    IdToken: new (claims: object, options: { ctx: OidcContext }) => OidcIdToken
    ResourceServer: new (identifier: string, info: object) => unknown
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** An adapter with its own store, so that two providers in one process share nothing. */
  export function createMemoryAdapter(): (model: string) => object
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  /** An error whose description reaches the client. */
  export class CustomOIDCProviderError extends Error {
    constructor(error: string, description: string)
  }
  export class InvalidRequest extends Error {
    constructor(detail: string)
  }
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  export function base(): { remove(name: string): void }
}
