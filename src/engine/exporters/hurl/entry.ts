import { describeRule } from '#engine/checks/describe.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { describeSource } from '#engine/extractors/source.ts'
import type { Step, Variable } from '#engine/project/format/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { isDataTransferStep } from '#engine/steps/data-transfer/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { isBasicInClear } from '#engine/steps/send-request/auth/basic-header.ts'
import { digestIn } from '#engine/steps/send-request/auth/digest-header.ts'
import { signedAuthIn } from '#engine/steps/send-request/auth/signed-auth.ts'
import { encodeAroundTemplates } from '#engine/steps/send-request/encode.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isWaitStep } from '#engine/steps/wait/facts.ts'
import type { Omissions } from '../not-exported.ts'
import type { RequestGroup } from '../request-groups.ts'
import { tokenRequest } from '../token-request.ts'
import { assertLines, hurlQuery } from './asserts.ts'
import { hurlName, HurlTexts } from './hurl-text.ts'
import { hurlExportTexts as texts } from './texts.ts'

/** Where an entry is. */
export interface EntryPlace {
  where: string
  omissions: Omissions
  /** Variables that are to be given a value. */
  made: Set<string>
}

type Pair = SendRequestStep['headers'][number]
const used = (pairs: readonly Pair[]): Pair[] => pairs.filter(({ name, value, disabled }) => !disabled && name + value !== '')

/** The entries of a request: one, and one before it that finds a token endpoint. */
export function hurlEntries({ owner, before, after }: RequestGroup, start: readonly Variable[], place: EntryPlace): string[] {
  const converted = new HurlTexts(place.where, place.omissions)
  const options: string[] = start.flatMap(({ name, value }) =>
    typeof value === 'object' ? [] : [`variable: ${hurlName(name)}=${variableText(value, converted)}`],
  )
  for (const step of before) {
    if (!isWaitStep(step)) place.omissions.add(place.where, texts.kind(factsOf(step).title))
    else if (typeof step.seconds === 'number') options.push(`delay: ${Math.round(step.seconds * 1000)}ms`)
  }
  const made = isOAuth2Step(owner)
    ? tokenEntries(owner, options, converted)
    : [requestEntry(owner, after, options, converted, place)]
  for (const name of converted.made) place.made.add(name)
  return made
}

/** A value as `variable:` takes it: what looks like a number would be one. */
const variableText = (value: string | number | boolean, converted: HurlTexts): string =>
  typeof value !== 'string' ? String(value) : `"${converted.convert(value, 'quoted')}"`

const section = (name: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`[${name}]`, ...lines])

const commentOf = (text: string): string => `# ${text.replaceAll(/\s+/g, ' ')}`

function tokenEntries(step: OAuth2Step, options: readonly string[], converted: HurlTexts): string[] {
  const { url, discovery, fields, basic } = tokenRequest(step)
  const line = (text: string): string => converted.convert(text, 'line')
  const variable = hurlName(step.variableName)
  const endpoint = `${variable}_endpoint`
  const found =
    url === undefined
      ? [
          [
            `GET ${line(discovery)}`,
            ...section('Options', options),
            'HTTP 200',
            ...section('Captures', [`${endpoint}: jsonpath "$.token_endpoint"`]),
          ].join('\n'),
        ]
      : []
  const request = [
    commentOf(step.name),
    `POST ${url === undefined ? `{{${endpoint}}}` : line(url)}`,
    ...section('Options', url === undefined ? [] : options),
    ...(basic ? section('BasicAuth', [`${line(basic.user)}: ${line(basic.password)}`]) : []),
    ...section(
      'Form',
      fields.map(({ name, value }) => `${line(name)}: ${line(value)}`),
    ),
    'HTTP 200',
    ...section('Captures', [`${variable}: jsonpath "$.access_token"`]),
  ]
  return [...found, request.join('\n')]
}

function requestEntry(
  step: SendRequestStep,
  after: readonly Step[],
  before: readonly string[],
  converted: HurlTexts,
  { where, omissions }: EntryPlace,
): string {
  const line = (text: string): string => converted.convert(text, 'line')
  if (step.onlyIf !== undefined) omissions.add(where, texts.condition)
  if (step.timeout !== 30) omissions.add(where, texts.timeout)
  const options = [...before, ...(step.followRedirects ? ['location: true'] : [])]
  const asserts: string[] = []
  const captures: string[] = []
  const assert = (check: Check): void => {
    const lines = assertLines(check, converted)
    if (lines === undefined) omissions.add(where, texts.check(checkText(check)))
    else asserts.push(...lines)
  }
  if (step.until !== undefined) {
    options.push(
      `retry: ${Math.ceil(step.until.atMost / step.until.every)}`,
      `retry-interval: ${Math.round(step.until.every * 1000)}ms`,
    )
    step.until.checks.forEach(assert)
  }
  for (const one of after) {
    if (one.onlyIf !== undefined) omissions.add(`${where} > ${one.name}`, texts.condition)
    if (isAssertionStep(one)) {
      const at = asserts.length
      one.checks.forEach(assert)
      if (asserts.length > at) asserts.splice(at, 0, commentOf(one.name))
    } else if (isDataTransferStep(one)) {
      for (const { to, match, default: otherwise, ...source } of one.transfers) {
        const query = hurlQuery(source)
        if (query === undefined || otherwise !== undefined || match?.includes('${') === true) {
          omissions.add(where, texts.transfer(to))
          continue
        }
        const part = match === undefined ? '' : ` regex /${/\((?!\?)/.test(match) ? match : `(${match})`}/`
        captures.push(`${hurlName(to)}: ${query}${part}`)
      }
    } else omissions.add(`${where} > ${one.name}`, texts.kind(factsOf(one).title))
  }
  const url = step.url.trim().replace(/#[^{}]*$/, '')
  const headers = used(step.headers)
  const authorization = headers.find(({ name }) => /^authorization$/i.test(name.trim()))
  const isBasic = authorization !== undefined && isBasicInClear('authorization', authorization.value)
  const isMade =
    authorization !== undefined &&
    (digestIn('authorization', authorization.value) ?? signedAuthIn('authorization', authorization.value)) !== undefined
  if (isMade) omissions.add(where, texts.digest)
  const basic = isBasic ? /^Basic +([^:]*):(.*)$/is.exec(authorization.value) : null
  const type = mediaTypeOf(step.body)
  const isTyped = headers.some(({ name }) => /^content-type$/i.test(name.trim()))
  const body = bodyLines(step.body, converted)
  return [
    commentOf(step.name),
    `${line(step.method.trim().toUpperCase())} ${encodedUrl(line(url))}`,
    ...headers
      .filter((row) => row !== authorization || (!isBasic && !isMade))
      .map(({ name, value }) => `${line(name.trim())}: ${line(value)}`),
    ...(type === undefined || isTyped ? [] : [`Content-Type: ${line(type)}`]),
    ...section('Options', options),
    ...section(
      'Query',
      used(step.query).map(({ name, value }) => `${line(name)}: ${line(value)}`),
    ),
    ...(basic ? section('BasicAuth', [`${line(basic[1] ?? '')}: ${line(basic[2] ?? '')}`]) : []),
    ...body,
    'HTTP *',
    ...section('Captures', captures),
    ...section('Asserts', asserts),
  ].join('\n')
}

const encodedUrl = (url: string): string => url.replaceAll(/[^\x21-\x7e]+/gu, (text) => encodeAroundTemplates(text))

const checkText = (check: Check): string => {
  const { expects, ofAnswer } = predicateFacts[check.is]
  const isLong = ofAnswer === true || expects === 'schema' || expects === 'snapshot'
  return `${describeSource(check)} ${describeRule(isLong ? { is: check.is, not: check.not } : check)}`.slice(0, 200)
}

const mediaTypeOf = (body: RequestBody): string | undefined =>
  body.type === 'json' || body.type === 'graphql'
    ? 'application/json'
    : body.type === 'text' || body.type === 'file'
      ? body.mediaType
      : undefined

function bodyLines(body: RequestBody, converted: HurlTexts): string[] {
  const line = (text: string): string => converted.convert(text, 'line')
  switch (body.type) {
    case 'none':
      return []
    case 'json':
      return ['```', converted.convert(body.text, 'block'), '```']
    case 'text':
      return [`\`${converted.convert(body.text, 'quoted').replaceAll('\\"', '"').replaceAll('`', '\\u{60}')}\``]
    case 'form':
      return section(
        'Form',
        used(body.fields).map(({ name, value }) => `${line(name)}: ${line(value)}`),
      )
    case 'multipart':
      return section(
        'Multipart',
        body.parts
          .filter(({ disabled }) => !disabled)
          .map(({ name, value, file, mediaType }) =>
            file === undefined
              ? `${line(name)}: ${line(value ?? '')}`
              : `${line(name)}: file,${line(file)};${mediaType ? ` ${line(mediaType)}` : ''}`,
          ),
      )
    case 'graphql':
      return [
        '```graphql',
        converted.convert(body.query, 'block'),
        ...(body.variables.trim() === '' ? [] : [`variables ${converted.convert(body.variables, 'block')}`]),
        '```',
      ]
    case 'file':
      return [`file,${line(body.file)};`]
  }
}
