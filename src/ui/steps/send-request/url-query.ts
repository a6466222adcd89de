/** A name=value part of a URL's own query, as it is there: not decoded. */
export interface UrlParameter {
  name: string
  value: string
}

interface Split {
  base: string
  parameters: UrlParameter[]
  fragment: string
}

/** Cuts a URL with `${…}` into its base, the parts of its query, and its fragment; `?` and `#` inside references don't count. */
export function splitUrl(url: string): Split {
  const hidden = url.replaceAll(/\$\{[^}]*\}/g, (reference) => '_'.repeat(reference.length))
  const hash = hidden.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const mark = hidden.slice(0, end).indexOf('?')
  if (mark === -1) return { base: url.slice(0, end), parameters: [], fragment: url.slice(end) }
  const parameters: UrlParameter[] = []
  let at = mark + 1
  for (const part of hidden.slice(mark + 1, end).split('&')) {
    const raw = url.slice(at, at + part.length)
    const equals = part.indexOf('=')
    parameters.push(equals === -1 ? { name: raw, value: '' } : { name: raw.slice(0, equals), value: raw.slice(equals + 1) })
    at += part.length + 1
  }
  return {
    base: url.slice(0, mark),
    parameters: parameters.filter((one) => one.name !== '' || one.value !== ''),
    fragment: url.slice(end),
  }
}

/** Puts a URL together again; a parameter without value keeps its `=` away. */
export function joinUrl({ base, parameters, fragment }: Split): string {
  const query = parameters.map(({ name, value }) => (value === '' ? name : `${name}=${value}`)).join('&')
  return `${base}${query === '' ? '' : `?${query}`}${fragment}`
}

/** Decodes a part of a query for a table whose values are encoded when sent; undefined when it would not come out the same. */
export function decodeParameter(parameter: UrlParameter): UrlParameter | undefined {
  try {
    return { name: decode(parameter.name), value: decode(parameter.value) }
  } catch {
    return undefined
  }
}

const decode = (text: string): string =>
  text
    .split(/(\$\{[^}]*\})/)
    .map((part) => (part.startsWith('${') ? part : decodeURIComponent(part.replaceAll('+', ' '))))
    .join('')

const host = /^(?:[\w-]+(?:\.[\w-]+)+|localhost|\[[\da-f:.]+\])(?::(?:\d{1,5}|\$\{[^{}]*\}))?(?=[/?#]|$)/i
const thisMachine = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?#]|$)/i

/** The variable that addresses start with, as "Set up the project" and imports name it. */
export const baseVariable = 'baseUrl'

/**
 * A URL as it was meant: one that starts with its host gets the scheme that is usual there, a path the variable of the API's
 * address, if any (`base` is its value), and `{{name}}`, as other tools write it, is the variable. Any other stays unchanged.
 */
export function completed(typed: string, base?: string): string {
  const address = typed.trim().replaceAll(/\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g, '${$1}')
  if (host.test(address)) return `${thisMachine.test(address) ? 'http' : 'https'}://${address}`
  if (base !== undefined && /^\/(?!\/)/.test(address)) return `\${${baseVariable}}${address.slice(base.endsWith('/') ? 1 : 0)}`
  return address === typed.trim() ? typed : address
}
