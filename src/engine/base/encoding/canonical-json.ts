/**
 * JSON text that depends on the value alone, for digests: keys sorted by UTF-16 units, no spaces, numbers as ECMAScript writes
 * them (RFC 8785). Beyond the RFC: a `bigint` is written as its digits, and `undefined` members are omitted.
 */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
