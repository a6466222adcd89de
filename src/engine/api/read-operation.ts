import { exampleIn, itemsOf, member, membersOf, textOf, textsOf } from './fields.ts'
import type {
  Content,
  Operation,
  OperationHead,
  Parameter,
  ParameterPlace,
  RequestContent,
  ResponseContent,
  SecurityScheme,
  Server,
} from './operation.ts'
import { styleOf, type ParameterStyle } from './parameter-style.ts'
import type { References } from './references.ts'
import { toldInParameters } from './security.ts'
import {
  mediaTypes,
  schemaOfParameter,
  swaggerBody,
  swaggerContents,
  swaggerHeader,
  swaggerServers,
  transportOf,
} from './swagger.ts'

/** A document as operations are read from it. */
export interface DocumentParts {
  root: unknown
  /** Swagger 2.0. */
  swagger: boolean
  references: References
  /** What its operations may need. */
  schemes: readonly SecurityScheme[]
}

/** An operation and the places that it is made of. */
export interface OperationPlace {
  head: OperationHead
  item: unknown
  operation: unknown
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** All operations of a document, in its order. */
export function* operationPlaces({ root, references }: Pick<DocumentParts, 'root' | 'references'>): Generator<OperationPlace> {
  for (const [path, given] of membersOf(member(root, 'paths'))) {
    const { value: item } = references.follow(given)
    const further = membersOf(member(item, 'additionalOperations'))
    const usual = membersOf(item).filter(([method]) => methods.has(method))
    for (const [method, operation] of [...usual.map(([name, one]) => [name.toUpperCase(), one] as const), ...further]) {
      if (typeof operation !== 'object' || operation === null) continue
      yield { head: headOf(method, path, item, operation), item, operation }
    }
  }
}

function headOf(method: string, path: string, item: unknown, operation: unknown): OperationHead {
  const id = textOf(operation, 'operationId').trim()
  const summary = (textOf(operation, 'summary') || textOf(item, 'summary')).replace(/\s+/g, ' ').trim()
  return {
    key: id || `${method} ${path}`,
    method,
    path,
    name: summary || id || `${method} ${path}`,
    description: textOf(operation, 'description') || textOf(item, 'description'),
    tags: textsOf(member(operation, 'tags')),
    deprecated: member(operation, 'deprecated') === true,
  }
}

/** Everything about one operation. References of parameters, bodies and responses are followed, those of schemas are not. */
export function readOperation({ head, item, operation }: OperationPlace, document: DocumentParts): Operation {
  const { root, swagger } = document
  const given = parametersOf(item, operation, document)
  return {
    ...head,
    parameters: given.flatMap((one) => parameterOf(one, document)),
    body: swagger
      ? swaggerBody(given, mediaTypes(operation, root, 'consumes'))
      : bodyOf(member(operation, 'requestBody'), document),
    responses: responsesOf(operation, document),
    security: toldInParameters(operation, root, given, document.schemes),
    servers: swagger ? swaggerServers(root, transportOf(operation, root)) : serversOf(operation, item, root),
  }
}

/** The parameters of the path and the operation; the operation's own replace those of the same name and place. */
export function parametersOf(item: unknown, operation: unknown, { references }: Pick<DocumentParts, 'references'>): unknown[] {
  const all = new Map<string, unknown>()
  for (const list of [member(item, 'parameters'), member(operation, 'parameters')])
    for (const given of itemsOf(list)) {
      const { value } = references.follow(given)
      if (value !== undefined) all.set(`${textOf(value, 'in')} ${textOf(value, 'name')}`, value)
    }
  return [...all.values()]
}

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie']
/** What a parameter must not be called (OpenAPI 3.1.0, 4.8.12.2): the media types and security say that. */
const notAParameter = /^(accept|content-type|authorization)$/i

function parameterOf(given: unknown, { swagger, references }: DocumentParts): Parameter[] {
  const place = places.find((one) => one === textOf(given, 'in'))
  const name = textOf(given, 'name')
  if (place === undefined || name === '' || (place === 'header' && notAParameter.test(name))) return []
  const [content] = contentsOf(member(given, 'content'), references) ?? []
  const example = exampleIn(given, (value) => references.follow(value).value) ?? content?.example
  return [
    {
      name,
      in: place,
      required: place === 'path' || member(given, 'required') === true,
      deprecated: member(given, 'deprecated') === true,
      description: textOf(given, 'description'),
      schema: swagger ? schemaOfParameter(given) : (member(given, 'schema') ?? content?.schema),
      ...(example === undefined ? {} : { example }),
      style: styleOfParameter(given, place, swagger, content !== undefined),
    },
  ]
}

function styleOfParameter(given: unknown, place: ParameterPlace, swagger: boolean, hasContent: boolean): ParameterStyle {
  if (hasContent) return { style: 'json', explode: false }
  if (place === 'path' || place === 'header') return styleOf(given, 'simple')
  return swagger && textOf(given, 'collectionFormat') === '' ? { style: 'form', explode: false } : styleOf(given, 'form')
}

function bodyOf(given: unknown, { references }: DocumentParts): RequestContent | undefined {
  const { value: body } = references.follow(given)
  const contents = contentsOf(member(body, 'content'), references)
  if (contents === undefined || contents.length === 0) return undefined
  return { required: member(body, 'required') === true, description: textOf(body, 'description'), contents }
}

function contentsOf(given: unknown, references: References): Content[] | undefined {
  if (given === undefined) return undefined
  return membersOf(given).map(([type, one]) => {
    const { value: media } = references.follow(one)
    const example = exampleIn(media, (value) => references.follow(value).value)
    const styled = membersOf(member(media, 'encoding')).filter(([, encoding]) => textOf(encoding, 'style') !== '')
    return {
      type: type.trim(),
      schema: member(media, 'schema'),
      ...(example === undefined ? {} : { example }),
      ...(styled.length === 0
        ? {}
        : { styles: Object.fromEntries(styled.map(([name, encoding]) => [name, styleOf(encoding, 'form')])) }),
    }
  })
}

function responsesOf(operation: unknown, document: DocumentParts): ResponseContent[] {
  const { references, swagger, root } = document
  return membersOf(member(operation, 'responses')).map(([status, given]) => {
    const { value: response } = references.follow(given)
    const headers = membersOf(member(response, 'headers'))
    return {
      status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
      description: textOf(response, 'description') || textOf(response, 'summary'),
      headers: headers.flatMap(([name, header]) =>
        swagger ? swaggerHeader(name, header) : headerOf(name, references.follow(header).value, document),
      ),
      contents: swagger
        ? swaggerContents(response, mediaTypes(operation, root, 'produces'))
        : contentsOf(member(response, 'content'), references),
    }
  })
}

const headerOf = (name: string, header: unknown, document: DocumentParts): Parameter[] =>
  parameterOf({ ...(typeof header === 'object' ? header : {}), name, in: 'header' }, document).map((one) => ({
    ...one,
    required: member(header, 'required') === true,
  }))

/** The servers of an operation, its path or the document, the nearest ones. */
export function serversOf(...parts: readonly unknown[]): Server[] {
  for (const part of parts) {
    const servers = itemsOf(member(part, 'servers')).map((one) => ({
      url: withScheme(filledIn(textOf(one, 'url') || '/', member(one, 'variables'))),
      description: textOf(one, 'description') || textOf(one, 'name'),
    }))
    if (servers.length > 0) return servers
  }
  return [{ url: '/', description: '' }]
}

/** `127.0.0.1:8055`, `localhost:8055/v1`: a host and a port without the scheme before them, which nothing says but where it is. */
function withScheme(url: string): string {
  const [, host] = /^([\w.-]+):\d+(?:\/|$)/.exec(url) ?? []
  if (host === undefined) return url
  return `${/^(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+)$/.test(host) ? 'http' : 'https'}://${url}`
}

const filledIn = (url: string, variables: unknown): string =>
  url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const standard = member(member(variables, name), 'default')
    return standard === undefined ? whole : String(standard)
  })
