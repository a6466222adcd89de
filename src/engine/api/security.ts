import { isOAuth, itemsOf, member, membersOf, textOf, textsOf } from './fields.ts'
import type { NeededScheme, OAuthFlow, SecurityScheme } from './operation.ts'
import type { References } from './references.ts'

const flowNames = ['clientCredentials', 'authorizationCode', 'password', 'implicit', 'deviceAuthorization'] as const

/** The security schemes of a 3.x document. */
export function securitySchemes(root: unknown, { follow }: References): SecurityScheme[] {
  return membersOf(member(member(root, 'components'), 'securitySchemes')).flatMap(([name, given]): SecurityScheme[] => {
    const { value: scheme } = follow(given)
    // One that is in a part of the document that is not there is as one that is not described.
    return scheme === undefined ? [] : [schemeOf(name, scheme)]
  })
}

/** What descriptions of API Gateway write beside a header that isn't a key, but a signature of the request. */
export function signedByAws(scheme: unknown): string | undefined {
  const what = textOf(scheme, 'x-amazon-apigateway-authtype')
  return /^awsSigv4$/i.test(what) ? what : undefined
}

function schemeOf(name: string, scheme: unknown): SecurityScheme {
  const common = { name, description: textOf(scheme, 'description') }
  // Documents write `HTTP` and `ApiKey` too.
  const type = typeOf(textOf(scheme, 'type'))
  const place = textOf(scheme, 'in')
  const signed = signedByAws(scheme)
  if (signed !== undefined) return { ...common, type: 'other', what: signed }
  if (type === 'apiKey')
    return {
      ...common,
      type,
      in: place === 'query' || place === 'cookie' ? place : 'header',
      parameter: textOf(scheme, 'name'),
    }
  if (type === 'http') {
    const how = textOf(scheme, 'scheme').toLowerCase()
    return how === 'basic' || how === 'bearer' ? { ...common, type: how } : { ...common, type: 'other', what: `http ${how}` }
  }
  if (type === 'openIdConnect') return { ...common, type, url: textOf(scheme, 'openIdConnectUrl') }
  if (!isOAuth(type)) return { ...common, type: 'other', what: type }
  const flows = flowNames.flatMap((flow) => flowOf(flow, member(member(scheme, 'flows'), flow)))
  return { ...common, type: 'oauth', flows, metadataUrl: textOf(scheme, 'oauth2MetadataUrl') }
}

const types = ['apiKey', 'http', 'openIdConnect', 'oauth2', 'mutualTLS'] as const

const typeOf = (written: string): string => types.find((type) => type.toLowerCase() === written.toLowerCase()) ?? written

function flowOf(flow: OAuthFlow['flow'], given: unknown): OAuthFlow[] {
  if (given === undefined) return []
  const scopes = membersOf(member(given, 'scopes')).map(([scope]) => scope)
  const urls = {
    authorizationUrl: textOf(given, 'authorizationUrl'),
    tokenUrl: textOf(given, 'tokenUrl'),
    refreshUrl: textOf(given, 'refreshUrl'),
    deviceUrl: textOf(given, 'deviceAuthorizationUrl'),
  }
  return [{ flow, ...urls, scopes }]
}

const asksInHeader = (given: unknown): boolean =>
  textOf(given, 'in') === 'header' &&
  textOf(given, 'name').toLowerCase() === 'authorization' &&
  member(given, 'required') === true

/**
 * What an operation needs that has its credentials as a parameter `Authorization`, and says nothing of security: many generators write that, although OpenAPI
 * 3.1.0 (4.8.12.2) gives such a parameter no meaning.
 */
export const toldInParameters = (
  operation: unknown,
  root: unknown,
  given: readonly unknown[],
  schemes: readonly SecurityScheme[],
): NeededScheme[][] => {
  const said = securityOf(operation, root)
  const isSaid = member(operation, 'security') !== undefined || said.length > 0
  return isSaid || !given.some(asksInHeader) ? said : [[{ scheme: authorizing(schemes)?.name ?? ownScheme.name, scopes: [] }]]
}

/** The scheme that such parameters stand for, where a document describes none. */
const ownScheme: SecurityScheme = { name: 'Authorization', description: '', type: 'bearer' }

/** What a document describes that goes into this header. */
const authorizing = (schemes: readonly SecurityScheme[]): SecurityScheme | undefined =>
  schemes.find(
    (one) =>
      one.type === 'bearer' || (one.type === 'apiKey' && one.in === 'header' && one.parameter.toLowerCase() === 'authorization'),
  )

/** The schemes of a document, and the one that parameters `Authorization` stand for. */
export const withToldScheme = (schemes: SecurityScheme[], parameters: () => readonly unknown[]): SecurityScheme[] =>
  authorizing(schemes) || !parameters().some(asksInHeader) ? schemes : [...schemes, ownScheme]

/** The alternatives of a `security` list, the operation's own or the document's. */
function securityOf(operation: unknown, root: unknown): NeededScheme[][] {
  const own = member(operation, 'security')
  return itemsOf(own === undefined ? member(root, 'security') : own).map((alternative) =>
    membersOf(alternative).map(([scheme, scopes]) => ({ scheme, scopes: textsOf(scopes) })),
  )
}
