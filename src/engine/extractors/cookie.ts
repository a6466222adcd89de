import { required, type Extractor } from './source.ts'

const unquoted = (value: string): string => value.replace(/^"(.*)"$/, '$1')

/**
 * The value of a cookie in the jar after the response. Without a jar, or if the jar doesn't know it, that of the cookie that the
 * response sets (RFC 6265 4.1); of several with one name the last.
 */
export const cookie: Extractor = (source, from) => {
  const name = required(source, 'name')
  const { headers, cookies } = from.response()
  if (cookies?.has(name)) {
    const held = cookies.get(name)
    return held === undefined ? undefined : unquoted(held)
  }
  let found: string | undefined
  for (const [header, value] of headers) {
    if (header.toLowerCase() !== 'set-cookie') continue
    const pair = value.split(';', 1)[0] ?? ''
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) found = unquoted(pair.slice(equals + 1).trim())
  }
  return found
}
