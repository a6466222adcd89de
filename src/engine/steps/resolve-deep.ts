import type { Scopes } from '#engine/templates/scopes.ts'

const plain = new WeakMap<object, boolean>()

function hasTemplate(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${')
  if (typeof value !== 'object' || value === null) return false
  let known = plain.get(value)
  if (known === undefined) {
    known = Object.values(value).some(hasTemplate)
    plain.set(value, known)
  }
  return known
}

/**
 * A value of the file with its templates resolved, also inside lists and objects; a string that is one reference alone becomes
 * the variable's value with its type. A value without templates is returned unchanged, synchronously.
 */
export function resolveDeep(value: unknown, variables: Scopes): unknown {
  return hasTemplate(value) ? resolveParts(value, variables) : value
}

async function resolveParts(value: unknown, variables: Scopes): Promise<unknown> {
  if (typeof value === 'string') return variables.resolveValue(value)
  if (!hasTemplate(value)) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    // One after the other: draws of test data keep their order.
    for (const item of value) items.push(await resolveParts(item, variables))
    return items
  }
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value as object)) entries.push([key, await resolveParts(item, variables)])
  return Object.fromEntries(entries)
}
