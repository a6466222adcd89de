import { isObject } from '#engine/checks/values.ts'

/** Steps from one reference to the next that are followed. */
const longestChain = 50

/** A part of a document where references were followed, and the last of them. */
export interface Resolved {
  value: unknown
  /** The reference that led there last; undefined if there was none. */
  ref?: string
}

/** Follows references inside one document; those into other documents are noted, and never fetched. */
export interface References {
  /** What is at a reference, or at what that refers to again; `value` undefined: nowhere, a circle, or another document. */
  follow(value: unknown): Resolved
  /** What is at a JSON pointer of the document (`#/components/schemas/Order`), references not followed. */
  at(ref: string): unknown
}

/** References of one document. */
export function createReferences(root: unknown): References {
  const known = new Map<string, unknown>()
  const at = (ref: string): unknown => {
    if (!known.has(ref)) known.set(ref, ref.startsWith('#') ? pointedAt(root, ref.slice(1)) : undefined)
    return known.get(ref)
  }
  return {
    at,
    follow(value) {
      let found: Resolved = { value }
      for (let step = 0; step < longestChain; step++) {
        const ref = refOf(found.value)
        if (ref === undefined) return found
        found = { value: at(ref), ref }
      }
      return { value: undefined }
    },
  }
}

/** The reference that a value is; undefined if it is none. */
export function refOf(value: unknown): string | undefined {
  const ref = isObject(value) && Object.hasOwn(value, '$ref') ? value['$ref'] : undefined
  return typeof ref === 'string' ? ref : undefined
}

function pointedAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    const key = unescapePart(part)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** A part of a JSON pointer in a URI fragment (RFC 6901 section 6). */
function unescapePart(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A percent sign that represents itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** All references of a document that lead to other documents, and those that lead nowhere; each once. */
export function looseReferences(root: unknown, references: References): { remote: string[]; missing: string[] } {
  const remote = new Set<string>()
  const missing = new Set<string>()
  const stack: unknown[] = [root]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    const ref = refOf(value)
    if (ref !== undefined) {
      if (!ref.startsWith('#')) remote.add(ref)
      else if (references.at(ref) === undefined && !/^#[^/]/.test(ref)) missing.add(ref)
    }
    for (const [key, one] of Object.entries(value))
      // What is in examples is data, whatever it looks like.
      if (!/^(example|examples|enum|const)$/.test(key) && typeof one === 'object') stack.push(one)
  }
  return { remote: [...remote], missing: [...missing] }
}
