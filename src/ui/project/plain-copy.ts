/** A deep copy that holds nothing of Solid's stores or immer's drafts, only what they show. */
export function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one: unknown) => plain(one)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)])) as T
}
