import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'

const quote = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const encode = (text: string): string =>
  text
    .split(/(\$\{[^{}]*\})/)
    .map((part) => (part.startsWith('${') ? part : encodeURIComponent(part)))
    .join('')

/** The request as a cURL command for a POSIX shell; `${…}` stays as it is, and no secret is put in. */
export function toCurl(
  step: Pick<SendRequestStep, 'method' | 'url' | 'query' | 'headers' | 'body' | 'followRedirects' | 'timeout'>,
): string {
  const query = step.query.filter((pair) => !pair.disabled).map((pair) => `${encode(pair.name)}=${encode(pair.value)}`)
  const url = query.length === 0 ? step.url : `${step.url}${step.url.includes('?') ? '&' : '?'}${query.join('&')}`
  const headers = step.headers.filter((pair) => !pair.disabled)
  const typed = headers.some((pair) => pair.name.toLowerCase() === 'content-type')
  const lines = [`curl ${step.method === 'HEAD' ? '--head' : `-X ${quote(step.method)}`} ${quote(url)}`]
  if (step.followRedirects) lines.push('-L')
  if (typeof step.timeout === 'number' && step.timeout !== 30) lines.push(`--max-time ${step.timeout}`)
  // curl leaves out a header that is written without a value; with a semicolon it sends an empty one.
  for (const pair of headers)
    lines.push(`-H ${quote(pair.value.trim() === '' ? `${pair.name};` : `${pair.name}: ${pair.value}`)}`)
  lines.push(...bodyLines(step.body, typed))
  return lines.join(' \\\n  ')
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
      return body.fields.filter((pair) => !pair.disabled).map((pair) => `--data-urlencode ${quote(`${pair.name}=${pair.value}`)}`)
    case 'multipart':
      return body.parts
        .filter((part) => !part.disabled)
        .map((part) => {
          const content = part.file === undefined ? (part.value ?? '') : `@${part.file}`
          const media = part.mediaType ? `;type=${part.mediaType}` : ''
          return part.file === undefined && !media
            ? `--form-string ${quote(`${part.name}=${content}`)}`
            : `-F ${quote(`${part.name}=${content}${media}`)}`
        })
    case 'graphql':
      return [...type('application/json'), `--data-raw ${quote(JSON.stringify(graphqlBody(body)))}`]
    case 'file':
      return [...type(body.mediaType), `--data-binary ${quote(`@${body.file}`)}`]
  }
}

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
