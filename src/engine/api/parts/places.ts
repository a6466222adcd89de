import { percentDecoded } from '#engine/base/encoding/percent-decoded.ts'
import { isObject } from '#engine/checks/values.ts'
import type { Result } from '#engine/base/result.ts'
import { refOf } from '../references.ts'

/** Steps from one reference to the next that are followed. */
const longestChain = 50

/** Where a reference leads: a document by its URL, and the parts of the JSON pointer in it. */
export interface Address {
  location: string
  pointer: readonly string[]
}

/** What is at a URL, after references on the way. */
export interface Target extends Address {
  value: unknown
  /** A reference was followed before the end of the pointer: no one finds this place in the document by its pointer alone. */
  through: boolean
}

/** Documents that refer to each other. */
export interface Places {
  documents: ReadonlyMap<string, unknown>
  /** The URL of the document that the first part of a reference names, seen from another one. */
  resolve(file: string, from: string): Result<string, string>
}

/** The parts of the pointer in a fragment, unescaped (RFC 6901 section 6). */
const pointerParts = (fragment: string): string[] =>
  fragment
    .split('/')
    .slice(1)
    .map((part) => percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))

/** A pointer as the fragment of a reference. */
export const fragmentOf = (pointer: readonly string[]): string => `#${pointer.map((part) => `/${escapePart(part)}`).join('')}`

const escapePart = (part: string): string =>
  part
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('%', '%25')
    .replace(/[\s"<>^`{}|\\]/g, encodeURIComponent)

/** A reference as the URL that it names; why it names none. */
export function addressOf(ref: string, from: string, { resolve }: Places): Result<Address, string> {
  const hash = ref.indexOf('#')
  const file = hash === -1 ? ref : ref.slice(0, hash)
  const location = file === '' ? { ok: true as const, value: from } : resolve(file, from)
  if (!location.ok) return location
  return { ok: true, value: { location: location.value, pointer: hash === -1 ? [] : pointerParts(ref.slice(hash + 1)) } }
}

/** Why nothing was found: a document that is not read, or nothing at that place of it. */
export type Missing = { missing: 'document'; location: string } | { missing: 'address'; why: string } | { missing: 'place' }

/** What a reference leads to. What is a reference itself, and nothing else, is followed. */
export function locate(ref: string, from: string, places: Places): Target | Missing {
  let first = addressOf(ref, from, places)
  if (!first.ok) return { missing: 'address', why: first.error }
  let { location, pointer: left } = first.value
  let pointer: string[] = []
  let through = false
  if (!places.documents.has(location)) return { missing: 'document', location }
  let value = places.documents.get(location)
  for (let step = 0; step < longestChain;) {
    const [key] = left
    if (key !== undefined && typeof value === 'object' && value !== null && Object.hasOwn(value, key)) {
      value = Reflect.get(value, key)
      pointer.push(key)
      left = left.slice(1)
      continue
    }
    const inner = refOf(value)
    if (key === undefined && (inner === undefined || Object.keys(value as object).length > 1))
      return value === undefined ? { missing: 'place' } : { location, pointer, value, through }
    if (inner === undefined) return { missing: 'place' }
    first = addressOf(inner, location, places)
    if (!first.ok) return { missing: 'address', why: first.error }
    through ||= key !== undefined
    location = first.value.location
    if (!places.documents.has(location)) return { missing: 'document', location }
    left = [...first.value.pointer, ...left]
    value = places.documents.get(location)
    pointer = []
    step += 1
  }
  return { missing: 'place' }
}

/** Whether a string of a discriminator's mapping names a document or a place, and no schema. */
export const isReference = (text: string): boolean => text.includes('/') || text.includes('#') || /\.(ya?ml|json)$/i.test(text)

/** The members of a mapping that are texts. */
export const mappingOf = (discriminator: unknown): [string, string][] => {
  const mapping = isObject(discriminator) ? discriminator['mapping'] : undefined
  return isObject(mapping) ? Object.entries(mapping).flatMap(([key, to]) => (typeof to === 'string' ? [[key, to]] : [])) : []
}
