import { signedAuthIn } from '#engine/steps/send-request/auth/signed-auth.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { callOf, listCode, objectOf, quote, type Code } from './code.ts'
import type { LookedAt } from './checked-request.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { jsonCode, textCode } from './template.ts'
import { k6Texts as texts } from './texts.ts'

interface Pair {
  name: string
  value: string
  disabled: boolean
}

/** A request as a call of the script's `request`. */
export function requestCode(step: SendRequestStep, script: Script): Code {
  const { method, url, query, headers, followRedirects, timeout } = step
  const text = (template: string): string => textCode(template, script)
  const enabled = query.filter(isUsed)
  if (headers.filter(isUsed).some(({ name, value }) => /^authorization$/i.test(name.trim()) && /^digest\s/i.test(value)))
    throw new NoCounterpart(texts.digest)
  const signing = headers
    .filter(isUsed)
    .map(({ name, value }) => signedAuthIn(name, value))
    .find((one) => one !== undefined)
  if (signing) throw new NoCounterpart(texts.signing[signing.kind])
  if (enabled.length > 0) script.use('withQuery')
  const members: [string, Code | undefined][] = [
    ['method', method === 'GET' ? undefined : text(usualMethod.test(method) ? method.toUpperCase() : method)],
    ['url', text(url.trim())],
    ['name', url.includes('${') ? quote(url.trim()) : undefined],
    ['query', enabled.length === 0 ? undefined : listCode(enabled.map(({ name, value }) => listCode([text(name), text(value)])))],
    ['headers', headersCode(headers.filter(isUsed), script)],
    ['timeout', timeout === 30 ? undefined : secondsCode(timeout, script)],
    ['redirects', followRedirects ? undefined : '0'],
  ]
  script.use('request')
  const body = bodyCode(step.body, script)
  const items = objectOf(members)
  if (typeof items === 'object' && 'open' in items) return callOf('request', { ...items, items: [...items.items, ...body] })
  return callOf('request', items)
}

const usualMethod = /^(get|head|post|put|patch|delete|options)$/i

const isUsed = ({ name, value, disabled }: Pair): boolean => !disabled && (name !== '' || value !== '')

/** Seconds that are a number, or one reference. */
export const secondsCode = (seconds: number | string, script: Script): string =>
  typeof seconds === 'number' ? String(seconds) : `Number(${textCode(seconds, script)})`

/** Those of one name are one header of k6, its values joined as HTTP allows (RFC 9110 section 5.3). */
function headersCode(headers: readonly Pair[], script: Script): Code | undefined {
  if (headers.length === 0) return undefined
  const byName = new Map<string, { name: string; value: string }>()
  for (const { name, value } of headers) {
    const key = name.trim().toLowerCase()
    const known = byName.get(key)
    if (known) known.value += `${key === 'cookie' ? '; ' : ', '}${value}`
    else byName.set(key, { name: name.trim(), value })
  }
  const all = [...byName.values()]
  if (all.some(({ name }) => name.includes('${')))
    return {
      open: '{',
      items: all.map((one) => `[${textCode(one.name, script)}]: ${valueCode(one, script)}`),
      close: '}',
      gap: [' ', ' '],
    }
  return objectOf(all.map((one) => [one.name, valueCode(one, script)]))
}

const valueCode = ({ name, value }: Omit<Pair, 'disabled'>, script: Script): string =>
  /^(?:proxy-)?authorization$/i.test(name) && /^Basic /i.test(value)
    ? `${script.use('basic')}(${textCode(value, script)})`
    : textCode(value, script)

/** The members `body` and `type`, or what gives both. */
function bodyCode(body: RequestBody, script: Script): Code[] {
  const text = (template: string): string => textCode(template, script)
  const typed = (code: Code, type: string): Code[] => [['body: ', code], `type: ${type}`]
  switch (body.type) {
    case 'none':
      return []
    case 'json':
      return typed(jsonCode(body.text, script), quote('application/json'))
    case 'text':
      return typed(text(body.text), text(body.mediaType))
    case 'form': {
      const fields = body.fields.filter(isUsed).map(({ name, value }) => listCode([text(name), text(value)]))
      return typed([`${script.use('form')}(`, listCode(fields), ')'], quote('application/x-www-form-urlencoded'))
    }
    case 'multipart':
      return [
        [
          `...${script.use('multipart')}(`,
          listCode(body.parts.filter(({ disabled }) => !disabled).map((part) => partCode(part, script))),
          ')',
        ],
      ]
    case 'graphql': {
      const { query, variables, operationName } = body
      const members: [string, Code | undefined][] = [
        ['query', text(query)],
        ['variables', variables.trim() === '' ? undefined : jsonCode(variables, script)],
        ['operationName', operationName === '' ? undefined : text(operationName)],
      ]
      return typed(callOf(script.use('graphql'), objectOf(members)), quote('application/json'))
    }
    case 'file':
      return typed(fileCode(body.file, script), text(body.mediaType))
  }
}

function partCode(part: Extract<RequestBody, { type: 'multipart' }>['parts'][number], script: Script): Code {
  const { name, value, file, mediaType } = part
  const text = (template: string): string => textCode(template, script)
  if (file === undefined)
    return objectOf([
      ['name', text(name)],
      ['value', text(value ?? '')],
      ['type', mediaType ? text(mediaType) : undefined],
    ])
  return objectOf([
    ['name', text(name)],
    ['content', fileCode(file, script)],
    ['fileName', quote(file.split('/').at(-1) ?? file)],
    ['type', mediaType ? text(mediaType) : quote('application/octet-stream')],
  ])
}

/** The bytes of a file beside the script; k6 reads it before the test starts. */
const fileCode = (path: string, script: Script): string =>
  script.constant(`file ${path}`, path.split('/').at(-1) ?? '', 'file', () => `open(${quote(`./${path}`)}, 'b')`)

/** The request with its variables' start values, as far as they are known without running: which operation of an API it is. */
export function lookedAtBy({ method, url }: SendRequestStep, { project, environment }: Script): LookedAt {
  const values = new Map([...project.variables, ...(environment?.variables ?? [])].map(({ name, value }) => [name, value]))
  const filled = url.trim().replace(/\$\{([^${}]+)\}/g, (_, name: string) => {
    const value = values.get(name)
    return typeof value === 'string' && !value.includes('${') && value !== '' ? value : 'x'
  })
  return {
    method: method.toUpperCase(),
    url: /^https?:/.test(filled) ? filled : `http://server/${filled.replace(/^[^/]*\//, '')}`,
  }
}
