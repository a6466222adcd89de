import { digestIn } from '#engine/steps/send-request/auth/digest-header.ts'
import { encodeAroundTemplates as encoded } from '#engine/steps/send-request/encode.ts'
import { signedAuthIn, type SignedAuth } from '#engine/steps/send-request/auth/signed-auth.ts'
import { isBasicInClear } from '#engine/steps/send-request/auth/basic-header.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { Omissions } from '../not-exported.ts'
import type { PostmanTexts } from './templates.ts'
import { postmanExportTexts as texts } from './texts.ts'

/** JSON of a collection, v2.1.0. */
export type PostmanJson = Record<string, unknown>

type Pair = SendRequestStep['headers'][number]

const isFilled = ({ name, value }: Pair): boolean => name !== '' || value !== ''
const off = ({ disabled }: { disabled: boolean }): PostmanJson => (disabled ? { disabled: true } : {})

/** The `request` of an item. */
export function postmanRequest(step: SendRequestStep, converted: PostmanTexts, where: string, omissions: Omissions): PostmanJson {
  const convert = (text: string): string => converted.convert(text)
  const headers = step.headers.filter(isFilled)
  const authorization = headers.filter(({ name, disabled }) => !disabled && /^authorization$/i.test(name.trim()))
  const auth = authorization.length === 1 ? authOf(authorization[0]?.value ?? '', convert) : undefined
  const signed = authorization.length === 1 ? signedAuthIn('authorization', authorization[0]?.value ?? '') : undefined
  if (signed?.kind === 'oauth1' && (signed.place === 'body' || Object.keys(signed.others).length > 0))
    omissions.add(where, texts.oauth1)
  const header = headers
    .filter((row) => auth === undefined || row !== authorization[0])
    .map((row) => ({ key: convert(row.name.trim()), value: convert(row.value), ...off(row) }))
  const body = bodyOf(step.body, converted, where, omissions)
  const isTyped = headers.some(({ name, disabled }) => !disabled && /^content-type$/i.test(name.trim()))
  const type = isTyped ? undefined : mediaTypeOf(step.body)
  return {
    method:
      step.method.trim().toUpperCase() === step.method.trim() ? convert(step.method.trim()) : usual(convert(step.method.trim())),
    ...(step.description === '' ? {} : { description: step.description }),
    header: type === undefined ? header : [...header, { key: 'Content-Type', value: convert(type) }],
    ...(auth === undefined ? {} : { auth }),
    ...(body === undefined ? {} : { body }),
    url: postmanUrl(step, convert),
  }
}

const usual = (method: string): string =>
  /^(get|head|post|put|patch|delete|options)$/i.test(method) ? method.toUpperCase() : method

const setting = (key: string, value: string): PostmanJson => ({ key, value, type: 'string' })

/** What Postman calls an authorization; undefined for a header that it has no form for. */
function authOf(value: string, convert: (text: string) => string): PostmanJson | undefined {
  const bearer = /^Bearer +(\S.*)$/i.exec(value)?.[1]
  if (bearer !== undefined) return { type: 'bearer', bearer: [setting('token', convert(bearer.trim()))] }
  const digest = digestIn('authorization', value)
  if (digest !== undefined) return credentials('digest', digest.user, digest.password, convert)
  const signed = signedAuthIn('authorization', value)
  if (signed !== undefined) return signedAuth(signed, convert)
  if (!isBasicInClear('authorization', value)) return undefined
  const [, user = '', password = ''] = /^Basic +([^:]*):(.*)$/is.exec(value) ?? []
  return credentials('basic', user, password, convert)
}

function signedAuth(auth: SignedAuth, convert: (text: string) => string): PostmanJson {
  if (auth.kind === 'ntlm') return credentials('ntlm', auth.user, auth.password, convert)
  const { kind, place, ...rest } = auth
  const type = kind === 'aws' ? 'awsv4' : 'oauth1'
  const settings: [string, string | boolean][] =
    'accessKey' in rest
      ? [...Object.entries(rest), ['addAuthDataToQuery', place === 'query']]
      : [
          ['consumerKey', rest.consumerKey],
          ['consumerSecret', rest.consumerSecret],
          ['token', rest.token],
          ['tokenSecret', rest.tokenSecret],
          ['signatureMethod', rest.method],
          ['privateKey', rest.privateKey],
          ['realm', rest.realm],
          ['includeBodyHash', rest.bodyHash],
          ['addParamsToHeader', place === 'header'],
        ]
  return {
    type,
    [type]: settings.map(([key, value]) =>
      typeof value === 'string' ? setting(key, convert(value)) : { key, value, type: 'boolean' },
    ),
  }
}

const credentials = (type: string, user: string, password: string, convert: (text: string) => string): PostmanJson => ({
  type,
  [type]: [setting('username', convert(user)), setting('password', convert(password))],
})

/** A URL in its parts; Postman sends those, and shows `raw`. */
export function postmanUrl(
  { url, query }: Pick<SendRequestStep, 'url' | 'query'>,
  convert: (text: string) => string,
): PostmanJson {
  const [whole, ...fragment] = splitOutside(url.trim(), '#')
  const [address = '', ...inUrl] = splitOutside(whole ?? '', '?')
  const pairs = [
    ...(inUrl.length === 0 ? [] : inUrl.join('?').split('&')).filter(Boolean).map((part) => {
      const at = part.indexOf('=')
      return at < 0
        ? { key: convert(part), value: null }
        : { key: convert(part.slice(0, at)), value: convert(part.slice(at + 1)) }
    }),
    ...query
      .filter(isFilled)
      .map((row) => ({ key: convert(encoded(row.name)), value: convert(encoded(row.value)), ...off(row) })),
  ]
  const sent = pairs.filter((one) => !('disabled' in one)).map(({ key, value }) => (value === null ? key : `${key}=${value}`))
  const hash = fragment.length === 0 ? undefined : convert(fragment.join('#'))
  const base = convert(address)
  const [, protocol, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(base) ?? []
  const [host = '', ...path] = rest.split('/')
  const port = /:(\d+)$/.exec(host)?.[1]
  const name = port === undefined ? host : host.slice(0, -port.length - 1)
  return {
    raw: `${base}${sent.length > 0 ? `?${sent.join('&')}` : ''}${hash === undefined ? '' : `#${hash}`}`,
    ...(protocol === undefined ? {} : { protocol }),
    host: name.includes('{{') ? [name] : name.split('.'),
    ...(port === undefined ? {} : { port }),
    ...(path.length > 0 ? { path } : {}),
    ...(pairs.length > 0 ? { query: pairs } : {}),
    ...(hash === undefined ? {} : { hash }),
  }
}

/** Splits at a character, but not inside of `${…}`. */
function splitOutside(text: string, at: string): string[] {
  const parts = ['']
  for (const piece of text.split(/(\$\{[^{}]*\})/)) {
    if (piece.startsWith('${')) parts[parts.length - 1] += piece
    else {
      const [first = '', ...more] = piece.split(at)
      parts[parts.length - 1] += first
      parts.push(...more)
    }
  }
  return parts
}

/** What the body says itself, where Postman needs a header for that. */
function mediaTypeOf(body: RequestBody): string | undefined {
  if (body.type === 'json' || body.type === 'graphql') return 'application/json'
  return body.type === 'text' || body.type === 'file' ? body.mediaType : undefined
}

function bodyOf(body: RequestBody, converted: PostmanTexts, where: string, omissions: Omissions): PostmanJson | undefined {
  const convert = (text: string): string => converted.convert(text)
  switch (body.type) {
    case 'none':
      return undefined
    case 'json':
      return { mode: 'raw', raw: converted.convertJson(body.text), options: { raw: { language: 'json' } } }
    case 'text':
      return { mode: 'raw', raw: convert(body.text) }
    case 'form':
      return {
        mode: 'urlencoded',
        urlencoded: body.fields
          .filter(isFilled)
          .map((row) => ({ key: convert(row.name), value: convert(row.value), type: 'text', ...off(row) })),
      }
    case 'multipart':
      return {
        mode: 'formdata',
        formdata: body.parts.map((part) => {
          if (part.file !== undefined && !part.disabled) omissions.add(where, texts.file(part.file))
          return {
            key: convert(part.name),
            ...(part.file === undefined ? { value: convert(part.value ?? ''), type: 'text' } : { type: 'file', src: part.file }),
            ...(part.mediaType ? { contentType: convert(part.mediaType) } : {}),
            ...off(part),
          }
        }),
      }
    case 'graphql':
      return {
        mode: 'graphql',
        graphql: {
          query: convert(body.query),
          variables: converted.convertJson(body.variables),
          ...(body.operationName === '' ? {} : { operationName: convert(body.operationName) }),
        },
      }
    case 'file':
      omissions.add(where, texts.file(body.file))
      return { mode: 'file', file: { src: body.file } }
  }
}
