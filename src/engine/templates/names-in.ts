import { listReferences } from './parse.ts'

/** Adds the names of all variables that any text of a value refers to, at any depth, to `names`, and gives them back. */
export function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes('${')) for (const { name } of listReferences(value)) names.add(name)
  } else if (typeof value === 'object' && value !== null) {
    // Scripts have references of their own.
    for (const [key, part] of Object.entries(value)) if (key !== 'code') namesIn(part, names)
  }
  return names
}
