import { listOf, member, objectOf, objectsOf, textAt, textOfValue, type Plain } from '../json-access.ts'

/** A document of an OpenCollection (the YAML of Bruno 3) in the form of Bruno's JSON export. */
export function itemOfYaml(document: Plain): Plain {
  const info = objectOf(document['info']) ?? {}
  const http = objectOf(document['http']) ?? objectOf(document['graphql']) ?? {}
  const runtime = objectOf(document['runtime']) ?? objectOf(document['request']) ?? {}
  const shared = objectOf(document['request']) ?? {}
  const scripts = [runtime, ...(shared === runtime ? [] : [shared])].flatMap((one) => objectsOf(one['scripts']))
  const script = (type: RegExp) =>
    scripts
      .filter((one) => type.test(textAt(one, 'type')))
      .map((one) => textAt(one, 'code'))
      .join('\n')
  const isRequest = document['http'] !== undefined || document['graphql'] !== undefined
  const defaults = objectOf(document['request']) ?? {}
  const variables = objectsOf(document['variables'])
  return {
    name: textAt(info, 'name') || textAt(document, 'name'),
    type: isRequest ? (document['graphql'] === undefined ? 'http' : 'graphql') : textAt(info, 'type'),
    ...(info['seq'] === undefined ? {} : { seq: info['seq'] }),
    variables: variables.map(variableOf),
    environments: objectsOf(member(document, 'config', 'environments')).map((one) => ({
      name: one['name'],
      variables: objectsOf(one['variables']).map(variableOf),
    })),
    docs: textOfValue(document['docs']) || textAt(document, 'docs', 'content'),
    request: {
      method: textAt(http, 'method'),
      url: textAt(http, 'url'),
      params: objectsOf(http['params']).map(enabled),
      headers: objectsOf(isRequest ? http['headers'] : defaults['headers']).map(enabled),
      auth: authOf(isRequest ? (http['auth'] ?? runtime['auth']) : defaults['auth'], isRequest),
      body: bodyOf(http['body']),
      script: { req: script(/^before-request$/), res: script(/^after-response$/) },
      vars: {
        req: objectsOf(isRequest ? runtime['variables'] : defaults['variables']).map(variableOf),
        res: objectsOf(runtime['actions'])
          .filter((one) => textAt(one, 'type') === 'set-variable')
          .map((one) => ({
            name: textAt(one, 'variable', 'name'),
            value: textAt(one, 'selector', 'expression'),
            enabled: one['disabled'] !== true,
          })),
      },
      assertions: objectsOf(runtime['assertions']).map((one) => ({
        name: textAt(one, 'expression'),
        value: `${textAt(one, 'operator')} ${textAt(one, 'value')}`.trim(),
        enabled: one['disabled'] !== true,
      })),
      tests: script(/^tests$/),
      settings: {
        encodeUrl: member(document, 'settings', 'encodeUrl') === true,
        followRedirects: member(document, 'settings', 'followRedirects') !== false,
        timeout: Number(member(document, 'settings', 'timeout')) || 0,
      },
    },
  }
}

const enabled = (one: Plain): Plain => ({ ...one, enabled: one['enabled'] !== false && one['disabled'] !== true })

const variableOf = (one: Plain): Plain => ({
  ...enabled(one),
  value: textOfValue(one['value']) || textAt(one, 'value', 'data'),
  type: textAt(one, 'value', 'type'),
  secret: one['secret'] === true,
})

function authOf(auth: unknown, isRequest: boolean): Plain {
  if (typeof auth === 'string') return { mode: auth }
  const found = objectOf(auth)
  if (found === undefined) return { mode: isRequest ? 'inherit' : 'none' }
  const mode = textAt(found, 'type') || textAt(found, 'mode')
  const flow = textAt(found, 'flow')
  const credentials = objectOf(found['credentials']) ?? {}
  const owner = objectOf(found['resourceOwner']) ?? {}
  return {
    mode,
    [mode]: {
      ...found,
      ...credentials,
      ...owner,
      ...(flow === '' ? {} : { grantType: flow }),
      ...(found['pkce'] === undefined ? {} : { pkce: member(found, 'pkce', 'enabled') ?? found['pkce'] }),
    },
  }
}

function bodyOf(body: unknown): Plain {
  const found = objectOf(body)
  if (found === undefined) return { mode: 'none' }
  const type = textAt(found, 'type') || textAt(found, 'mode')
  const camel = type.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase())
  const mode = camel === 'formUrlencoded' ? 'formUrlEncoded' : camel
  const data = found['data'] ?? found[type] ?? found[mode]
  const entries = (Array.isArray(data) ? objectsOf(data) : []).map(enabled)
  return {
    mode,
    [mode]: typeof data === 'object' ? textAt(data, 'content') : textOfValue(data),
    graphql: {
      query: textAt(found, 'query') || textAt(data, 'query'),
      variables: textAt(found, 'variables') || textAt(data, 'variables'),
    },
    formUrlEncoded: entries,
    multipartForm: entries.map((one) => ({
      ...one,
      value: Array.isArray(one['value']) ? listOf(one['value']) : textOfValue(one['value']),
    })),
    file: entries.map((one) => ({
      filePath: textAt(one, 'filePath'),
      contentType: textAt(one, 'contentType'),
      selected: one['selected'] !== false,
    })),
  }
}
