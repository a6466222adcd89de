/** A deep copy that holds nothing of Solid's stores or immer's drafts, only what they show. */
export function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one: unknown) => plain(one)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)])) as T
}

/** Whether two plain values say the same, keys in any order. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}
