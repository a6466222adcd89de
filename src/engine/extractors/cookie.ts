import { required, type Extractor } from './source.ts'

/** The value of a cookie that the response sets (RFC 6265 4.1); of several with one name the last. */
export const cookie: Extractor = (source, from) => {
  const name = required(source, 'name')
  let found: string | undefined
  for (const [header, value] of from.response().headers) {
    if (header.toLowerCase() !== 'set-cookie') continue
    const pair = value.split(';', 1)[0] ?? ''
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name)
      found = pair
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1')
  }
  return found
}
