/** The compact JSON text of a value; integers that a double can't hold (`bigint`) as their digits. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (thrown) {
    if (thrown instanceof TypeError) return written(value)
    throw thrown
  }
}

function written(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`).join(',')}}`
}
