import { exampleIn, isOAuth, itemsOf, member, membersOf, textOf, textsOf } from './fields.ts'
import type { Content, OAuthFlow, Parameter, RequestContent, SecurityScheme, Server } from './operation.ts'
import type { References } from './references.ts'
import { signedByAws } from './security.ts'

/** What Swagger 2.0 writes into a parameter or a header itself, and later versions into its schema. */
const notOfSchema = /^(name|in|description|required|collectionFormat|allowEmptyValue|schema|x-.*)$/

/** The schema of a parameter that is no body. */
export const schemaOfParameter = (parameter: unknown): unknown =>
  Object.fromEntries(membersOf(parameter).filter(([key]) => !notOfSchema.test(key)))

/** The servers of a 2.0 document: each scheme with its host and base path. */
export function swaggerServers(root: unknown, schemes: readonly string[]): Server[] {
  const host = textOf(root, 'host')
  const base = textOf(root, 'basePath').replace(/\/$/, '')
  if (host === '') return [{ url: base === '' ? '/' : base, description: '' }]
  const known = schemes.filter((scheme) => /^https?$/.test(scheme))
  return (known.length === 0 ? ['https'] : known.toSorted().toReversed()).map((scheme) => ({
    url: `${scheme}://${host}${base}`,
    description: '',
  }))
}

/** The body of a 2.0 operation: its parameter in `body`, or those in `formData`, in each media type that it consumes. */
export function swaggerBody(parameters: readonly unknown[], consumes: readonly string[]): RequestContent | undefined {
  const body = parameters.find((one) => textOf(one, 'in') === 'body')
  if (body !== undefined) {
    const types = consumes.length === 0 ? ['application/json'] : consumes
    const schema = member(body, 'schema')
    const example = exampleIn(body, (value) => value)
    const contents = types.map((type): Content => ({ type, schema, ...(example === undefined ? {} : { example }) }))
    return { required: member(body, 'required') === true, description: textOf(body, 'description'), contents }
  }
  const fields = parameters.filter((one) => textOf(one, 'in') === 'formData')
  if (fields.length === 0) return undefined
  const isFile = (one: unknown) => textOf(one, 'type') === 'file'
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((one) => [textOf(one, 'name'), isFile(one) ? { type: 'string', format: 'binary' } : schemaOfParameter(one)]),
    ),
    required: fields.filter((one) => member(one, 'required') === true).map((one) => textOf(one, 'name')),
  }
  const forms = consumes.filter((type) => /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type))
  const usual = fields.some(isFile) ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const types = forms.length === 0 || fields.some(isFile) ? [usual] : forms
  return { required: schema.required.length > 0, description: '', contents: types.map((type) => ({ type, schema })) }
}

/** The bodies of a 2.0 response, in each media type that it is produced in; undefined if it has none. */
export function swaggerContents(response: unknown, produces: readonly string[]): Content[] | undefined {
  const schema = member(response, 'schema')
  if (schema === undefined) return undefined
  const examples = member(response, 'examples')
  return (produces.length === 0 ? ['*/*'] : produces).map((type) => {
    const example = member(examples, type)
    return { type, schema: textOf(schema, 'type') === 'file' ? undefined : schema, ...(example === undefined ? {} : { example }) }
  })
}

/** A header of a 2.0 response. */
export const swaggerHeader = (name: string, header: unknown): Parameter => ({
  name,
  in: 'header',
  required: false,
  deprecated: false,
  description: textOf(header, 'description'),
  schema: schemaOfParameter(header),
  style: { style: 'simple', explode: false },
})

const flowNames: Record<string, OAuthFlow['flow']> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
  password: 'password',
  implicit: 'implicit',
}

/** The security schemes of a 2.0 document. */
export function swaggerSchemes(root: unknown, { follow }: References): SecurityScheme[] {
  return membersOf(member(root, 'securityDefinitions')).flatMap(([name, given]): SecurityScheme[] => {
    const { value: scheme } = follow(given)
    const common = { name, description: textOf(scheme, 'description') }
    const type = textOf(scheme, 'type')
    if (type === 'basic') return [{ ...common, type }]
    const signed = signedByAws(scheme)
    if (signed !== undefined) return [{ ...common, type: 'other', what: signed }]
    if (type === 'apiKey') {
      const place = textOf(scheme, 'in') === 'query' ? 'query' : 'header'
      return [{ ...common, type, in: place, parameter: textOf(scheme, 'name') }]
    }
    if (!isOAuth(type)) return [{ ...common, type: 'other', what: type }]
    const flow = flowNames[textOf(scheme, 'flow')] ?? 'clientCredentials'
    const scopes = membersOf(member(scheme, 'scopes')).map(([scope]) => scope)
    const urls = { authorizationUrl: textOf(scheme, 'authorizationUrl'), tokenUrl: textOf(scheme, 'tokenUrl') }
    return [{ ...common, type: 'oauth', metadataUrl: '', flows: [{ flow, ...urls, refreshUrl: '', deviceUrl: '', scopes }] }]
  })
}

/** A list of media types, the operation's own or the document's. */
export const mediaTypes = (operation: unknown, root: unknown, key: 'consumes' | 'produces'): string[] => {
  const own = member(operation, key)
  return textsOf(own === undefined ? member(root, key) : own)
}

/** The schemes of transport, the operation's own or the document's. */
export const transportOf = (operation: unknown, root: unknown): string[] => {
  const own = textsOf(member(operation, 'schemes'))
  return own.length > 0 ? own : textsOf(itemsOf(member(root, 'schemes')))
}
