import { listReferences } from './parse.ts'

/** Adds the names of all variables that any text of a value refers to, at any depth, to `names`, and gives them back. */
export function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes('${')) for (const { name } of listReferences(value)) names.add(name)
  } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) namesIn(part, names)
  return names
}
