/** A place where two values differ, as a path and what stands there on both sides. */
export interface Difference {
  path: string
  here: string
  there: string
}

/** The places where two plain values differ, in the order of the keys; texts and numbers as they are, the rest as JSON. */
export function differences(here: unknown, there: unknown, path = ''): Difference[] {
  if (here === there) return []
  if (!isObject(here) || !isObject(there) || Array.isArray(here) !== Array.isArray(there)) {
    return [{ path, here: show(here), there: show(there) }]
  }
  const keys = [...new Set([...Object.keys(here), ...Object.keys(there)])]
  return keys.flatMap((key) => {
    const name = nameOf(here[key]) ?? nameOf(there[key]) ?? key
    return differences(here[key], there[key], path ? `${path} > ${name}` : name)
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const nameOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['name'] === 'string' && value['name'] ? value['name'] : undefined

function show(value: unknown): string {
  if (value === undefined) return ''
  if (isObject(value))
    return nameOf(value) ?? JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
  return String(value)
}
