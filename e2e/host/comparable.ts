import { checkServer } from '#engine/ports/http/http-texts.ts'

/** Headers that both hosts may see: a browser hides what CORS does not expose, and changes case and order. */
const sharedHeaders = new Set(['content-type', 'content-length', 'cache-control'])

const timeless = new Set(['at', 'duration', 'firstByte', 'startedAt', 'run', 'cause', 'dropped', 'connecting', 'by', 'phases'])

/** An event or report without what two runs can't have in common: times, ids that a server draws, what only one host can see. */
export function comparable(value: unknown, key = ''): unknown {
  if (key === 'headers' && Array.isArray(value)) {
    return value
      .map(([name, text]: [string, string]) => [name.toLowerCase(), text])
      .filter(([name]) => sharedHeaders.has(name ?? ''))
      .toSorted()
  }
  if (Array.isArray(value)) return value.map((item) => comparable(item))
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value).filter(([name]) => !timeless.has(name))
    return Object.fromEntries(kept.map(([name, item]) => [name, key === 'body' && name === 'id' ? '' : comparable(item, name)]))
  }
  // A page sees no difference between a server that is not there and one that hides from it, and says both.
  if (key === 'hint' && typeof value === 'string' && value.startsWith(checkServer)) return checkServer
  return typeof value === 'string' ? withoutDrawn(value) : value
}

const withoutDrawn = (text: string): string =>
  text
    .replace(/in (?:<1 ms|\d+ ms|[\d.]+ s)\b/g, 'in 1 ms')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/"(iat|exp|nbf)":\s*\d+/g, '"$1":0')
    .replace(/"jti":\s*"[^"]+"/g, '"jti":""')
