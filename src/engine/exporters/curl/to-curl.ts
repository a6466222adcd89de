import { isBasicInClear } from '#engine/steps/send-request/auth/basic-header.ts'
import { digestIn } from '#engine/steps/send-request/auth/digest-header.ts'
import { signedAuthIn, type SignedAuth } from '#engine/steps/send-request/auth/signed-auth.ts'
import { encodeAroundTemplates as encode, withEncodedQuery } from '#engine/steps/send-request/encode.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'

const quote = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** What of a URL no request line may hold: curl sends it unchanged, or rejects it. A host stays as it is written. */
function encodedAddress(url: string): string {
  const [, origin = '', rest = ''] = /^((?:[a-z][\w+.-]*:\/\/)?(?:\$\{[^{}]*\}|[^/?#$])*)(.*)$/is.exec(url) ?? []
  return origin + rest.replace(/[^\x21-\x7e]+/gu, encode)
}

/** Outside templates curl takes brackets and braces of a URL for lists of URLs. */
const hasGlob = (url: string): boolean => /[[\]{}]/.test(url.replaceAll(/\$\{[^{}]*\}/g, ''))

/** A word of `-F` in quotes, where `;`, `,`, `@` and `<` mean nothing. */
const formWord = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Pairs that are sent: not switched off, nor an empty row. */
const used = <P extends { name: string; value: string; disabled: boolean }>(pairs: readonly P[]): P[] =>
  pairs.filter(({ name, value, disabled }) => !disabled && name + value !== '')

/**
 * The request as a cURL command for a POSIX shell; `${…}` stays unchanged, and no secret is put in. `jar`: a file from which
 * cookies are sent, and in which they are kept.
 */
export function toCurl(
  step: Pick<SendRequestStep, 'method' | 'url' | 'query' | 'headers' | 'body' | 'followRedirects' | 'timeout'>,
  jar?: string,
): string {
  const query = used(step.query).map((pair) => `${encode(pair.name)}=${encode(pair.value)}`)
  const url = encodedAddress(withEncodedQuery(step.url, query))
  const headers = used(step.headers)
  const typed = headers.some((pair) => pair.name.toLowerCase() === 'content-type')
  const data = bodyLines(step.body, typed)
  // With a body curl sends POST by itself, and goes on with GET behind a redirection; with -X it would send POST there too.
  const method = step.method === 'HEAD' ? ' --head' : step.method === 'POST' && data.length > 0 ? '' : ` -X ${quote(step.method)}`
  const lines = [`curl${method} ${quote(url)}`]
  if (hasGlob(url)) lines.push('--globoff')
  if (step.followRedirects) lines.push('-L')
  if (jar !== undefined) lines.push(`-b ${quote(jar)} -c ${quote(jar)}`)
  if (typeof step.timeout === 'number' && step.timeout !== 30) lines.push(`--max-time ${step.timeout}`)
  // curl omits a header that is written without a value; with a semicolon it sends an empty one.
  for (const { name, value } of headers) {
    // As a header it would be sent in the clear.
    const digest = digestIn(name, value)
    const signing = signedAuthIn(name, value)
    if (signing) lines.push(...signingLines(signing))
    else if (digest !== undefined) lines.push('--digest', `-u ${quote(`${digest.user}:${digest.password}`)}`)
    else if (/^authorization$/i.test(name) && isBasicInClear(name, value))
      lines.push(`-u ${quote(value.replace(/^Basic +/i, ''))}`)
    else lines.push(`-H ${quote(value.trim() === '' ? `${name};` : `${name}: ${value}`)}`)
  }
  lines.push(...data)
  const isUnsigned = headers.some(({ name, value }) => signedAuthIn(name, value)?.kind === 'oauth1')
  return `${isUnsigned ? '# Unsigned: curl has no OAuth 1.0a.\n' : ''}${lines.join(' \\\n  ')}`
}

/** curl can't sign with OAuth 1.0a; what it would send isn't that request. */
function signingLines(auth: SignedAuth): string[] {
  if (auth.kind === 'ntlm') return ['--ntlm', `-u ${quote(`${auth.user}:${auth.password}`)}`]
  if (auth.kind === 'oauth1') return []
  const { accessKey, secretKey, sessionToken, region, service } = auth
  const scope = service === '' ? region && `:${region}` : `:${region || 'us-east-1'}:${service}`
  return [
    `--aws-sigv4 ${quote(`aws:amz${scope}`)}`,
    `-u ${quote(`${accessKey}:${secretKey}`)}`,
    ...(sessionToken === '' ? [] : [`-H ${quote(`X-Amz-Security-Token: ${sessionToken}`)}`]),
  ]
}

function bodyLines(body: RequestBody, typed: boolean): string[] {
  const type = (mediaType: string) => (typed ? [] : [`-H ${quote(`Content-Type: ${mediaType}`)}`])
  switch (body.type) {
    case 'none':
      return []
    case 'json':
      return [...type('application/json'), `--data-raw ${quote(body.text)}`]
    case 'text':
      return [...type(body.mediaType), `--data-raw ${quote(body.text)}`]
    case 'form':
      return formLines(used(body.fields))
    case 'multipart':
      return body.parts
        .filter((part) => !part.disabled)
        .map((part) => {
          const media = part.mediaType ? `;type=${part.mediaType}` : ''
          if (part.file !== undefined)
            return `-F ${quote(`${part.name}=@${/[;,"\\]/.test(part.file) ? formWord(part.file) : part.file}${media}`)}`
          const value = part.value ?? ''
          return media === ''
            ? `--form-string ${quote(`${part.name}=${value}`)}`
            : `-F ${quote(`${part.name}=${formWord(value)}${media}`)}`
        })
    case 'graphql':
      return [...type('application/json'), `--data-raw ${quote(JSON.stringify(graphqlBody(body)))}`]
    case 'file':
      return [...type(body.mediaType), `--data-binary ${quote(`@${body.file}`)}`]
  }
}

/** curl encodes the values only. */
const formLines = (fields: readonly { name: string; value: string }[]): string[] =>
  fields.length === 0
    ? ["--data-raw ''"]
    : fields.map(({ name, value }) => `--data-urlencode ${quote(`${encode(name)}=${value}`)}`)

function graphqlBody(body: Extract<RequestBody, { type: 'graphql' }>): object {
  let variables: unknown
  try {
    variables = JSON.parse(body.variables || '{}')
  } catch {
    variables = body.variables
  }
  return {
    query: body.query,
    ...(body.variables ? { variables } : {}),
    ...(body.operationName ? { operationName: body.operationName } : {}),
  }
}
