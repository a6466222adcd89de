import { isObject } from '#engine/checks/values.ts'

/** A member of an untrusted object; undefined if it is none of its own. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** A string member; '' if it is none. */
export function textOf(value: unknown, key: string): string {
  const text = member(value, key)
  return typeof text === 'string' ? text : ''
}

/** The members of an untrusted object, extensions (`x-…`) omitted. */
export const membersOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value).filter(([key]) => !key.startsWith('x-')) : []

/** The items of an untrusted list. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** The texts of an untrusted list. */
export const textsOf = (value: unknown): string[] => itemsOf(value).filter((item) => typeof item === 'string')

/** Whether a security scheme is one of OAuth 2. */
export const isOAuth = (type: string): boolean => /^oauth2$/.test(type)

/** The first of the examples that a part has, wherever they are written; undefined if it has none. */
export function exampleIn(part: unknown, follow: (value: unknown) => unknown): unknown {
  const single = member(part, 'example')
  if (single !== undefined) return single
  for (const [, one] of membersOf(member(part, 'examples'))) {
    const found = follow(one)
    const value = member(found, 'value') ?? member(found, 'dataValue')
    if (value !== undefined) return value
  }
  return undefined
}
