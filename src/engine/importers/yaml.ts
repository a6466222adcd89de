import { maxDepth } from '#engine/base/json-depth.ts'

/** Aliases of one text: enough for shared parts, too few for a bomb. */
const mostAliases = 100

/**
 * What a YAML text says, as plain JSON values; undefined if it is none, or is nested too deeply. Aliases are counted with what they stand for,
 * tags make nothing but JSON's own types, merge keys (`<<`) are read.
 */
export async function parseYaml(text: string | undefined): Promise<unknown> {
  if (text === undefined || text.trim() === '') return undefined
  const { parse } = await import('yaml')
  try {
    const value: unknown = parse(text, { maxAliasCount: mostAliases, logLevel: 'silent', merge: true, prettyErrors: false })
    return depthOf(value, maxDepth) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is nested no deeper than `left`. */
function depthOf(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return left > 0 && Object.values(value).every((one) => depthOf(one, left - 1))
}
