import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { jsonProblem } from '../../../components/fields/json-problem.ts'

/** The kinds of body, in the order of the bar. */
export const bodyTypes: readonly { value: RequestBody['type']; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'json', label: 'JSON' },
  { value: 'text', label: 'Text' },
  { value: 'form', label: 'Form' },
  { value: 'multipart', label: 'Multipart' },
  { value: 'graphql', label: 'GraphQL' },
  { value: 'file', label: 'File' },
]

/** A body of another type that keeps what can be kept of the old one: its text, its fields. */
export function changeBody(body: RequestBody, type: RequestBody['type']): RequestBody {
  if (body.type === type) return body
  const text = body.type === 'json' || body.type === 'text' ? body.text : body.type === 'graphql' ? body.query : ''
  const fields =
    body.type === 'form'
      ? body.fields
      : body.type === 'multipart'
        ? body.parts.map(({ name, value, disabled }) => ({ name, value: value ?? '', disabled }))
        : []
  switch (type) {
    case 'none':
      return { type }
    case 'json':
      return { type, text }
    case 'text':
      return { type, mediaType: 'text/plain', text }
    case 'form':
      return { type, fields }
    case 'multipart':
      return { type, parts: fields.map((field) => ({ ...field })) }
    case 'graphql':
      return { type, query: text, variables: '', operationName: '' }
    case 'file':
      return { type, file: '', mediaType: 'application/octet-stream' }
  }
}

/** The JSON text indented by two spaces, references and the literals of numbers kept; undefined when it is not valid. */
export function formatJson(text: string): string | undefined {
  if (jsonProblem(text) !== undefined) return undefined
  let out = ''
  let depth = 0
  for (let at = 0; at < text.length;) {
    const token = /^(?:"(?:\\[\s\S]|[^"\\])*"|\$\{[^}]*\}|[{}[\],:]|\s+|[^\s{}[\],:"$]+|[\s\S])/.exec(text.slice(at))?.[0] ?? ''
    at += token.length
    if (/^\s/.test(token)) continue
    if (token === '{' || token === '[') {
      const rest = /^\s*[}\]]/.exec(text.slice(at))
      if (rest) {
        out += token + rest[0].trim()
        at += rest[0].length
      } else {
        depth += 1
        out += `${token}\n${'  '.repeat(depth)}`
      }
    } else if (token === '}' || token === ']') {
      depth -= 1
      out += `\n${'  '.repeat(depth)}${token}`
    } else if (token === ',') out += `,\n${'  '.repeat(depth)}`
    else if (token === ':') out += ': '
    else out += token
  }
  return out
}

/** Sets the type of a request's body. One that had none and is a GET becomes a POST: no browser sends a body with GET. */
export function chooseBody(request: Pick<SendRequestStep, 'method' | 'body'>, type: RequestBody['type']): void {
  if (type !== 'none' && request.body.type === 'none' && /^(?:GET|HEAD)$/i.test(request.method)) request.method = 'POST'
  request.body = changeBody(request.body, type)
}
